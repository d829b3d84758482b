/* Kind `ranks`: a settled bed, its bodies along a curve, over 1, 2, 4 and 8 ranks of this machine
 * (harness/run/over_ranks.h): what they share and send, which does not depend on the machine, and
 * what a visit costs, waits of ranks for each other included.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"
#include "harness/estimators/estimators.h"
#include "harness/process/interrupt.h"
#include "harness/run/over_ranks.h"
#include "harness/run/ranks_command.h"
#include "harness/tables/output.h"
#include "problems/files/step_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t numbers[] = {1, 2, 4, 8};
enum { N_NUMBERS = sizeof numbers / sizeof *numbers, MOST_ROUNDS = 5 };

/* The counts of a run, a row of the benchmark each. */
typedef struct count {
    const char *subject, *unit;
    double value;
} count;

/* A bed as a file, in a folder of its own. */
typedef struct place {
    char folder[SS_PATH_SIZE], name[SS_PATH_SIZE + 16]; /* "file:PATH" of the step */
    ss_problem_choice problem;
    ss_choice solver;
} place;

static bool write_step(const place *at, const ss_bench_bed *bed, ss_error *error)
{
    ss_step_file file = {.h = 0.0};
    bool well = ss_step_file_from_problem(&file, bed->problem, NULL, error) &&
                ss_step_file_follow_bodies(&file, &bed->scene.bodies, error);
    if (well && ((file.engine = strdup("stickslip bench")) == NULL ||
                 (file.law = strdup("coulomb")) == NULL))
        well = ss_error_memory(error, "a file's words");
    well = well && ss_step_file_write(&file, at->name + strlen("file:"), error);
    ss_step_file_free(&file);
    return well;
}

static bool set_up(place *at, const ss_bench *bench, const ss_bench_bed *bed, ss_error *error)
{
    const char *const temporary = getenv("TMPDIR");
    *at = (place){.folder = ""};
    if (!ss_path_join(at->folder, sizeof at->folder, temporary != NULL ? temporary : "/tmp",
                      "stickslip-bench-XXXXXX", error))
        return false;
    if (mkdtemp(at->folder) == NULL) {
        ss_error_set(error, SS_ERROR_IO, "%s: cannot be made (TMPDIR is another place)",
                     at->folder);
        at->folder[0] = '\0';
        return false;
    }
    snprintf(at->name, sizeof at->name, "file:%s/step.hdf5", at->folder);
    return write_step(at, bed, error) && ss_problem_choice_parse(&at->problem, at->name, error) &&
           ss_problem_choice_set(&at->problem, "tol=1e-300", error) &&
           ss_problem_choice_set(&at->problem,
                                 bench->job->quick ? "max-sweeps=20" : "max-sweeps=200", error) &&
           ss_choice_parse_whole(&at->solver, "nlgs-ranks[local=exact,look=20]",
                                 SS_CHOICE_OUTER_DEFAULT, error);
}

/* What is in the folder: the step, and what a run leaves. */
static void close_place(place *at)
{
    static const char *const names[] = {"step.hdf5", "ranks-1.hdf5", "ranks-1.hdf5.checkpoint",
                                        "ranks-report.txt"};
    char path[SS_PATH_SIZE];
    for (size_t k = 0; at->folder[0] != '\0' && k < sizeof names / sizeof *names; ++k)
        if (ss_path_join(path, sizeof path, at->folder, names[k], NULL))
            remove(path);
    if (at->folder[0] != '\0')
        rmdir(at->folder);
    ss_problem_choice_free(&at->problem);
    ss_choice_free(&at->solver);
}

/* One run; `row` is what ranks.csv would have, *ns its time a visit. */
static bool run_once(const place *at, size_t n, ss_ranks_row *row, double *ns, ss_error *error)
{
    const ss_over_ranks ranks = {.n = n, .folder = at->folder, .row = row};
    const ss_run run = {
        .problem = &at->problem, .solver = &at->solver, .stop = &ss_estimator_e1, .ranks = &ranks};
    ss_summary_row summary;
    char path[SS_PATH_SIZE];
    if (!ss_over_ranks_check(&run, &at->solver, error) || !ss_over_ranks_run(&run, &summary, error))
        return false;
    if (ss_path_join(path, sizeof path, at->folder, "ranks-1.hdf5", NULL))
        remove(path); /* the next run has its name */
    if (!(row->visits > 0))
        return ss_error_set(error, ss_interrupted() ? SS_ERROR_INTERRUPTED : SS_ERROR_FAILED,
                            "%zu ranks: %s, %s", n, summary.status, summary.message);
    *ns = 1e9 * row->solve_cpu_s / (double)row->visits;
    return true;
}

