/* A folder that random problems by one solver are kept in, batch by batch, until all are there:
 *
 *     manifest.txt          the solver, the seeds, the cap, the build: of all rows
 *     batch-SEED.csv        a row a seed, for the batch that begins at SEED; whole or absent
 *     failures.csv          rows of all seeds that failed
 *     random.csv            counts, E1 and work units by class: only when all seeds are there
 *
 * Who was killed goes on where it stopped: a batch that is there is not made again, and what the
 * tables say depends on the rows alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_RANDOM_STORE_H
#define SS_TESTS_RANDOM_STORE_H

#include "tests/random/lanes.h"

/* Open the folder, or make it. SS_ERROR_OUTPUT where what is in it is of another task or build, or
 * is no such folder. */
bool random_store_open(const char *folder, const random_task *task, ss_error *error);

/* Make what is missing, then the tables. *n_failures: seeds that failed. SS_ERROR_DATA, naming the
 * line, for a batch that is damaged; as random_lanes_run. */
bool random_store_fill(const char *folder, const random_task *task, size_t *n_failures,
                       ss_error *error);

#endif
