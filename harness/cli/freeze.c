/* The verb `freeze`: the contact problem that a scene poses at a step, as an FCLIB file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"
#include "harness/run/alone.h"
#include "harness/tables/provenance.h"
#include "harness/cli/verbs.h"
#include "problems/base/names.h"
#include "problems/files/fclib.h"

#include <math.h>
#include <unistd.h>

typedef struct words {
    ss_problem_words problem;
    ss_solver_words solver;
    const char *step, *out, *title, *description;
    bool solution;
    ss_limit_words limits;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, step, "step", 't', "N", "Time step whose problem is written, from 1"),
    SS_SWITCH(words, solution, "solution", 0, "Write the solver's r and u = W r + q too"),
    SS_TEXT(words, title, "title", 0, "TEXT", "Title in the file (default: problem and step)"),
    SS_TEXT(words, description, "description", 0, "TEXT",
            "Description in the file (default: how it came)"),
    SS_TEXT(words, out, "out", 'o', "FILE", "File to make; it must not exist"),
};

/* The step to write, and what the file says of itself where the user does not; in memory shared
 * with the child that writes. */
typedef struct order {
    const words *words;
    size_t step;
    bool written;
    char title[256], description[1024];
} order;

static bool write_problem(void *context, size_t step, const ss_problem *problem, const double *r,
                          const double *u, ss_error *error)
{
    order *const o = context;
    if (step != o->step)
        return true;
    if (problem->n_contacts == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "step %zu has no contact; choose a later one with --step", step);
    const words *const w = o->words;
    const ss_fclib_text text = {.title = w->title != NULL ? w->title : o->title,
                                .description =
                                    w->description != NULL ? w->description : o->description,
                                .math_info = "u = W r + q, components (n, t1, t2), r in N s",
                                .provenance = ss_provenance_version()};
    o->written = ss_fclib_write(w->out, problem, &text, w->solution ? r : NULL,
                                w->solution ? u : NULL, error);
    return o->written;
}

static bool resolve(const words *w, ss_problem_choice *problem, ss_choice *solver, order *o,
                    ss_error *error)
{
    char steps[40];
    if (!ss_problem_words_choose(problem, &w->problem, error) ||
        !ss_choice_parse_whole(solver, w->solver.solver, w->solver.outer, error) ||
        !ss_parse_count(w->step, "--step", &o->step, error))
        return false;
    if (access(w->out, F_OK) == 0)
        return ss_error_set(error, SS_ERROR_OUTPUT, "%.400s exists; choose another --out", w->out);
    if (problem->path != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "%s is frozen already", problem->name);
    if (solver->external != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "%s cannot move a scene; name a local solver",
                            w->solver.solver);
    snprintf(steps, sizeof steps, "%zu", o->step);
    if (!ss_problem_choice_set_value(problem, "steps", steps, error))
        return false;
    snprintf(o->title, sizeof o->title, "%s, instance %zu, step %zu", problem->name,
             problem->instance, o->step);
    snprintf(o->description, sizeof o->description, "moved by %s; parameters %s", w->solver.solver,
             problem->values);
    return true;
}

int ss_verb_freeze(int argc, char **argv, ss_error *error)
{
    words w = {.solver.outer = SS_CHOICE_OUTER_DEFAULT, .limits.timeout = "10m"};
    const ss_command command = {
        .doc = "Move a scene to time step N with a solver and write the contact problem it poses "
               "there as an FCLIB file (HDF5), which any verb reads back as file:PATH. Its "
               "contacts are in the scene's order, so the sweep counts are the scene's own.\v"
               "Example:\n  stickslip freeze --problem balls-500 --solver ebp --step 500 "
               "--solution --out b500.hdf5\n  stickslip run --problem file:b500.hdf5 "
               "--solver sbp,exact --stop e1 --out results/b500",
        .groups = {SS_GROUP(ss_problem_table, &w.problem), SS_GROUP(ss_solver_table, &w.solver),
                   SS_GROUP(ss_limit_table, &w.limits), SS_GROUP(own, &w)},
        .needed = {&w.problem.problem, &w.solver.solver, &w.step, &w.out}};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL};
    ss_summary_row row;
    char message[SS_RUN_MESSAGE] = "";
    ss_alone_task task = {.run = {.problem = &problem,
                                  .solver = &solver,
                                  .stop = &ss_estimator_eps,
                                  .observers = {.inspect = write_problem, .message = message}}};
    ss_command_read(&command, argc, argv);
    order *const o = ss_child_share(sizeof *o, error);
    if (o != NULL)
        o->words = &w;
    task.run.observers.inspect_context = o;
    ss_interrupt_install_two_stages();
    const bool ran = o != NULL && resolve(&w, &problem, &solver, o, error) &&
                     ss_limit_words_read(&task.run.limits.timeout_s, &task.run.limits.memory_bytes,
                                         &w.limits, error) &&
                     ss_alone_run(&task, &row, error);
    if (ran && o->written)
        printf("%s: %zu contact%s of %s at step %zu, moved by %s; %s\n", w.out, row.contacts_last,
               ss_name_plural(row.contacts_last), problem.name, o->step, w.solver.solver,
               w.solution ? "with its r and u" : "without a solution (--solution writes it)");
    if (ran && o->written && w.solution)
        printf("the solution: %s, eps %.3g, E1 %.3g\n", row.status, fabs(row.eps_last),
               fabs(row.e1_last));
    if (ran && !o->written)
        ss_error_set(error, ss_interrupted() ? SS_ERROR_INTERRUPTED : SS_ERROR_DATA,
                     "the run ended (%s%s%s) before step %zu; nothing is written", row.status,
                     message[0] != '\0' ? ": " : "", message, o->step);
    ss_child_unshare(o, sizeof *o);
    ss_problem_choice_free(&problem);
    ss_choice_free(&solver);
    ss_word_list_free(&w.problem.sets);
    return 0;
}
