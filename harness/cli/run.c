/* The verb `run`: one problem, one or more solvers, four CSV tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/run/run_folder.h"
#include "harness/cli/verbs.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_SETS = 64 };

/* The words of the command line, not yet understood. */
typedef struct words {
    const char *problem, *solvers, *outer, *instance, *trace, *stop, *timeout, *memory, *out;
    const char *keys[MAX_SETS]; /* of --steps, --tol and --max-sweeps; NULL for a --set */
    const char *sets[MAX_SETS]; /* the value of that key; KEY=VALUE for a --set */
    size_t n_sets;
    bool warm_start, statuses;
} words;

enum {
    KEY_TRACE = 256,
    KEY_STATUSES,
    KEY_OUTER,
    KEY_WARM,
    KEY_TOL,
    KEY_MAX_SWEEPS,
    KEY_STEPS,
    KEY_STOP,
    KEY_TIMEOUT,
    KEY_MEMORY
};

static const struct argp_option options[] = {
    {"problem", 'p', "P", 0, "Name of the problem; see 'stickslip list problems'", 0},
    {"solver", 's', "S[,S...]", 0,
     "Local solvers, each NAME or 'NAME[KEY=VALUE,...]'; see 'stickslip describe NAME'", 0},
    {"outer", KEY_OUTER, "O", 0,
     "Outer solver, NAME or 'NAME[KEY=VALUE,...]'; see 'stickslip describe NAME' (default nlgs)",
     0},
    {"instance", 'i', "K", 0, "Instance: the seed of the start, from 1 (default 1)", 0},
    {"steps", KEY_STEPS, "N", 0, "Time steps (default: the problem's)", 0},
    {"tol", KEY_TOL, "E", 0, "A step is solved when the estimator is <= E (default: the problem's)",
     0},
    {"stop", KEY_STOP, "ESTIMATOR", 0, "The estimator that stops (default eps, [D] eq. 37)", 0},
    {"max-sweeps", KEY_MAX_SWEEPS, "N", 0, "Cap of sweeps a step (default: the problem's)", 0},
    {"trace", KEY_TRACE, "STEP|last|all|none", 0,
     "Steps that leave a row a sweep in convergence.csv (default last)", 0},
    {"statuses", KEY_STATUSES, NULL, 0,
     "Write statuses.csv too: which contacts are open, stick or slide, in the traced steps", 0},
    {"timeout", KEY_TIMEOUT, "T", 0,
     "Wall-clock limit of a solver of another code, e.g. 60s or 2m (default 60s)", 0},
    {"memory", KEY_MEMORY, "N", 0, "Memory limit of a solver of another code, MiB (default 2048)",
     0},
    {"warm-start", KEY_WARM, NULL, 0,
     "Start each step from the last one's impulses, by contact identity (default: from r = 0)", 0},
    {"set", 'S', "KEY=VALUE", 0, "Set a parameter of the problem; see 'stickslip describe P'", 0},
    {"out", 'o', "DIR", 0, "Folder to make; it must not exist", 0},
    {0}};

