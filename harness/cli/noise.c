/* The verb `noise`: how far times of equal runs differ here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/compare/noise.h"
#include "harness/cli/verbs.h"

#include <math.h>
#include <stdlib.h>

typedef struct words {
    ss_problem_words problem;
    ss_solver_words solver;
    const char *pairs, *budget, *like, *out;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, pairs, "pairs", 'n', "N",
            "Pairs of runs a class of durations, at least 8 (default 100)"),
    SS_TEXT(words, budget, "budget", 'b', "T",
            "Wall-clock time for all, e.g. 8s or 5m (default 8s, with --like 1m): longer runs are "
            "made by repeating, as far as it goes"),
    SS_TEXT(words, like, "like", 0, "DIR",
            "Measure the durations of this result, whose times are to be judged; --pairs is the "
            "most then, and fewer where the budget says so"),
    SS_TEXT(words, out, "out", 'o', "FILE", "File to write (default noise.csv); it must not exist"),
};

/* Without --problem: a run of less than a millisecond. */
static bool choose_problem(const words *w, ss_problem_choice *problem, ss_error *error)
{
    const bool named = w->problem.problem != NULL;
    return ss_problem_choice_parse(problem, named ? w->problem.problem : "sliding-ball", error) &&
           (named || ss_problem_choice_set_value(problem, "steps", "20", error)) &&
           ss_problem_words_set(problem, &w->problem, error);
}

/* The job of the words. A budget of the clock bounds it: longer where it measures durations of a
 * result. */
static bool resolve(const words *w, ss_compare_noise_job *job, ss_problem_choice *problem,
                    ss_choice *solver, ss_error *error)
{
    const char *const budget = w->budget != NULL ? w->budget : w->like != NULL ? "1m" : "8s";
    job->like = w->like;
    job->path = w->out;
    if (!choose_problem(w, problem, error) ||
        !ss_choice_parse_whole(solver, w->solver.solver, w->solver.outer, error) ||
        !ss_parse_count(w->pairs, "--pairs", &job->n_pairs, error) ||
        !ss_parse_time(budget, "--budget", &job->budget_s, error))
        return false;
    if (solver->external != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--solver must be one of ours; %s is an external solver",
                            solver->label);
    return job->n_pairs >= SS_COMPARE_NOISE_MIN_PAIRS ||
           ss_error_set(error, SS_ERROR_USAGE, "--pairs=%s must be at least %d", w->pairs,
                        (int)SS_COMPARE_NOISE_MIN_PAIRS);
}

/* Read back what was written, as `compare` will, and say what change of a time could be seen. */
static bool report(const char *path, double missing_s, ss_error *error)
{
    ss_compare_noise noise;
    if (!ss_compare_noise_read(&noise, path, error))
        return false;
    printf("%s, on %s:\n", path,
           noise.classes[0].machine[0] != '\0' ? noise.classes[0].machine : "an unknown CPU");
    for (size_t k = 0; k < noise.n; ++k) {
        const double duration_s = noise.classes[k].duration_s;
        const double one = expm1(ss_compare_noise_floor(&noise, duration_s, 1));
        printf("  runs of %8.3g s (%zu pairs): smallest change that can be seen: %.3g %% for one "
               "pair, %.3g %% when 100 pairs are searched%s\n",
               duration_s, noise.classes[k].pairs, 100.0 * one,
               100.0 * expm1(ss_compare_noise_floor(&noise, duration_s, 100)),
               one > SS_COMPARE_NOISE_MOST ? "; too noisy to judge" : "");
    }
    if (missing_s > 0.0)
        printf("  longer runs of the result are not measured: that takes --budget %.0fs\n",
               ceil(missing_s));
    ss_compare_noise_free(&noise);
    return true;
}

int ss_verb_noise(int argc, char **argv, ss_error *error)
{
    words w = {.solver = {"sbp", SS_CHOICE_OUTER_DEFAULT}, .pairs = "100", .out = "noise.csv"};
    const ss_command command = {
        .doc =
            "Measure by how much the CPU times of two runs of the very same thing differ on this "
            "machine: pairs of runs (by default of sliding-ball with steps=20 by sbp) in "
            "turn (A B, B A, ...), for runs of several durations. "
            "'stickslip compare --noise' calls a time changed only beyond that.\v"
            "Example:\n  stickslip noise --like results/yesterday --out noise.csv\n"
            "  stickslip compare results/yesterday results/today --noise noise.csv\n\n"
            "Measure under the load that the results were made under. The floor is about pairs "
            "side by side: results made at different times may differ by more. compare judges no "
            "time "
            "of which a change of less than 50 % could not be seen, none below the shortest class "
            "and none above 20 times the longest.",
        .groups = {SS_GROUP(ss_problem_table, &w.problem), SS_GROUP(ss_solver_table, &w.solver),
                   SS_GROUP(own, &w)}};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL};
    const ss_run run = {.problem = &problem, .solver = &solver, .stop = &ss_estimator_eps};
    ss_compare_noise_job job = {.run = &run};
    double missing_s = 0.0;
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &job, &problem, &solver, error) &&
        ss_compare_noise_measure(&job, &missing_s, error))
        report(w.out, missing_s, error);
    ss_problem_choice_free(&problem);
    ss_choice_free(&solver);
    ss_word_list_free(&w.problem.sets);
    return 0;
}
