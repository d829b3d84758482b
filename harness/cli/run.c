/* The verb `run`: one problem, one or more solvers, and their CSV tables.
 *
 * Everything that can be wrong is told before the folder is made: a name, a step that never comes,
 * a problem that is not there. What happens after that is a row, not an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/report/sheet.h"
#include "harness/run/over_ranks.h"
#include "harness/run/run_folder.h"
#include "harness/run/start.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run of each solver, and what it leaves beside its rows. */
typedef struct words {
    ss_problem_words problem;
    ss_solver_words solver;
    ss_conduct_words conduct;
    ss_run_limits limits;
    const char *trace, *launcher, *resume, *out;
    size_t frames, repeats, ranks, checkpoint_every;
    bool statuses, impulses, json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, trace, "trace", 0, "STEP|last|all|none",
            "Steps that leave one row per sweep in convergence.csv (default last)"),
    SS_SWITCH(
        words, statuses, "statuses", 0,
        "Write statuses.csv too: which contacts are open, stick or slide, in the traced steps"),
    SS_SWITCH(words, impulses, "impulses", 0,
              "Write impulses.csv too: r, u and mu of every contact of the last step"),
    SS_NUMBER(
        words, frames, "frames", 0, "EVERY", 0, SS_WORD_MOST,
        "Write bodies.csv and forces.csv after every EVERY-th step too: 'stickslip plot scene' "
        "draws any of them (default 0: none)"),
    SS_NUMBER(words, repeats, "repeats", 0, "N", 1, SS_WORD_MOST,
              "Run each solver N times: cpu_s is the median, with quartiles beside it; a repeat "
              "that differs in anything but times is an error (default 1)"),
    SS_NUMBER(words, ranks, "ranks", 0, "N", 0, 1000000,
              "Solve a step file (`freeze --rigid`) by N MPI ranks, nlgs-ranks, anderson-ranks, "
              "ppa-ranks or apgd-ranks, and judge "
              "by another number of them; ranks.csv has what it took (default 0: in one process)"),
    SS_TEXT(words, launcher, "launcher", 0, "WORDS",
            "What starts ranks, `-n N` and the program behind it, e.g. 'srun --mpi=pmix "
            "--kill-on-bad-exit=1' (default: mpirun)"),
    SS_NUMBER(words, checkpoint_every, "checkpoint-every", 0, "N", 0, SS_WORD_MOST,
              "With --ranks: at the first convergence check after every N sweeps, write "
              "DIR/ranks-1.hdf5.checkpoint anew, which stays if the ranks do not finish (default "
              "0: none)"),
    SS_TEXT(words, resume, "resume", 0, "CHECKPOINT",
            "With --ranks, any number: go on from a checkpoint of the same solver and file, with "
            "the bits of a run that nothing has stopped"),
    SS_SWITCH(words, json, "json", 0, "Print the rows of summary.csv for programs"),
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make; it must not exist"),
};

/* A step that the run will never come to is a mistake of the user's, told before the first one;
 * bodies are of scenes alone. */
static bool check_steps(const ss_trace *trace, size_t frames, const ss_problem_choice *problem,
                        ss_error *error)
{
    const size_t steps = ss_problem_choice_steps(problem);
    if (trace->kind == SS_TRACE_STEP && trace->step > steps)
        return ss_error_set(error, SS_ERROR_USAGE, "--trace=%zu is past the last step, %zu",
                            trace->step, steps);
    if (trace->kind == SS_TRACE_NONE && trace->statuses)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--statuses needs a traced step, not --trace=none");
    const char *const lacks = ss_problem_lacks_places(problem->name);
    if (frames > 0 && lacks != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "--frames=%zu: %s has no bodies: %s", frames,
                            problem->name, lacks);
    return frames <= steps ||
           ss_error_set(error, SS_ERROR_USAGE, "--frames=%zu is past the last step, %zu", frames,
                        steps);
}

/* Half of a wish is not taken for none: the run would be another one. */
static bool check_ranks(const words *w, ss_error *error)
{
    if (w->launcher != NULL && w->ranks == 0)
        return ss_error_set(error, SS_ERROR_USAGE, "--launcher is for --ranks");
    return w->ranks > 0 || (w->resume == NULL && w->checkpoint_every == 0) ||
           ss_error_set(error, SS_ERROR_USAGE, "--checkpoint-every and --resume are for --ranks");
}

/* What a process prints that poses the problems goes to problem.log. */
static bool name_log(ss_problem_choice *problem, const char *folder, ss_error *error)
{
    return problem->words == NULL ||
           ss_path_join(problem->log, sizeof problem->log, folder, "problem.log", error);
}

static void print_summary(const ss_summary_row *row)
{
    ss_outcome outcome;
    const bool ended_early = ss_outcome_find(row->status, &outcome) &&
                             (ss_outcome_is_cut_short(outcome) || outcome == SS_OUTCOME_DIVERGED);
    char *const label = ss_label_contender(row->solver, row->outer);
    /* fabs: printf would show the sign of a NaN */
    printf("%-20s %-12s %6zu sweep%s", label, row->status, row->sweeps_last,
           ss_name_plural(row->sweeps_last));
    free(label);
    if (strncmp(row->problem, "file:", 5) != 0) /* which may have ended within the next step */
        printf(" in step %zu (%s)", row->steps, ended_early ? "cut short" : "the last");
    /* on a terminal within 80 columns; in a file a line a solver */
    if (isatty(STDOUT_FILENO) == 1)
        printf("\n%-20s ", "");
    else
        fputs(", ", stdout);
    printf("eps %.3g, E1 %.3g, %.3g s CPU\n", fabs(row->eps_last), fabs(row->e1_last), row->cpu_s);
    if (row->repeats > 1)
        printf("%-20s CPU time: median of %zu runs, quartiles %.3g and %.3g s\n", "", row->repeats,
               row->cpu_s_q1, row->cpu_s_q3);
    if (row->message[0] != '\0')
        printf("%-20s %s\n", "", row->message);
}