static void add_set(struct argp_state *state, words *w, const char *key, const char *value)
{
    if (w->n_sets == MAX_SETS)
        argp_error(state, "more than %d --set", (int)MAX_SETS);
    w->keys[w->n_sets] = key;
    w->sets[w->n_sets++] = value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {
        {'p', &w->problem},       {'s', &w->solvers},     {'i', &w->instance},
        {'o', &w->out},           {KEY_OUTER, &w->outer}, {KEY_TIMEOUT, &w->timeout},
        {KEY_MEMORY, &w->memory}, {KEY_STOP, &w->stop},   {KEY_TRACE, &w->trace}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case 'S':
        add_set(state, w, NULL, arg);
        return 0;
    case KEY_WARM:
        w->warm_start = true;
        return 0;
    case KEY_STATUSES:
        w->statuses = true;
        return 0;
    case KEY_TOL:
        add_set(state, w, "tol", arg);
        return 0;
    case KEY_MAX_SWEEPS:
        add_set(state, w, "max-sweeps", arg);
        return 0;
    case KEY_STEPS:
        add_set(state, w, "steps", arg);
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is not understood; options begin with --", arg);
        return 0;
    case ARGP_KEY_END:
        if (w->problem == NULL || w->solvers == NULL || w->out == NULL)
            argp_error(state, "--problem, --solver and --out are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool understand(const words *w, ss_run *run, ss_problem_choice *problem,
                       ss_choice_list *solvers, ss_error *error)
{
    size_t instance = 0, mebibytes = 0;
    bool valid = ss_problem_choice_parse(problem, w->problem, error) &&
                 ss_choice_list_parse(solvers, w->solvers, w->outer, error) &&
                 ss_parse_count(w->instance, "--instance", &instance, error) &&
                 ss_parse_trace(w->trace, &run->trace, error) &&
                 ss_estimator_find_stop(w->stop, &run->stop, error) &&
                 ss_parse_time(w->timeout, "--timeout", &run->timeout_s, error) &&
                 ss_parse_count(w->memory, "--memory", &mebibytes, error);
    for (size_t k = 0; valid && k < w->n_sets; ++k)
        valid = w->keys[k] == NULL
                    ? ss_problem_choice_set(problem, w->sets[k], error)
                    : ss_problem_choice_set_value(problem, w->keys[k], w->sets[k], error);
    if (!valid)
        return false;
    const ss_scene_params *const scene = problem->params;
    const size_t steps = problem->entry->frozen ? 1 : scene->steps;
    if (run->trace.kind == SS_TRACE_STEP && run->trace.step > steps)
        return ss_error_set(error, SS_ERROR_USAGE, "--trace=%zu is past the last step, %zu",
                            run->trace.step, steps);
    if (run->trace.kind == SS_TRACE_NONE && w->statuses)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--statuses needs a traced step, not --trace=none");
    run->trace.statuses = w->statuses;
    run->entry = problem->entry;
    run->name = problem->name;
    run->path = problem->path;
    run->params = problem->params;
    run->instance = instance;
    run->warm_start = w->warm_start;
    run->memory_bytes = mebibytes << 20;
    return true;
}

static void print_summary(const ss_summary_row *row)
{
    /* fabs: printf would show the sign of a NaN */
    printf("%-20s %-12s %6zu sweeps in the last of %zu steps, eps %.3g, E1 %.3g, %.3g s CPU\n",
           row->solver, row->status, row->sweeps_last, row->steps, fabs(row->eps_last),
           fabs(row->e1_last), row->cpu_s);
}

int ss_verb_run(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Run a problem with one or more solvers and write summary.csv (a row a solver), "
               "history.csv (a row a step), convergence.csv (a row a sweep of the traced steps), "
               "bodies.csv (start and end) and provenance.txt; with --statuses also statuses.csv "
               "(which contacts stick, slide and open: 'stickslip plot statuses'). "
               "results/SCHEMA.md explains every "
               "column.\v"
               "Example:\n  stickslip run --problem balls-4 --solver sbp,'ebp[alpha=2]' "
               "--set mu=0.5 --out results/mine\n\n"
               "A run that does not converge is a result (column status), not an error. Ctrl-C "
               "keeps the complete steps; exit codes are in 'stickslip --help'."};
    words w = {.outer = "nlgs",
               .instance = "1",
               .trace = "last",
               .stop = "eps",
               .timeout = "60s",
               .memory = "2048"};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice_list solvers = {.n = 0};
    ss_run run = {.entry = NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (understand(&w, &run, &problem, &solvers, &error))
        ss_run_folder(&run, &solvers, w.out, argc, argv, print_summary, &error);
    ss_problem_choice_free(&problem);
    ss_choice_list_free(&solvers);
    return ss_verb_finish("run", &error);
}
