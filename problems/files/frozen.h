/* Frozen problems: `file:PATH` wherever a problem is accepted. One contact problem from an FCLIB
 * file, without bodies and time.
 *
 * Ownership: ss_frozen owns what was read. Its `problem` is a view of file.blocks, with
 * rho_bar of its own where the file's is not used, so that it may be copied but not outlive its
 * owner.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_FROZEN_H
#define SS_PROBLEMS_FILES_FROZEN_H

#include "problems/scenes/catalogue.h"
#include "problems/files/fclib.h"

/* Parameters of a problem that comes whole: from a file, or a process. */
typedef struct ss_frozen_params {
    ss_limits limits;  /* first, as in every problem's parameters */
    int rho_bar;       /* a choice of the row's */
    double compliance; /* -, of the mean diagonal of W */
} ss_frozen_params;

/* Their rows, and what is observed of such a problem (ends with NULL). */
enum { SS_FROZEN_ROWS = 4 };
extern const ss_option ss_frozen_rows[SS_FROZEN_ROWS];
extern const ss_observable *const ss_frozen_observables[];

/* The entry behind every "file:PATH"; its parameters are tol, max-sweeps,
 * rho-bar and compliance. */
extern const ss_catalogue_entry ss_problem_file;

/* A problem that was read; `problem` is what solvers see. */
typedef struct ss_frozen {
    ss_fclib_problem file;
    ss_problem problem;
    double *rho_bar; /* owned; NULL when the file's are used */
} ss_frozen;

/* The PATH of "file:PATH", or NULL when `name` is not of that form. */
const char *ss_frozen_path(const char *name);

/* Read the file under the parameters of ss_problem_file. Free with ss_frozen_free, which accepts a
 * zeroed struct. Errors are those of ss_fclib_read. */
bool ss_frozen_open(ss_frozen *frozen, const char *path, const void *params, ss_error *error);

/* Its second half: `file` is there, and nothing else; after an error nothing is. SS_ERROR_MEMORY.
 */
bool ss_frozen_pose(ss_frozen *frozen, const void *params, ss_error *error);
void ss_frozen_free(ss_frozen *frozen);

/* The rank of W, of a problem in block form with `dim` components per contact (2 or 3); SIZE_MAX:
 * of more than 300 contacts it is not looked for. SS_ERROR_MEMORY. */
bool ss_frozen_rank(size_t *rank, const ss_problem *blocks, size_t dim, ss_error *error);

/* Print in words what the file at `path` holds: title, origin, contacts, mu, rank of W and
 * coupling, and if a solution is stored. Errors are those of ss_fclib_read. */
bool ss_frozen_describe(const char *path, FILE *out, ss_error *error);

#endif
