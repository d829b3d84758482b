/* The verb `run`: one problem, one or more solvers, and their CSV tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/report/sheet.h"
#include "harness/run/run_folder.h"
#include "harness/run/start.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "problems/base/names.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct words {
    ss_problem_words problem;
    ss_solver_words solver;
    ss_conduct_words conduct;
    ss_limit_words limits;
    const char *trace, *frames, *out, *repeats;
    bool statuses, json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, trace, "trace", 0, "STEP|last|all|none",
            "Steps that leave a row a sweep in convergence.csv (default last)"),
    SS_SWITCH(words, statuses, "statuses", 0,
              "Write statuses.csv too: which contacts are open, stick or slide, in the traced "
              "steps"),
    SS_TEXT(words, frames, "frames", 0, "EVERY",
            "Write bodies.csv and forces.csv after every EVERY-th step too, the walls among the "
            "bodies: 'stickslip plot scene' draws any of them (default 0: none)"),
    SS_TEXT(words, repeats, "repeats", 0, "N",
            "Run each solver N times: cpu_s is the median, with quartiles beside it; a repeat that "
            "differs in anything but times is an error (default 1)"),
    SS_SWITCH(words, json, "json", 0, "Print the rows of summary.csv for programs"),
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make; it must not exist"),
};

/* A step that the run will never come to is a mistake of the user's, told before the first step. */
static bool check_trace(const ss_trace *trace, const ss_problem_choice *problem, ss_error *error)
{
    const size_t steps = ss_problem_choice_steps(problem);
    if (trace->kind == SS_TRACE_STEP && trace->step > steps)
        return ss_error_set(error, SS_ERROR_USAGE, "--trace=%zu is past the last step, %zu",
                            trace->step, steps);
    return trace->kind != SS_TRACE_NONE || !trace->statuses ||
           ss_error_set(error, SS_ERROR_USAGE, "--statuses needs a traced step, not --trace=none");
}

/* Bodies are of scenes alone, and a frame past the last step would never be written. */
static bool check_frames(size_t every, const ss_problem_choice *problem, ss_error *error)
{
    const size_t steps = ss_problem_choice_steps(problem);
    if (every > 0 && problem->path != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "--frames=%zu: %s has no bodies", every,
                            problem->name);
    return every <= steps || ss_error_set(error, SS_ERROR_USAGE,
                                          "--frames=%zu is past the last step, %zu", every, steps);
}

/* All that a run needs but its solver, which is one of `solvers` in turn. */
static bool resolve(const words *w, ss_run *run, ss_problem_choice *problem,
                    ss_choice_list *solvers, ss_error *error)
{
    *run = (ss_run){.problem = problem,
                    .warm_start = w->conduct.warm_start,
                    .observers.trace.statuses = w->statuses};
    return ss_problem_words_choose(problem, &w->problem, error) &&
           ss_choice_list_parse(solvers, w->solver.solver, w->solver.outer, error) &&
           ss_parse_trace(w->trace, &run->observers.trace, error) &&
           check_trace(&run->observers.trace, problem, error) &&
           ss_parse_frames(w->frames, "--frames", &run->observers.frames, error) &&
           check_frames(run->observers.frames, problem, error) &&
           ss_conduct_words_stop(&run->stop, &w->conduct, problem, error) &&
           ss_start_name(problem, error) &&
           (w->repeats == NULL || ss_parse_count(w->repeats, "--repeats", &run->repeats, error)) &&
           ss_limit_words_read(&run->limits.timeout_s, &run->limits.memory_bytes, &w->limits,
                               error);
}

/* The step of the numbers printed: a run that was cut short may have ended within the next. */
static const char *place_of(const ss_summary_row *row)
{
    ss_outcome outcome;
    return ss_outcome_find(row->status, &outcome) &&
                   (ss_outcome_is_cut_short(outcome) || outcome == SS_OUTCOME_DIVERGED)
               ? "cut short"
               : "the last";
}

