/* Random problems in two processes: what crashes or hangs costs its own seed and no other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_RANDOM_LANES_H
#define SS_TESTS_RANDOM_LANES_H

#include "tests/support/random_case.h"

/* The end of a solver on the problem of a seed. */
typedef struct random_row {
    unsigned long seed;
    test_case_matrix matrix;
    test_case_answer answer;
    size_t contacts;
    test_case_ending ending;
    size_t sweeps;
    double work_units, e1; /* in long double, rounded; NaN where the run ended badly */
} random_row;

/* The names of what a row holds (random_case.h). */
extern const char *const random_matrices[TEST_CASE_N_MATRICES];
extern const char *const random_answers[TEST_CASE_N_ANSWERS];
extern const char *const random_endings[TEST_CASE_N_ENDINGS];

/* The seeds are taken by batches of so many, from the first seed on. */
enum { RANDOM_BATCH = 500 };

/* The receiver of rows, batch by batch, in no order of batches. */
typedef struct random_keeper {
    /* Are the rows of the batch that begins at this seed there already? NULL: none are. */
    bool (*has)(void *context, unsigned long first);
    /* Take the rows of a whole batch, in the order of seeds; they are borrowed. */
    bool (*keep)(void *context, const random_row *rows, size_t n, ss_error *error);
    void *context;
} random_keeper;

typedef struct random_task {
    const char *solver; /* as the user names it */
    const ss_choice *choice;
    size_t cap; /* of sweeps */
    unsigned long first, last;
} random_task;

/* Draw and solve the case of a seed, in this process, under a limit of CPU time that ends it; *row
 * is filled in as far as it is known, so that who outlives a crash knows the case. False and an
 * error where there is no memory to draw it. */
bool random_solve(const random_task *task, unsigned long seed, random_row *row, ss_error *error);

/* All seeds of the task, each batch to the keeper. SS_ERROR_INTERRUPTED after Ctrl-C: batches
 * under way are lost, the others kept. */
bool random_lanes_run(const random_task *task, const random_keeper *keeper, ss_error *error);

#endif
