/* Memory of a step under way, as the allocator counts it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_MEMORY_H
#define SS_HARNESS_BENCH_MEMORY_H

#include "harness/bench/bed.h"
#include "harness/bench/measure.h"

/* Add two rows for each form: bytes allocated a contact and a body by everything that steps the bed
 * (bodies, detector, contacts, solver, referee), room to grow included. No row where the allocator
 * does not count (AddressSanitizer). */
bool ss_bench_measure_memory(ss_bench *bench, const ss_bench_bed *bed, const ss_choice *local,
                             ss_error *error);

#endif
