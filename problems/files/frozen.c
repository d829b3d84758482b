/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum rho_bar_choice { RHO_BAR_AUTO, RHO_BAR_NORMAL, RHO_BAR_LAMBDA } rho_bar_choice;

const ss_option ss_frozen_rows[SS_FROZEN_ROWS] = {
    SS_LIMITS_TOL(ss_frozen_params, 1e-8, "choice"),
    SS_LIMITS_MAX_SWEEPS(ss_frozen_params, 100000, "choice"),
    SS_CHOICE(
        ss_frozen_params, rho_bar, "rho-bar", RHO_BAR_AUTO, "auto|normal|lambda",
        "reduced mass of a contact. auto: what `freeze` stored, else 1/lambda_max(W_cc), where "
        "alpha < 2 is enough for one contact; normal: what was stored, else 1/W_nn, as for "
        "spheres, where sbp and sal need alpha < 2 W_nn/lambda_max(W_cc); lambda: "
        "1/lambda_max(W_cc) whatever was stored",
        "choice: measured on files of other codes, method 6"),
    SS_REAL(ss_frozen_params, compliance, "compliance", 0.0, 0.0, 1e6, "-",
            "added to the diagonal of W, in units of its mean tr(W)/(3 contacts): alike springs at "
            "all contacts. Where r is not unique it tends to the solution of least |r| as this "
            "tends to 0 (mu 0; method 13.9)",
            "choice: contacts are rigid"),
};

/* ---- what is seen of a problem without bodies ---- */

static const ss_observable_name names[] = {{"r_norm", "N s", "norm of all impulses"},
                                           {"u_max", "m/s", "largest |u| of a contact"},
                                           {.name = NULL}};

static void observe(ss_observed *out, const ss_moment *m)
{
    double square = 0.0, most = 0.0; /* (N s)^2, m/s */
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        for (size_t k = 0; k < 3; ++k)
            square += m->r[3 * c + k] * m->r[3 * c + k];
        most = fmax(most, ss_norm(m->u + 3 * c));
    }
    ss_observe(out, "r_norm", sqrt(square));
    ss_observe(out, "u_max", most);
}

static const ss_observable observed = {.names = names, .fill = observe};
const ss_observable *const ss_frozen_observables[] = {&observed, NULL};

const ss_catalogue_entry ss_problem_file = {
    .name = "file:PATH",
    .stop = "e1", /* no paper says eps of them, and its unit is not theirs */
    .title = "a frozen problem, local or global, from an FCLIB file (HDF5)",
    .reference = "FCLIB; written by 'stickslip freeze'",
    .known = "what its provenance says",
    .seeded = false,
    .params = {.rows = ss_frozen_rows, .n_rows = SS_FROZEN_ROWS, .size = sizeof(ss_frozen_params)},
    .open = NULL,
    .observables = ss_frozen_observables,
};

static const char prefix[] = "file:";

const char *ss_frozen_path(const char *name)
{
    const size_t length = sizeof prefix - 1;
    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

/* rho_bar = 1/lambda_max(W_cc), kg, in place of the file's */
static bool use_lambda(ss_frozen *frozen, ss_error *error)
{
    const size_t n = frozen->problem.n_contacts;
    frozen->rho_bar = malloc((n + 1) * sizeof *frozen->rho_bar);
    /* method 6: alpha < 2 is then enough for one contact, whatever the shape of W_cc */
    bool room = frozen->rho_bar != NULL;
    for (size_t c = 0; room && c < n; ++c) {
        frozen->rho_bar[c] = 1.0 / ss_operator_block_largest(frozen->problem.W_cc + 9 * c);
        room = !isnan(frozen->rho_bar[c]);
    }
    frozen->problem.rho_bar = frozen->rho_bar; /* freed with `frozen`, also after an error */
    return room || ss_error_memory(error, "%zu contacts", n);
}

/* W + compliance tr(W)/(3 n) I in place of W. */
static bool soften(ss_fclib_problem *file, double compliance, ss_error *error)
{
    /* a copy of the problem, array by array, whose diagonal is then raised */
    const ss_problem *const from = ss_block_problem_view(file->blocks);
    const ss_block_form *const W = from->blocks;
    const size_t n = from->n_contacts, n_blocks = W->row_start[n];
    ss_block_arrays to;
    ss_block_problem *const soft = ss_block_problem_create(n, n_blocks, &to, error);
    double trace = 0.0;
    if (soft == NULL)
        return false;
    /* the trace of W, from its diagonal blocks */
    for (size_t c = 0; c < n; ++c)
        trace += from->W_cc[9 * c] + from->W_cc[9 * c + 4] + from->W_cc[9 * c + 8];
    memcpy(to.q, from->q, 3 * n * sizeof *to.q);
    memcpy(to.mu, from->mu, n * sizeof *to.mu);
    memcpy(to.rho_bar, from->rho_bar, n * sizeof *to.rho_bar);
    memcpy(to.row_start, W->row_start, (n + 1) * sizeof *to.row_start);
    memcpy(to.column, W->column, n_blocks * sizeof *to.column);
    memcpy(to.blocks, W->blocks, 9 * n_blocks * sizeof *to.blocks);
    *to.dim = from->dim;
    for (size_t c = 0; c < n; ++c)
        /* entries 0, 4 and 8 of the diagonal blocks */
        for (size_t k = W->row_start[c]; k < W->row_start[c + 1]; ++k)
            for (size_t d = 0; W->column[k] == c && d < 9; d += 4)
                to.blocks[9 * k + d] += compliance * trace / (3.0 * (double)n);
    /* the softened problem takes the place of what was read, or is dropped */
    const bool sound = ss_block_problem_finish(soft, error);
    ss_block_problem_free(sound ? file->blocks : soft);
    file->blocks = sound ? soft : file->blocks;
    return sound;
}

bool ss_frozen_open(ss_frozen *frozen, const char *path, const void *values, ss_error *error)
{
    *frozen = (ss_frozen){.rho_bar = NULL};
    return ss_fclib_read(&frozen->file, path, error) && ss_frozen_pose(frozen, values, error);
}

bool ss_frozen_pose(ss_frozen *frozen, const void *values, ss_error *error)
{
    const ss_frozen_params *const p = values;
    if (p->compliance > 0.0 && !soften(&frozen->file, p->compliance, error)) {
        ss_frozen_free(frozen);
        return false;
    }
    frozen->problem = *ss_block_problem_view(frozen->file.blocks);
    /* normal: what was read, which is 1/W_nn unless the file had its own */
    const bool as_read =
        p->rho_bar == RHO_BAR_NORMAL || (p->rho_bar == RHO_BAR_AUTO && frozen->file.own_rho_bar);
    if (as_read || use_lambda(frozen, error))
        return true;
    ss_frozen_free(frozen);
    return false;
}

void ss_frozen_free(ss_frozen *frozen)
{
    ss_fclib_free(&frozen->file);
    free(frozen->rho_bar);
    *frozen = (ss_frozen){.rho_bar = NULL};
}
