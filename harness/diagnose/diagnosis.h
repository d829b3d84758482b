/* The diagnosis of a step that ended unsolved, beside its row: rows of diagnosis.csv and
 * diagnosis_contacts.csv. Made from the problem and the last iterate, after the step: steps that
 * are solved pay nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_DIAGNOSIS_H
#define SS_HARNESS_DIAGNOSE_DIAGNOSIS_H

#include "problems/contact/problem.h"

#include <stdio.h>

/* The diagnoses of one solver's run. Streams with headers, borrowed; the rest starts as 0. */
typedef struct ss_diagnosis {
    FILE *steps, *contacts;
    double largest; /* E1 of the detailed steps so far */
} ss_diagnosis;

/* The end of a step. Texts and arrays are borrowed. */
typedef struct ss_diagnosis_case {
    const ss_problem *problem;      /* of at least one contact */
    const double *r;                /* 3 n_contacts, N s: the last iterate */
    const struct ss_choice *solver; /* makes the sweeps afterwards; NULL: none are made */
    const char *label, *outcome;
    size_t step, sweeps;
    double e1_best; /* the least E1 seen in the step, and its sweep; NAN: none was looked at */
    size_t sweep_best;
    double deadline_s; /* as of ss_deadline_passed: from then on nothing more is begun; 0: none */
} ss_diagnosis_case;

/* Write the rows of a step: the contacts, the existence criterion and the singular direction of the
 * first, and of one with twice the E1 of the last so detailed. SS_ERROR_MEMORY. */
bool ss_diagnosis_add(ss_diagnosis *diagnosis, const ss_diagnosis_case *step, ss_error *error);

#endif
