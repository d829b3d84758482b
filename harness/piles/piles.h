/* Growing surfaces: their steps in this process beside the exact pile (problems/surface/pile.h), by
 * solvers of the dual problem; their tables in a folder, and what is made of these.
 *
 *     cli/grow           papers (paper.c: a row of runs.csv)
 *        |  ss_surface_order: parameters, solvers
 *     ss_surface_run     (run.c)  writes sandpile.csv and surface.csv, a solver after the other
 *        |  ss_grow_task: one solver, and who watches
 *     ss_grow            (grow.c) keeps nothing; a step is shown to the watch, which borrows it
 *
 *     sandpile.csv, surface.csv  -->  the figure `surface` (figure.c), VTK (vtk.c), measures
 *
 *     ss_surface_order order;
 *     ss_surface_order_begin(&order);
 *     ss_options_set(&ss_growing_pile.params, &order.params, "growing-pile", "n", "32", error);
 *     ss_surface_choice_parse(&order.solvers[order.n_solvers++], "gradient", error);
 *     ss_surface_run(&order, folder, NULL, error);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PILES_PILES_H
#define SS_HARNESS_PILES_PILES_H

#include "harness/printed/paper_table.h"
#include "harness/tables/output.h"
#include "harness/tables/series.h"
#include "problems/surface/pile.h"
#include "solvers/surface/surface_solver.h"

/* ---- one solver ---- */

/* A step that is complete; borrowed for the call. */
typedef struct ss_grown {
    const ss_pile_params *params;
    const ss_surface_mesh *mesh;
    const ss_sandpile_row *row;
    const double *s, *sigma; /* n_nodes heights, m; 2 n_triangles, m^2 */
} ss_grown;

typedef struct ss_grow_watch {
    /* After each step; false and an error end it all. NULL: nothing. */
    bool (*step)(void *context, const ss_grown *grown, ss_error *error);
    bool (*stop)(void *context); /* asked after each iteration; true: leave. NULL: never */
    void *context;
} ss_grow_watch;

typedef struct ss_grow_task {
    ss_pile_params params;
    ss_surface_choice solver;
    ss_grow_watch watch;
} ss_grow_task;

/* All steps together. */
typedef struct ss_grow_result {
    size_t steps, solved; /* complete steps, and those of them that met the tolerance */
    size_t sweeps;
    double cpu_s;
    double mass_error;           /* largest |mass_error|; NAN once sand fell off */
    double slope, gap;           /* largest max_slope_over_k and |gap| */
    double height, height_exact; /* of the last step, m */
    double err_inf, err_l2;      /* likewise, m and m^2 */
    double square;               /* side of a square of the mesh, m */
} ss_grow_result;

/* Grow the pile from an empty table. An unsolved step is a result, not an error. SS_ERROR_USAGE for
 * parameters that contradict each other, SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED where watch.stop
 * said so (complete steps have been shown and are in *result), errors of watch.step. */
bool ss_grow(const ss_grow_task *task, ss_grow_result *result, ss_error *error);

/* ---- several, with their tables ---- */

enum { SS_SURFACE_SOLVERS = 16 }; /* of an order at most */

typedef struct ss_surface_order {
    ss_pile_params params;
    ss_surface_choice solvers[SS_SURFACE_SOLVERS];
    size_t n_solvers;
    size_t every; /* heights of every so many steps and of the last are kept; 0: of ten steps */
} ss_surface_order;

/* All parameters as they are by default, no solver. */
void ss_surface_order_begin(ss_surface_order *order);

/* Write sandpile.csv and surface.csv into the existing `folder`, with a progress bar; `print`, if
 * not NULL, is called after each solver. Errors of ss_grow and of writing; SS_ERROR_INTERRUPTED
 * after Ctrl-C. The tables of the complete steps stand in the folder then, too: surface.csv comes
 * into place first. */
bool ss_surface_run(const ss_surface_order *order, const char *folder,
                    void (*print)(const ss_grow_task *task, const ss_grow_result *result),
                    ss_error *error);

/* The parameters of the solver's pile, from its first row of sandpile.csv; the defaults where it
 * has none. SS_ERROR_DATA where the table lacks their column, SS_ERROR_USAGE for an unknown one. */
bool ss_surface_params_read(ss_pile_params *params, const ss_csv *steps, const char *solver,
                            ss_error *error);

/* ---- those of a paper: rows of runs.csv whose problem is `growing-pile`. They are no contact
 * problems: they grow in this process, into FOLDER/growth/, and measures reduce the columns of
 * sandpile.csv ---- */

/* A pile that has grown: the table of its steps, and a row as of a run. */
typedef struct ss_reproduce_growth {
    ss_csv file;        /* owns the texts */
    ss_summary_row row; /* parameters and steps */
    size_t n;           /* time steps; 0: it has not grown */
} ss_reproduce_growth;

/* Is it such a row? Has a pile a column or a parameter of that name? */
bool ss_reproduce_is_growth(const ss_paper_run *run);
bool ss_reproduce_growth_knows(const char *name);

/* Check solver and parameters of a row that is one, full and quick: SS_ERROR_USAGE. */
bool ss_reproduce_check_growth(const ss_paper_run *run, ss_error *error);

/* Read the pile of a row from `folder`, where it grows first if it has not; its columns into
 * `series`. SS_ERROR_INTERRUPTED, SS_ERROR_MEMORY, SS_ERROR_IO, SS_ERROR_DATA for a table that is
 * not its own. */
bool ss_reproduce_grow(ss_reproduce_growth *growth, ss_series *series, const ss_paper_run *run,
                       bool quick, const char *folder, ss_error *error);
void ss_reproduce_growth_free(ss_reproduce_growth *growth);

/* The folder below `folder` of the tables of a row. */
bool ss_reproduce_growth_folder(char path[SS_PATH_SIZE], const char *folder,
                                const ss_paper_run *run, ss_error *error);

#endif
