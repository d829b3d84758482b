/* The verb `noise`: how far times of equal runs differ here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/compare/noise.h"
#include "harness/cli/verbs.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_SETS = 32 };

typedef struct words {
    const char *problem, *solver, *pairs, *budget, *out;
    const char *sets[MAX_SETS];
    size_t n_sets;
} words;

/* Without --problem: a run of less than a millisecond. */
static const char default_problem[] = "sliding-ball", default_set[] = "steps=20";

static const struct argp_option options[] = {
    {"problem", 'p', "P", 0, "What is run (default sliding-ball with steps=20)", 0},
    {"solver", 's', "S", 0, "By which of our solvers (default sbp)", 0},
    {"set", 'S', "KEY=VALUE", 0, "Set a parameter of the problem", 0},
    {"pairs", 'n', "N", 0, "Pairs of runs a class of durations, at least 8 (default 100)", 0},
    {"budget", 'b', "T", 0,
     "Wall-clock time for all, e.g. 8s or 5m (default 8s): longer runs are made by repeating, as "
     "far as it goes",
     0},
    {"out", 'o', "FILE", 0, "File to write (default noise.csv); it must not exist", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {
        {'p', &w->problem}, {'s', &w->solver}, {'n', &w->pairs}, {'b', &w->budget}, {'o', &w->out}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case 'S':
        if (w->n_sets == MAX_SETS)
            argp_error(state, "more than %d --set", (int)MAX_SETS);
        w->sets[w->n_sets++] = arg;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is not understood; options begin with --", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool choose_problem(const words *w, ss_problem_choice *problem, ss_error *error)
{
    const bool given = w->problem != NULL;
    bool valid = ss_problem_choice_parse(problem, given ? w->problem : default_problem, error) &&
                 (given || ss_problem_choice_set(problem, default_set, error));
    for (size_t k = 0; valid && k < w->n_sets; ++k)
        valid = ss_problem_choice_set(problem, w->sets[k], error);
    return valid;
}

static bool choose_solver(const words *w, ss_choice *solver, ss_error *error)
{
    if (!ss_choice_parse_whole(solver, w->solver, SS_CHOICE_OUTER_DEFAULT, error))
        return false;
    return solver->external == NULL ||
           ss_error_set(error, SS_ERROR_USAGE, "--solver must be one of ours; %s is another code's",
                        w->solver);
}

static bool understand(const words *w, ss_compare_noise_plan *plan, ss_run *run,
                       ss_problem_choice *problem, ss_choice *solver, ss_error *error)
{
    if (!choose_problem(w, problem, error) || !choose_solver(w, solver, error) ||
        !ss_parse_count(w->pairs, "--pairs", &plan->n_pairs, error) ||
        !ss_parse_time(w->budget, "--budget", &plan->budget_s, error))
        return false;
    if (plan->n_pairs < SS_COMPARE_NOISE_MIN_PAIRS)
        return ss_error_set(error, SS_ERROR_USAGE, "--pairs=%s must be at least %d", w->pairs,
                            (int)SS_COMPARE_NOISE_MIN_PAIRS);
    *run = (ss_run){.entry = problem->entry,
                    .name = problem->name,
                    .path = problem->path,
                    .params = problem->params,
                    .instance = 1,
                    .solver = solver,
                    .stop = &ss_estimator_eps};
    plan->run = run;
    return true;
}

static bool report(const char *path, ss_error *error)
{
    ss_compare_noise noise;
    if (!ss_compare_noise_read(&noise, path, error))
        return false;
    printf("%s, on %s:\n", path, noise.machine[0] != '\0' ? noise.machine : "an unknown CPU");
    for (size_t k = 0; k < noise.n; ++k)
        printf("  runs of %8.3g s: times of one row must differ by %.3g %%, of one in 100 rows by "
               "%.3g %%\n",
               noise.classes[k].duration_s,
               100.0 * expm1(ss_compare_noise_floor(&noise, noise.classes[k].duration_s, 1)),
               100.0 * expm1(ss_compare_noise_floor(&noise, noise.classes[k].duration_s, 100)));
    ss_compare_noise_free(&noise);
    return true;
}

int ss_verb_noise(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc =
            "Measure by how much the CPU times of two runs of the very same thing differ on this "
            "machine: pairs of runs in turn (A B, B A, ...), for runs of several durations. "
            "'stickslip compare --noise' calls a time changed only beyond that.\v"
            "Example:\n  stickslip noise --out noise.csv\n"
            "  stickslip compare results/yesterday results/today --noise noise.csv\n\n"
            "Measure under the load that the results were made under. The floor is about pairs "
            "side by side: results made at different times may differ by more."};
    words w = {.solver = "sbp", .pairs = "100", .budget = "8s", .out = "noise.csv"};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL};
    ss_compare_noise_plan plan = {.run = NULL};
    ss_run run;
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (understand(&w, &plan, &run, &problem, &solver, &error) &&
        ss_compare_noise_measure(&plan, w.out, &error))
        report(w.out, &error);
    ss_problem_choice_free(&problem);
    ss_choice_free(&solver);
    return ss_verb_finish("noise", &error);
}