/* In place of a line a solver, where the output is for programs. */
static void print_nothing(const ss_summary_row *row)
{
    (void)row;
}

/* All solvers in turn. Printed at the end: the verb that says why, where a step ended unsolved. */
static bool run(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    ss_problem_choice problem = {.entry = NULL};
    ss_choice_list solvers = {.n = 0};
    ss_choice leader = {.label = NULL};
    ss_run run = {
        .problem = &problem,
        .limits = w->limits,
        .repeats = w->repeats,
        .observers = {.trace.statuses = w->statuses, .impulses = w->impulses, .frames = w->frames}};
    const ss_run_order order = {w->out, call->argc, call->argv,
                                w->json ? print_nothing : print_summary};
    const ss_over_ranks ranks = {w->ranks,  w->launcher,         w->out,
                                 w->resume, w->checkpoint_every, NULL};
    char path[SS_PATH_SIZE];
    run.ranks = w->ranks > 0 ? &ranks : NULL; /* they outlive the run, as all its words */
    bool done = check_ranks(w, error) && ss_problem_words_choose(&problem, &w->problem, error) &&
                ss_choice_list_parse(&solvers, w->solver.solver, w->solver.outer, error) &&
                ss_parse_trace(w->trace, &run.observers.trace, error) &&
                check_steps(&run.observers.trace, w->frames, &problem, error) &&
                ss_conduct_words_set(&run, &leader, &w->conduct, error) &&
                ss_start_name(&problem, error) && name_log(&problem, w->out, error) &&
                ss_run_folder(&run, &solvers, &order, error);
    if (done && w->json)
        done = ss_report_table_file(&(ss_report_sheet){.n = 0}, ss_rows_find("summary"), w->out,
                                    NULL, stdout, error);
    else if (done && ss_path_join(path, sizeof path, w->out, "diagnosis.csv", NULL) &&
             access(path, F_OK) == 0) {
        fputs("why: stickslip diagnose", stdout);
        ss_provenance_print_word(stdout, w->out);
        putchar('\n');
    }
    if (done && !w->json && w->impulses && problem.path != NULL && solvers.n > 1) {
        fputs("answers: stickslip agree", stdout);
        ss_provenance_print_word(stdout, w->out);
        putchar('\n');
    }
    ss_problem_choice_free(&problem);
    ss_choice_list_free(&solvers);
    ss_choice_free(&leader);
    return done;
}

const ss_command ss_command_run = {
    .name = "run",
    .summary = "run one problem with one or more solvers, write CSV tables",
    .doc =
        "Run a problem with one or more solvers and write summary.csv (one row per solver), "
        "history.csv (one row per step), convergence.csv (one row per sweep of the traced steps), "
        "bodies.csv (start and end), forces.csv (contacts of the last step) and provenance.txt; "
        "stresses.csv where bodies are meshed; "
        "with --statuses also statuses.csv (which contacts stick, slide and open: 'stickslip "
        "plot statuses'), with --impulses impulses.csv (r and u of each contact, of files too); "
        "shapes.csv where bodies are no balls, observables.csv where the scene "
        "has some, ranks.csv with --ranks, notes.csv (run --trace) of solvers that keep a log: the "
        "points of "
        "central-path, and diagnosis.csv and diagnosis_contacts.csv where steps end unsolved "
        "('stickslip diagnose'). `stickslip list columns` explains every column "
        "(results/SCHEMA.md).",
    .after =
        "Example:\n"
        "  stickslip run -p balls-4 -s sbp,'ebp[alpha=2]' --set mu=0.5 -o results/mine\n\n"
        "Each solver runs in a process of its own: that it does not converge, crashes, hangs, "
        "leaves the program, eats memory or writes where it may not is a result (columns status "
        "and message, exit code 0), and costs the others nothing. Ctrl-C ends the solver under way "
        "after its sweep and keeps the complete steps; Ctrl-C again, or two seconds after a "
        "SIGTERM, ends it within the sweep. Exit codes are in 'stickslip --help'.",
    .groups = {SS_GROUP(ss_problem_table, offsetof(words, problem)),
               SS_GROUP(ss_settings_table, offsetof(words, problem)),
               SS_GROUP(ss_solver_table, offsetof(words, solver)),
               SS_GROUP(ss_conduct_table, offsetof(words, conduct)),
               SS_GROUP(ss_limit_table, offsetof(words, limits)), SS_GROUP(own, 0)},
    .needed = {"problem", "solver", "out"},
    SS_WORDS(words, .solver.outer = SS_CHOICE_OUTER_DEFAULT,
             .limits = {.timeout_s = 600.0, .memory_bytes = SS_WORD_MEMORY_DEFAULT},
             .trace = "last"),
    .work = run};
