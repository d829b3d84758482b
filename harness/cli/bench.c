/* The verb `bench`: what everything costs on this machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/bench/bench.h"
#include "harness/cli/verbs.h"
#include "problems/base/names.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

typedef struct words {
    const char *kind, *sizes, *solvers, *folder, *cache;
    bool quick;
} words;

enum { KEY_QUICK = 256, KEY_SIZES, KEY_CACHE };

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "Folder to make and fill; it must not exist (default: none)", 0},
    {"quick", KEY_QUICK, NULL, 0, "Seconds: short batches, 1000 and 10000 contacts, 500 balls", 0},
    {"sizes", KEY_SIZES, "N[,N...]", 0, "Contacts of the beds (default 1000,10000,100000,1000000)",
     0},
    {"solver", 's', "S[,S...]", 0, "Local solvers (default: all; a whole step takes exact)", 0},
    {"solvers", 's', NULL, OPTION_ALIAS, NULL, 0},
    {"cache", KEY_CACHE, "DIR", 0,
     "Folder that keeps settled beds (default $XDG_CACHE_HOME/stickslip, ~/.cache/stickslip)", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {
        {'o', &w->folder}, {'s', &w->solvers}, {KEY_SIZES, &w->sizes}, {KEY_CACHE, &w->cache}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case KEY_QUICK:
        w->quick = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "'%s' is one word too many; name one kind", arg);
        w->kind = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const char *kind_at(const void *unused, size_t k)
{
    (void)unused;
    return k == 0 ? "all" : ss_bench_kind_at(k - 1);
}

static bool parse_sizes(const char *text, ss_bench_job *job, ss_error *error)
{
    static const size_t least = 10, most = 10000000;
    const char *at = text;
    while (job->n_sizes < SS_BENCH_MAX_SIZES) {
        char *end = NULL;
        const long size = strtol(at, &end, 10);
        if (end == at || size < (long)least || size > (long)most || (*end != ',' && *end != '\0'))
            break;
        job->sizes[job->n_sizes++] = (size_t)size;
        at = end + 1;
        if (*end == '\0')
            return true;
    }
    return ss_error_set(error, SS_ERROR_USAGE,
                        "--sizes=%s must be one to %d whole numbers from %zu to %zu, with commas",
                        text, (int)SS_BENCH_MAX_SIZES, least, most);
}

static void all_solvers(char *text, size_t size)
{
    size_t used = 0;
    for (size_t k = 0; ss_local_solver_at(k) != NULL && used < size; ++k)
        used += (size_t)snprintf(text + used, size - used, "%s%s", k > 0 ? "," : "",
                                 ss_local_solver_at(k)->name);
}

static bool understand(const words *w, ss_bench_job *job, ss_choice_list *solvers, ss_error *error)
{
    char all[1024] = "";
    all_solvers(all, sizeof all);
    const char *const sizes = w->quick ? "1000,10000" : "1000,10000,100000,1000000";
    if (!ss_name_in(w->kind, kind_at, NULL))
        return ss_name_unknown(w->kind, "cannot measure", kind_at, NULL,
                               "it must be all, machine, sweep, estimators, detect, step or "
                               "siconos",
                               error);
    if (!parse_sizes(w->sizes != NULL ? w->sizes : sizes, job, error) ||
        !ss_choice_list_parse(solvers, w->solvers != NULL ? w->solvers : all, NULL, error))
        return false;
    job->kind = w->kind;
    job->quick = w->quick;
    job->solvers = solvers;
    job->cache = w->cache;
    job->folder = w->folder;
    return true;
}

int ss_verb_bench(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[all|machine|sweep|estimators|detect|step|siconos]",
        .doc = "Measure what a contact and sweep, an estimator, a detection and a whole step cost, "
               "beside the bounds that this machine's bandwidth and arithmetic set, measured in "
               "the same run, and beside Siconos where it is installed. With --out: bench.csv, "
               "machine.csv, bench.md, bench-roofline.svg and .pdf.\v"
               "Example:\n  stickslip bench sweep --solver exact,ebp --sizes 1000,100000 --out "
               "results/bench\n\n"
               "Every figure is a median over batches, with quartiles; the column `verdict` says "
               "where the machine was too noisy to conclude. All of it takes some minutes; Ctrl-C "
               "keeps the figures that are complete."};
    words w = {.kind = "all"};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_choice_list solvers = {.n = 0};
    ss_bench_job job = {.argc = argc, .argv = argv};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (understand(&w, &job, &solvers, &error))
        ss_bench_run(&job, &error);
    ss_choice_list_free(&solvers);
    return ss_verb_finish("bench", &error);
}
