/* Dual block Gauss-Seidel: the triangles are visited forward and backward in turn, each solved
 * exactly (method 13.11).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/surface/visit.h"

typedef struct options {
    double relax; /* 1: the solve of the triangle */
} options;

static const ss_option rows[] = {
    SS_REAL(options, relax, "relax", 1.0, SS_ABOVE_ZERO, 1.999, "-",
            "how far sigma goes towards the solve of its triangle, and beyond", "choice"),
};

static size_t workspace_length(const ss_surface_mesh *mesh, const void *values)
{
    (void)mesh;
    (void)values;
    return 1;
}

/* The workspace: 1 where the next sweep goes back. */
static void begin(const ss_surface_task *task)
{
    task->workspace[0] = 0.0;
}

static ss_surface_change iterate(const ss_surface_task *task)
{
    const options *const o = task->options;
    const bool back = task->workspace[0] != 0.0;
    task->workspace[0] = back ? 0.0 : 1.0;
    return ss_surface_sweep(task, back, o->relax);
}

const ss_surface_solver ss_surface_sweeps = {
    .name = "sweeps",
    .title = "block Gauss-Seidel on the dual, each triangle solved exactly, forward and back",
    .reference = "method 13.11; [P] 2.1 for the dual, nlgs (method 5) for the sweep",
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_length = workspace_length,
    .begin = begin,
    .iterate = iterate,
};