static void print_summary(const ss_summary_row *row)
{
    /* fabs: printf would show the sign of a NaN */
    printf("%-20s %-12s %6zu sweep%s", row->solver, row->status, row->sweeps_last,
           ss_name_plural(row->sweeps_last));
    if (strncmp(row->problem, "file:", 5) != 0)
        printf(" in step %zu (%s)", row->steps, place_of(row));
    printf(", eps %.3g, E1 %.3g, %.3g s CPU\n", fabs(row->eps_last), fabs(row->e1_last),
           row->cpu_s);
    if (row->repeats > 1)
        printf("%-20s CPU time: median of %zu runs, quartiles %.3g and %.3g s\n", "", row->repeats,
               row->cpu_s_q1, row->cpu_s_q3);
    if (row->message[0] != '\0')
        printf("%-20s %s\n", "", row->message);
}

static void print_nothing(const ss_summary_row *row)
{
    (void)row;
}

/* Name the verb that says why steps ended unsolved, where any did. */
static void point_at_diagnosis(const char *folder)
{
    char path[SS_PATH_SIZE];
    if (ss_path_join(path, sizeof path, folder, "diagnosis.csv", NULL) && access(path, F_OK) == 0) {
        fputs("why: stickslip diagnose", stdout);
        ss_provenance_print_word(stdout, folder);
        putchar('\n');
    }
}

int ss_verb_run(int argc, char **argv, ss_error *error)
{
    words w = {.solver.outer = SS_CHOICE_OUTER_DEFAULT, .limits.timeout = "10m", .trace = "last"};
    const ss_command command = {
        .doc =
            "Run a problem with one or more solvers and write summary.csv (a row a solver), "
            "history.csv (a row a step), convergence.csv (a row a sweep of the traced steps), "
            "bodies.csv (start and end), forces.csv (contacts of the last step) and "
            "provenance.txt; with --statuses also statuses.csv "
            "(which contacts stick, slide and open: 'stickslip plot statuses'); shapes.csv where "
            "bodies are no balls, observables.csv where the scene has some, notes.csv (run "
            "--trace) "
            "of solvers that keep a log: the points of central-path, and diagnosis.csv and "
            "diagnosis_contacts.csv where steps end unsolved ('stickslip diagnose'). "
            "results/SCHEMA.md explains every column.\v"
            "Example:\n  stickslip run --problem balls-4 --solver sbp,'ebp[alpha=2]' "
            "--set mu=0.5 --out results/mine\n\n"
            "Each solver runs in a process of its own: that it does not converge, crashes, hangs, "
            "leaves the program, eats memory or writes where it may not is a result (columns "
            "status and message, exit code 0), and costs the others nothing. Ctrl-C ends the "
            "solver under way after its sweep and keeps the complete steps; Ctrl-C again, or "
            "two seconds after a SIGTERM, ends it within the sweep. Exit codes are in "
            "'stickslip --help'.",
        .groups = {SS_GROUP(ss_problem_table, &w.problem), SS_GROUP(ss_settings_table, &w.problem),
                   SS_GROUP(ss_solver_table, &w.solver), SS_GROUP(ss_conduct_table, &w.conduct),
                   SS_GROUP(ss_limit_table, &w.limits), SS_GROUP(own, &w)},
        .needed = {&w.problem.problem, &w.solver.solver, &w.out}};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice_list solvers = {.n = 0};
    ss_run run;
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &run, &problem, &solvers, error) &&
        ss_run_folder(&run, &solvers,
                      &(ss_run_order){w.out, argc, argv, w.json ? print_nothing : print_summary},
                      error) &&
        !w.json)
        point_at_diagnosis(w.out);
    if (error->code == SS_ERROR_NONE && w.json)
        ss_report_table_file(w.out, ss_rows_find("summary"), &ss_report_json, stdout, error);
    ss_problem_choice_free(&problem);
    ss_choice_list_free(&solvers);
    ss_word_list_free(&w.problem.sets);
    return 0;
}
