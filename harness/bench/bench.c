/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"

#include "harness/figures/figure.h"
#include "harness/process/interrupt.h"
#include "harness/run/start.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/tables/spread.h"
#include "problems/base/clock.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sizes of the kind's beds, in balls or contacts; returned is their number, 0 of a kind that is
 * not wanted. */
static size_t sizes_of(size_t sizes[SS_BENCH_MAX_SIZES], const ss_bench_kind *kind,
                       const ss_bench_job *job)
{
    size_t n = 0;
    if (kind->measure == NULL || ((strcmp(job->kind, "all") != 0 || kind->there != NULL) &&
                                  strcmp(job->kind, kind->name) != 0))
        return 0;
    for (size_t k = 0; kind->balls != NULL ? kind->balls[k] > 0 : k < job->n_sizes; ++k) {
        const size_t size = kind->balls != NULL ? kind->balls[k] : job->sizes[k];
        if ((kind->most_contacts == 0 || size <= kind->most_contacts) &&
            !(kind->one_bed_if_quick && job->quick && n == 1))
            sizes[n++] = size;
    }
    return n;
}

/* Is what the kind needs on this machine? */
static bool check_kind(const ss_bench_job *job, ss_error *error)
{
    const ss_bench_kind *kind;
    bool there = true;
    for (size_t k = 0; (kind = ss_bench_kind_at(k)) != NULL; ++k)
        if (strcmp(job->kind, kind->name) == 0 && kind->there != NULL)
            there = kind->there(error);
    return there;
}

static bool run_kinds(ss_bench *bench, ss_error *error)
{
    const ss_bench_job *const job = bench->job;
    const ss_bench_kind *kind;
    size_t sizes[SS_BENCH_MAX_SIZES], pieces = 0;
    bool done = true;
    for (size_t k = 0; (kind = ss_bench_kind_at(k)) != NULL; ++k)
        pieces +=
            sizes_of(sizes, kind, job) * (kind->pieces + kind->pieces_a_solver * job->solvers->n +
                                          (kind->more_pieces != NULL ? kind->more_pieces(job) : 0));
    ss_progress_begin(&bench->bar, "bench", pieces, (double)pieces);
    for (size_t k = 0; done && (kind = ss_bench_kind_at(k)) != NULL; ++k) {
        const size_t n = sizes_of(sizes, kind, job);
        for (size_t i = 0; done && i < n; ++i) {
            ss_bench_bed bed;
            const bool opened = kind->balls != NULL
                                    ? ss_bench_bed_open_balls(&bed, sizes[i], bench->cache, error)
                                    : ss_bench_bed_open(&bed, sizes[i], bench->cache, error);
            done = opened && kind->measure(bench, &bed, error);
            ss_bench_bed_free(&bed);
        }
    }
    ss_progress_end(&bench->bar);
    return done;
}

/* The options of a form after that of its domains, which is the first. */
static const char *beside_domains(const char *variant)
{
    return strncmp(variant, "domains=", 8) == 0 ? variant + strcspn(variant, ",") : variant;
}

/* Are the two rows the same kernel on the same bed, but for domains and threads? */
static bool same_but_threads(const ss_bench_row *a, const ss_bench_row *b)
{
    return strcmp(a->kind, b->kind) == 0 && strcmp(a->subject, b->subject) == 0 &&
           strcmp(a->outer, b->outer) == 0 && strcmp(a->solver, b->solver) == 0 &&
           strcmp(beside_domains(a->variant), beside_domains(b->variant)) == 0 &&
           a->contacts == b->contacts && a->threads != b->threads;
}

/* Are two cores free for us? Said before anything is measured that would be worth nothing; the
 * kind `machine` measures just that. The share of a core that each of two threads gets is the
 * median of the last looks; where it is too little there are more looks for a while, for what keeps
 * a core busy may be about to end. */
static bool check_cores(const ss_bench_job *job, ss_error *error)
{
    enum { LOOKS = 5 };
    static const double patience_s = 1.5;
    double shares[LOOKS], sorted[LOOKS], share = 0.0;
    if (job->anyway || strcmp(job->kind, "machine") == 0)
        return true;
    const double begin = ss_wall_time();
    for (size_t k = 0;
         k < LOOKS || (share < SS_BENCH_MIN_SHARE && ss_wall_time() - begin < patience_s); ++k) {
        shares[k % LOOKS] = ss_bench_machine_free_cores(SS_BENCH_CORES_MS);
        memcpy(sorted, shares, sizeof sorted);
        if (k + 1 >= LOOKS)
            share = ss_spread_of(sorted, LOOKS).median;
    }
    return share >= SS_BENCH_MIN_SHARE ||
           ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "cores are not free: each of two threads got %.0f %% of one; nothing is "
                        "measured (--anyway measures, and says so at each figure)",
                        100.0 * share);
}

/* Rows of two threads: how many times as fast as the same outer solver's one, where cores were
 * free. */
static void find_speedups(ss_bench *bench)
{
    if (strcmp(bench->machine.share->verdict, "ok") != 0)
        return;
    for (size_t k = 0; k < bench->n_rows; ++k) {
        ss_bench_row *const row = &bench->rows[k];
        if (row->threads == 1 || strcmp(row->verdict, "cores-not-free") == 0)
            continue;
        for (size_t i = 0; i < bench->n_rows; ++i)
            if (bench->rows[i].threads == 1 && same_but_threads(row, &bench->rows[i]) &&
                strcmp(bench->rows[i].verdict, "noisy-load") != 0)
                row->speedup = bench->rows[i].median / row->median;
    }
}

/* Refuse all that can be refused before anything is measured. */
static bool prepare(ss_bench *bench, ss_error *error)
{
    const ss_bench_job *const job = bench->job;
    if (job->cache != NULL) {
        if (!ss_path_join(bench->cache, sizeof bench->cache, "", job->cache, error))
            return false;
    } else if (!ss_start_folder(bench->cache, sizeof bench->cache, error)) {
        return false;
    }
    if (job->folder == NULL)
        return true;
    return ss_figure_require_gnuplot(error) && ss_output_make_folder(job->folder, error) &&
           ss_provenance_write(job->folder, job->argc, job->argv, "", error);
}

bool ss_bench_run(const ss_bench_job *job, ss_error *error)
{
    ss_bench *const bench = calloc(1, sizeof *bench);
    ss_error stopped = {.code = SS_ERROR_NONE};
    if (bench == NULL)
        return ss_error_memory(error, "the benchmark");
    bench->job = job;
    bool done = check_kind(job, error) && check_cores(job, error) && prepare(bench, error) &&
                ss_bench_machine_measure(&bench->machine, job->quick, error);
    if (done && !run_kinds(bench, &stopped)) {
        done = stopped.code == SS_ERROR_INTERRUPTED; /* what is complete is kept */
        if (!done)
            *error = stopped;
    }
    if (done) {
        find_speedups(bench);
        done = ss_bench_print(bench, stdout, error) &&
               (job->folder == NULL || ss_bench_report(bench, job->folder, error));
    }
    if (done && stopped.code != SS_ERROR_NONE)
        done = ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted; %zu complete figure%s kept",
                            bench->n_rows, ss_name_plural(bench->n_rows));
    free(bench->rows);
    free(bench);
    return done;
}
