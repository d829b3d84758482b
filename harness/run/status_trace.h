/* The status and the impulse of every contact, sweep by sweep, of a traced step: which are open,
 * stick or slide, and which have changed by how much; and the notes of solvers. Untraced steps need
 * and pay nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_STATUS_TRACE_H
#define SS_HARNESS_RUN_STATUS_TRACE_H

#include "harness/tables/rows.h"
#include "solvers/base/outer_solver.h"

#include <stdio.h>

/* The statuses and impulses of the sweep before. Start from a zeroed struct; free with
 * ss_status_trace_free. */
typedef struct ss_status_trace {
    unsigned char *zones; /* an ss_zone a contact; owned */
    unsigned char *next;  /* behind them: to be filled before ss_status_trace_sweep */
    double *r;            /* 3 a contact, N s; owned */
    size_t capacity;      /* contacts */
} ss_status_trace;

/* Make room for n contacts. False without memory. */
bool ss_status_trace_reserve(ss_status_trace *trace, size_t n_contacts);
void ss_status_trace_free(ss_status_trace *trace);

/* The place of a sweep in the tables, and where to write it. */
typedef struct ss_status_place {
    const char *label; /* of the solver */
    size_t step, sweep;
    FILE *statuses;      /* rows of statuses.csv go here; NULL: none */
    const double *r, *u; /* of a solution, 3 n_contacts each; NULL: none */
} ss_status_place;

/* Fill in the columns of a sweep that compare it: with the sweep before, `changed` (contacts whose
 * status differs, 0 at the first) and `dr_rel` (the largest |r - r before| of a contact over the
 * largest |r|, [M] section 7; NAN at the first), and with the solution, `r_error` and `u_error`.
 * Called for every sweep in turn, from 1. Writes a row of statuses.csv for each changed contact,
 * and for every one at the first sweep. */
void ss_status_trace_sweep(ss_convergence_row *row, ss_status_trace *trace,
                           const ss_evidence *evidence, const ss_status_place *place);

/* Write a solver's note to notes.csv: a row a value, with the place and number in `row`. */
void ss_status_trace_note(FILE *out, const ss_notes_row *row, const ss_note *note);

#endif
