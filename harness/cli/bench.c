/* The verb `bench`: what everything costs on this machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

#include <math.h>

typedef struct words {
    const char *kind, *sizes, *solvers, *folder, *cache;
    bool quick, anyway;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, folder, "out", 'o', "DIR",
            "Folder to make and fill; it must not exist (default: none)"),
    SS_SWITCH(words, quick, "quick", 0,
              "Two minutes: short batches, 1000 and 10000 contacts, 500 balls"),
    SS_SWITCH(words, anyway, "anyway", 0,
              "Measure though two cores are not free, which is refused otherwise"),
    SS_TEXT(words, sizes, "sizes", 0, "N[,N...]",
            "Contacts of the beds (default 1000,10000,100000,1000000)"),
    SS_TEXT(words, solvers, "solver", 's', "S[,S...]",
            "Local solvers (default: all; a whole step takes exact)"),
    SS_TEXT(words, cache, "cache", 0, "DIR",
            "Folder that keeps settled beds (default $XDG_CACHE_HOME/stickslip, "
            "~/.cache/stickslip)"),
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

/* The job of the words; it borrows them, and `solvers`, which the caller frees. */
static bool resolve(const words *w, ss_bench_job *job, ss_choice_list *solvers, ss_error *error)
{
    char all[1024];
    ss_solver_words_all(all, sizeof all, SS_CHOICE_LOCAL);
    const char *const sizes = w->quick ? "1000,10000" : "1000,10000,100000,1000000";
    if (!ss_name_in(w->kind, kind_at, NULL))
        return ss_name_unknown(w->kind, "cannot measure", kind_at, NULL,
                               "it must be all, machine, run, kernel, estimators, detect, step or "
                               "siconos",
                               error);
    if (!parse_sizes(w->sizes != NULL ? w->sizes : sizes, job, error) ||
        !ss_choice_list_parse(solvers, w->solvers != NULL ? w->solvers : all, NULL, error))
        return false;
    job->kind = w->kind;
    job->quick = w->quick;
    job->anyway = w->anyway;
    job->solvers = solvers;
    job->cache = w->cache;
    job->folder = w->folder;
    return true;
}

int ss_verb_bench(int argc, char **argv, ss_error *error)
{
    words w = {.kind = "all"};
    const ss_command command = {
        .places = "[all|machine|run|kernel|estimators|detect|step|siconos]",
        .doc =
            "Measure what a contact and sweep costs in a real run and by itself (kernel), what an "
            "estimator, a detection and a whole step cost, "
            "beside the bounds that this machine's bandwidth and arithmetic set, measured in "
            "the same run, and beside Siconos where it is installed. With --out: bench.csv, "
            "machine.csv, bench.md, bench-roofline.svg and .pdf, provenance.txt.\v"
            "Example:\n  stickslip bench run --solver exact,ebp --sizes 1000,100000 --out "
            "results/bench\n\n"
            "Every figure is a median over batches, with quartiles; the column `verdict` says "
            "where the machine was too noisy to conclude, and an impossible figure is `-`. "
            "Where two "
            "cores are not free nothing is measured (--anyway). All of it takes about an hour, "
            "half "
            "of it on beds of 100 000 contacts and more (--sizes); Ctrl-C keeps the figures that "
            "are "
            "complete.",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.kind}};
    ss_choice_list solvers = {.n = 0};
    ss_bench_job job = {.argc = argc, .argv = argv};
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &job, &solvers, error))
        ss_bench_run(&job, error);
    ss_choice_list_free(&solvers);
    return 0;
}
