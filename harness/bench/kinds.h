/* The kinds of measurement: each adds rows to a benchmark under way and ticks its bar once for
 * every piece that its `pieces` counted. Errors are those of ss_bench_run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_KINDS_H
#define SS_HARNESS_BENCH_KINDS_H

#include "harness/bench/measure.h"

typedef size_t ss_bench_pieces(const ss_bench_job *job);
typedef bool ss_bench_part(ss_bench *bench, ss_error *error);

#define X(id, meaning)                                                                             \
    ss_bench_pieces ss_bench_pieces_##id;                                                          \
    ss_bench_part ss_bench_run_##id;
SS_BENCH_KIND_LIST(X)
#undef X

#endif