static ss_bench_row row_of(const ss_bench_bed *bed, const ss_ranks_row *ranks, const count *c,
                           const ss_bench_timing *timing)
{
    static const char *const variants[N_NUMBERS] = {"ranks=1", "ranks=2", "ranks=4", "ranks=8"};
    ss_bench_row row = ss_bench_row_of(bed, "ranks", c->subject, c->unit, timing);
    for (size_t k = 0; k < N_NUMBERS; ++k)
        if (numbers[k] == ranks->ranks)
            row.variant = variants[k];
    row.outer = "nlgs-ranks";
    row.solver = "exact";
    row.threads = ranks->ranks;
    row.sweeps = ranks->sweeps;
    row.e1 = ranks->e1;
    return row;
}

/* Counts are the same in each round, and certain. */
static bool add_rows(ss_bench *bench, const ss_bench_bed *bed, const ss_ranks_row *ranks,
                     const ss_bench_timing *visit, ss_error *error)
{
    const count counts[] = {{"visit", "ns/contact", NAN},
                            {"bytes a sweep", "bytes", (double)ranks->bytes_sweep},
                            {"rounds a sweep", "rounds", (double)ranks->rounds_sweep},
                            {"turns of colours", "turns", (double)ranks->colours},
                            {"ghosts", "bodies", (double)ranks->ghosts},
                            {"copies", "contacts", (double)ranks->copies},
                            {"balance", "of the mean", ranks->balance}};
    bool done = true;
    for (size_t k = 0; done && k < sizeof counts / sizeof *counts; ++k) {
        const double x = counts[k].value;
        const ss_bench_timing certain = {x, x, x, visit->batches, 1, "ok"};
        const ss_bench_row row = row_of(bed, ranks, &counts[k], k == 0 ? visit : &certain);
        done = ss_bench_add(bench, &row, error);
    }
    return done;
}

/* The rounds of a number of ranks. */
static bool measure_number(ss_bench *bench, const ss_bench_bed *bed, const place *at, size_t n,
                           ss_error *error)
{
    const size_t n_rounds = bench->job->quick ? 1 : MOST_ROUNDS;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const double before = ss_bench_machine_calibrate(&bench->machine);
    double samples[MOST_ROUNDS];
    ss_bench_timing timing = {.repeats = 1};
    ss_ranks_row row;
    for (size_t k = 0; k < n_rounds; ++k)
        if (!run_once(at, n, &row, &samples[k], error))
            return false;
    ss_bench_timing_of(&timing, samples, n_rounds);
    timing.batches = n_rounds;
    const double slower = ss_bench_machine_slower(&bench->machine, before);
    timing.verdict = n > (size_t)cores ? "cores-not-free" /* they wait for each other's cores */
                                       : ss_bench_verdict(&timing, 1.0, slower, 1);
    ss_bench_tick(bench);
    return add_rows(bench, bed, &row, &timing, error);
}

static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    place at = {.folder = ""};
    bool done = set_up(&at, bench, bed, error);
    for (size_t k = 0; done && k < N_NUMBERS; ++k)
        done = measure_number(bench, bed, &at, numbers[k], error);
    close_place(&at);
    return done;
}

const ss_bench_kind ss_bench_ranks = {
    .name = "ranks",
    .meaning = "nlgs-ranks over MPI ranks of this machine, to 100000 contacts: what they share and "
               "send, ns of CPU per visit with waits and convergence checks",
    .most_contacts = 110000,
    .one_bed_if_quick = true,
    .there = ss_over_ranks_available,
    .pieces = N_NUMBERS,
    .measure = measure_bed};
