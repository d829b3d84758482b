/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"

#include "harness/process/interrupt.h"
#include "harness/run/referee.h"
#include "problems/base/clock.h"

#include <math.h>
#include <stdlib.h>

extern const ss_bench_kind ss_bench_real_run, ss_bench_kernel, ss_bench_shapes, ss_bench_estimators,
    ss_bench_detect, ss_bench_step, ss_bench_siconos, ss_bench_units, ss_bench_ranks;

const ss_bench_kind *ss_bench_kind_at(size_t k)
{
    static const ss_bench_kind machine = {
        .name = "machine",
        .meaning = "bandwidths and peaks alone, which every other kind measures too"};
    static const ss_bench_kind *const kinds[] = {
        &machine,         &ss_bench_real_run,   &ss_bench_kernel,
        &ss_bench_shapes, &ss_bench_estimators, &ss_bench_detect,
        &ss_bench_step,   &ss_bench_siconos,    &ss_bench_units,
        &ss_bench_ranks};
    return k < sizeof kinds / sizeof kinds[0] ? kinds[k] : NULL;
}

enum { MOST_BATCHES = 31 };

/* Length and number of batches, by the job: enough that a clock reading (0.1 us) is nothing. */
typedef struct effort {
    double batch_s, total_s;
    size_t least;
} effort;

/* Of batches longer than this, three must do. */
static const double long_batch_s = 0.4;
enum { LEAST_LONG = 3 };

static const effort thorough = {0.02, 0.4, 7}, quick = {0.002, 0.02, 5};

double ss_bench_now(size_t threads)
{
    return threads == 1 ? ss_cpu_time() : ss_wall_time();
}

bool ss_bench_measure(ss_bench *bench, size_t threads, ss_bench_batch *batch, void *context,
                      ss_bench_timing *timing, ss_error *error)
{
    const effort e = bench->job->quick ? quick : thorough;
    double samples[MOST_BATCHES], seconds = 0.0, total = 0.0;
    size_t n = 0;
    const double before = ss_bench_machine_calibrate(&bench->machine);
    double share = threads > 1 ? ss_bench_machine_free_cores(SS_BENCH_SHARE_MS) : 1.0;
    const double cpu = ss_cpu_time(), wall = ss_wall_time();
    if (!batch(context, 1, &seconds, error))
        return false;
    const double repeats = seconds > 0.0 ? ceil(e.batch_s / seconds) : 1.0;
    *timing = (ss_bench_timing){.repeats = (size_t)fmin(fmax(repeats, 1.0), 1e6)};
    const size_t least = seconds > long_batch_s ? LEAST_LONG : e.least;
    while (n < MOST_BATCHES && (n < least || total < e.total_s)) {
        if (ss_interrupted())
            return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
        if (!batch(context, timing->repeats, &seconds, error))
            return false;
        samples[n++] = seconds / (double)timing->repeats;
        total += seconds;
    }
    const double elapsed = ss_wall_time() - wall;
    if (threads > 1)
        share = fmin(share, ss_bench_machine_free_cores(SS_BENCH_SHARE_MS));
    else if (elapsed > 0.0) /* of its core, since it began */
        share = (ss_cpu_time() - cpu) / elapsed;
    const double slower = ss_bench_machine_slower(&bench->machine, before);
    ss_bench_timing_of(timing, samples, n);
    timing->verdict = ss_bench_verdict(timing, share, slower, threads);
    return true;
}

ss_bench_row ss_bench_row_of(const ss_bench_bed *bed, const char *kind, const char *subject,
                             const char *unit, const ss_bench_timing *timing)
{
    ss_bench_row row;
    ss_rows_clear(ss_rows_find("bench"), &row);
    row.kind = kind;
    row.subject = subject;
    row.contacts = bed->problem->n_contacts;
    row.bodies = bed->scene.bodies.n_moving;
    row.threads = 1;
    row.unit = unit;
    row.median = timing->median;
    row.q1 = timing->q1;
    row.q3 = timing->q3;
    row.spread = (timing->q3 - timing->q1) / timing->median;
    row.batches = timing->batches;
    row.repeats = timing->repeats;
    row.verdict = timing->verdict;
    return row;
}

void ss_bench_set_bounds(const ss_bench *bench, ss_bench_row *row, double unit_s, double bytes,
                         double flops, double working_set)
{
    const ss_bench_machine *const machine = &bench->machine;
    const size_t at = row->threads > 1 ? 1 : 0;
    /* each thread has its share of the work in its own L2 */
    const ss_bench_level level =
        ss_bench_machine_level(machine, working_set / (double)row->threads);
    row->level = isnan(working_set) ? "" : ss_bench_level_names[level];
    row->working_set_bytes = working_set;
    row->bytes_per_unit = bytes;
    row->flops_per_unit = flops;
    row->memory_bound = bytes / unit_s / machine->triad[at][level];
    row->arithmetic_bound = flops / unit_s / ss_bench_machine_peak(machine, at + 1, row->variant);
    row->ratio = row->median / fmax(row->memory_bound, row->arithmetic_bound); /* skips NAN */
}

bool ss_bench_add(ss_bench *bench, const ss_bench_row *row, ss_error *error)
{
    if (bench->n_rows == bench->capacity) {
        const size_t capacity = 2 * bench->capacity + 64;
        ss_bench_row *const rows = realloc(bench->rows, capacity * sizeof *rows);
        if (rows == NULL)
            return ss_error_memory(error, "%zu rows", capacity);
        bench->rows = rows;
        bench->capacity = capacity;
    }
    bench->rows[bench->n_rows++] = *row;
    return true;
}

void ss_bench_tick(ss_bench *bench)
{
    ++bench->done;
    ss_progress_update(
        &bench->bar,
        (ss_progress_state){.work_done = (double)bench->done, .done = bench->done, .running = 1});
}
