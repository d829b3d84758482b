/* The verb `bench`: what everything costs on this machine.
 *
 * Fills in an ss_bench_job (harness/bench/bench.h). Nothing here measures: what is timed, and how
 * often, is the kind's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

#include <math.h>

/* The job but its solvers, and its lists in words; NULL: the default. */
typedef struct words {
    ss_bench_job job;
    const char *sizes, *solvers;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, job.folder, "out", 'o', "DIR",
            "Folder to make and fill; it must not exist (default: none)"),
    SS_SWITCH(words, job.quick, "quick", 0,
              "Two minutes: short batches, 1000 and 10000 contacts, 500 balls"),
    SS_SWITCH(words, job.anyway, "anyway", 0,
              "Measure though two cores are not free, which is refused otherwise"),
    SS_SWITCH(words, job.json, "json", 0, "Print the tables for programs"),
    SS_TEXT(words, sizes, "sizes", 0, "N[,N...]",
            "Contacts of the beds (default 1000,10000,100000,1000000)"),
    SS_TEXT(words, solvers, "solver", 's', "S[,S...]",
            "Local solvers (default: all; a whole step takes exact)"),
    SS_TEXT(
        words, job.cache, "cache", 0, "DIR",
        "Folder that keeps settled beds (default $XDG_CACHE_HOME/stickslip, ~/.cache/stickslip)"),
};

/* The names that may stand for a kind: "all", then each; NULL past the last. */
static const char *kind_at(const void *unused, size_t k)
{
    (void)unused;
    const ss_bench_kind *const kind = k > 0 ? ss_bench_kind_at(k - 1) : NULL;
    return k == 0 ? "all" : kind != NULL ? kind->name : NULL;
}

/* Numbers of contacts of the beds: whole ones, in digits alone. */
static bool parse_sizes(const char *text, ss_bench_job *job, ss_error *error)
{
    static const double least = 10.0, most = 1e7;
    double sizes[SS_BENCH_MAX_SIZES];
    job->n_sizes = ss_parse_numbers(text, sizes, SS_BENCH_MAX_SIZES);
    bool valid = job->n_sizes > 0 && text[strspn(text, "0123456789,")] == '\0'; /* no 1e3 */
    for (size_t k = 0; valid && k < job->n_sizes; ++k) {
        valid = sizes[k] >= least && sizes[k] <= most && sizes[k] == floor(sizes[k]);
        job->sizes[k] = valid ? (size_t)sizes[k] : 0;
    }
    return valid ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "--sizes=%s must be one to %d whole numbers from %.0f to %.0f, with commas",
                        text, (int)SS_BENCH_MAX_SIZES, least, most);
}

static bool bench(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    ss_choice_list solvers = {.n = 0};
    const char *const sizes = w->job.quick ? "1000,10000" : "1000,10000,100000,1000000";
    if (!ss_name_in(w->job.kind, kind_at, NULL))
        return ss_name_unknown(w->job.kind, "cannot measure", kind_at, NULL,
                               "it must be all, machine, run, kernel, estimators, detect, step, "
                               "siconos, units or ranks",
                               error);
    w->job.solvers = &solvers;
    w->job.argc = call->argc;
    w->job.argv = call->argv;
    bool ok = parse_sizes(w->sizes != NULL ? w->sizes : sizes, &w->job, error) &&
              (w->solvers == NULL || ss_choice_list_parse(&solvers, w->solvers, NULL, error));
    for (size_t k = 0; ok && w->solvers == NULL && ss_local_solver_at(k) != NULL; ++k)
        ok = ss_choice_list_add(&solvers, ss_local_solver_at(k)->name, NULL, error);
    ok = ok && ss_bench_run(&w->job, error);
    ss_choice_list_free(&solvers);
    return ok;
}

const ss_command ss_command_bench = {
    .name = "bench",
    .summary = "what sweeps, estimators, detection and steps cost on this machine",
    .places = "[all|machine|run|kernel|estimators|detect|step|siconos|units|ranks]",
    .doc = "Measure what a contact and sweep costs in a real run and by itself (kernel), what an "
           "estimator, a detection and a whole step cost, beside the bounds that this machine's "
           "bandwidth and arithmetic set, measured in the same run, and beside Siconos where it is "
           "installed. With --out: bench.csv, machine.csv, bench.md, bench-roofline.svg and .pdf, "
           "provenance.txt.",
    .after =
        "Example:\n"
        "  stickslip bench run -s exact,ebp --sizes 1000,100000 -o results/bench\n\n"
        "Every figure is a median over batches, with quartiles; the column `verdict` says "
        "where the machine was too noisy to conclude, and an impossible figure is `-`. Where "
        "two cores are not free nothing is measured (--anyway). `ranks` (1 to 8 MPI ranks of "
        "nlgs-ranks) is not part of `all`. All of it takes about an hour, half of it on beds of "
        "100 000 contacts and more (--sizes); Ctrl-C keeps the figures that are complete.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, job.kind)),
    SS_WORDS(words, .job.kind = "all"),
    .work = bench};
