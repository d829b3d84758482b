/* The verb `noise`: how far times of equal runs differ here.
 *
 * Any run will do, for it is compared with itself; the default is short, so that the classes of
 * durations are made by repeating it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/judge/noise.h"
#include "harness/report/sheet.h"
#include "problems/base/prose.h"

#include <math.h>
#include <stdlib.h>

/* The run that is timed, and the job; budget_s 0: as long as its kind takes by default. */
typedef struct words {
    ss_problem_words problem;
    ss_solver_words solver;
    ss_compare_noise_job job;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_NUMBER(words, job.n_pairs, "pairs", 'n', "N", SS_COMPARE_NOISE_MIN_PAIRS, SS_WORD_MOST,
              "Pairs of runs per class of durations, at least 8 (default 100)"),
    SS_WORD(TIME, words, job.budget_s, "budget", 'b', "T",
            "Wall-clock time for all, e.g. 8s or 5m (default 8s, with --like 1m): longer runs are "
            "made by repeating, as far as it goes"),
    SS_TEXT(words, job.like, "like", 0, "DIR",
            "Measure the durations of this result, whose times are to be judged; --pairs is the "
            "most then, and fewer where the budget says so"),
    SS_TEXT(words, job.path, "out", 'o', "FILE",
            "File to write (default noise.csv); it must not exist"),
    SS_SWITCH(words, json, "json", 0, "Print its rows for programs"),
};

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
        ss_prose_line(
            stdout,
            "  runs of %8.3g s (%zu pairs): smallest change that can be seen: %.3g %% for "
            "one pair, %.3g %% when 100 pairs are searched%s",
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

/* Without --problem: a run of less than a millisecond. A budget of the clock bounds the job: longer
 * where it measures durations of a result. */
static bool noise(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    const bool named = w->problem.problem != NULL;
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL};
    const ss_run run = {.problem = &problem, .solver = &solver, .stop = &ss_estimator_eps};
    double missing_s = 0.0;
    w->job.run = &run;
    if (w->job.budget_s == 0.0)
        w->job.budget_s = w->job.like != NULL ? 60.0 : 8.0;
    bool ok =
        ss_problem_choice_parse(&problem, named ? w->problem.problem : "sliding-ball", error) &&
        (named || ss_problem_choice_set_value(&problem, "steps", "20", error)) &&
        ss_problem_words_set(&problem, &w->problem, error) &&
        ss_choice_parse_whole(&solver, w->solver.solver, w->solver.outer, error) &&
        (solver.external == NULL ||
         ss_error_set(error, SS_ERROR_USAGE,
                      "--solver must be one of ours; %s is an external solver", solver.label)) &&
        ss_run_fit(&problem, &solver, error);
    ok = ok && ss_compare_noise_measure(&w->job, &missing_s, error) &&
         (w->json ? ss_report_table_file(&(ss_report_sheet){.n = 0}, ss_rows_find("noise"), "",
                                         w->job.path, stdout, error)
                  : report(w->job.path, missing_s, error));
    ss_problem_choice_free(&problem);
    ss_choice_free(&solver);
    return ok;
}

const ss_command ss_command_noise = {
    .name = "noise",
    .summary = "measure how far times of equal runs differ on this machine",
    .doc = "Measure by how much the CPU times of two runs of the very same thing differ on this "
           "machine: pairs of runs (by default of sliding-ball with steps=20 by sbp) in turn (A B, "
           "B A, ...), for runs of several durations. 'stickslip compare --noise' calls a time "
           "changed only beyond that.",
    .after = "Example:\n  stickslip noise --like results/yesterday --out noise.csv\n"
             "  stickslip compare results/yesterday results/today --noise noise.csv\n\n"
             "Measure under the load that the results were made under. The floor is about pairs "
             "side by side: results made at different times may differ by more. compare judges no "
             "time of which a change of less than 50 % could not be seen, none below the shortest "
             "class and none above 20 times the longest.",
    .groups = {SS_GROUP(ss_problem_table, offsetof(words, problem)),
               SS_GROUP(ss_solver_table, offsetof(words, solver)), SS_GROUP(own, 0)},
    SS_WORDS(words, .solver = {"sbp", SS_CHOICE_OUTER_DEFAULT},
             .job = {.n_pairs = 100, .path = "noise.csv"}),
    .work = noise};
