/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum rho_bar_choice { RHO_BAR_AUTO, RHO_BAR_NORMAL, RHO_BAR_LAMBDA } rho_bar_choice;

typedef struct params {
    ss_limits limits;
    int rho_bar;
} params;

static const ss_option rows[] = {
    SS_LIMITS_TOL(params, 1e-8, "choice"),
    SS_LIMITS_MAX_SWEEPS(params, 100000, "choice"),
    SS_CHOICE(
        params, rho_bar, "rho-bar", RHO_BAR_AUTO, "auto|normal|lambda",
        "reduced mass of a contact. auto: what `freeze` stored, else 1/lambda_max(W_cc), where "
        "alpha < 2 is enough for one contact; normal: what was stored, else 1/W_nn, as for "
        "spheres, where sbp and sal need alpha < 2 W_nn/lambda_max(W_cc); lambda: "
        "1/lambda_max(W_cc) whatever was stored",
        "choice: measured on files of other codes, method 6"),
};

const ss_catalogue_entry ss_problem_file = {
    .name = "file:PATH",
    .title = "a frozen problem, local or global, from an FCLIB file (HDF5)",
    .reference = "FCLIB; written by 'stickslip freeze'",
    .known = "what its provenance says",
    .seeded = false,
    .params = SS_OPTION_TABLE(rows, params),
    .open = NULL,
};

static const char prefix[] = "file:";

const char *ss_frozen_path(const char *name)
{
    const size_t length = sizeof prefix - 1;
    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

static bool use_lambda(ss_frozen *frozen, ss_error *error)
{
    const size_t n = frozen->problem.n_contacts;
    frozen->rho_bar = malloc((n + 1) * sizeof *frozen->rho_bar);
    bool room = frozen->rho_bar != NULL;
    for (size_t c = 0; room && c < n; ++c) {
        frozen->rho_bar[c] = 1.0 / ss_operator_block_largest(frozen->problem.W_cc + 9 * c);
        room = !isnan(frozen->rho_bar[c]);
    }
    frozen->problem.rho_bar = frozen->rho_bar;
    return room || ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", n);
}

bool ss_frozen_open(ss_frozen *frozen, const char *path, const void *values, ss_error *error)
{
    const params *const p = values;
    *frozen = (ss_frozen){.rho_bar = NULL};
    if (!ss_fclib_read(&frozen->file, path, error))
        return false;
    frozen->problem = *ss_block_problem_view(frozen->file.blocks);
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
