/* The verb `freeze`: the contact problems that a scene poses at some steps of one run, as FCLIB
 * files.
 *
 * The scene runs in a child, as any run does, and the files are written there, at the end of their
 * steps (write_problem). The parent sees how many there are in shared memory: a run that ends early
 * leaves the files of the steps before, whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"
#include "harness/run/alone.h"
#include "harness/run/freeze_ranks.h"
#include "harness/run/leader.h"
#include "harness/judge/states.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "problems/base/memory.h"
#include "problems/base/names.h"
#include "problems/contact/operator.h"
#include "problems/files/fclib.h"
#include "problems/files/step_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run, its steps to write, and what goes into their files. */
typedef struct words {
    ss_problem_words problem;
    ss_solver_words solver;
    ss_conduct_words conduct;
    const char *step, *out, *title, *description, *launcher;
    size_t ranks;
    bool solution, sum, rigid, curve;
    ss_run_limits limits;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, step, "step", 't', "N[:NAME][,N...]",
            "Time steps whose problems are written, from 1, ascending; a NAME goes into the title"),
    SS_SWITCH(words, solution, "solution", 0, "Write the solver's r and u = W r + q too"),
    SS_SWITCH(
        words, sum, "sum", 0,
        "Write W and q on the sum u+ + e u- instead of the mean: the same r, and W is symmetric"),
    SS_SWITCH(words, rigid, "rigid", 0,
              "Write bodies and contacts in place of W and q, on the same sum, as `judge-step` and "
              "`file:` read them: HDF5, or JSON where FILE ends with .json"),
    SS_SWITCH(words, curve, "curve", 0,
              "With --rigid: bodies and contacts in order along a Hilbert curve in space, for `run "
              "--ranks`; without it in the scene's order"),
    SS_NUMBER(words, ranks, "ranks", 0, "N", 0, 1000000,
              "With --rigid: balls-500 over N MPI ranks, none of which has all balls, to the bits "
              "of one process; nlgs-ranks[equal=bodies], --stop e1 (default 0: in one process)"),
    SS_TEXT(words, launcher, "launcher", 0, "WORDS", "With --ranks: what starts them, as of `run`"),
    SS_TEXT(words, title, "title", 0, "TEXT", "Title in the files (default: problem and step)"),
    SS_TEXT(words, description, "description", 0, "TEXT",
            "Description in the files (default: how they came)"),
    SS_TEXT(
        words, out, "out", 'o', "FILE|DIR",
        "File to make; of several steps the folder, for PROBLEM-iK-stepN.hdf5; it must not exist"),
};

/* A step to be written. */
typedef struct moment {
    size_t step;
    char name[40]; /* "" without one */
} moment;

/* Whose impulses move the scene. */
static const char *moved_by(const words *w)
{
    const char *const leader = w->conduct.follow;
    return leader != NULL && strcmp(leader, SS_LEADER_NONE) != 0 ? leader : w->solver.solver;
}

/* The steps to write; the child that runs the scene copies it. */
typedef struct order {
    const words *words;
    const ss_problem_choice *problem;
    moment *moments; /* owned */
    size_t n;
    size_t *n_written; /* in memory shared with the child */
} order;

/* The parts of a step that are written, with room of its own for what is not the step's. */
typedef struct sheet {
    const ss_problem *problem;
    ss_block_problem *sum; /* owned; NULL: as posed */
    double *guess, *u;     /* owned, 3 n_contacts each */
} sheet;

/* Start and velocity of the step, in the form that is written: on the sum u+ + e u- a velocity is
 * that of the mean divided by its scale. */
static bool fill_sheet(sheet *s, const order *o, const ss_solved_step *solved, ss_error *error)
{
    const size_t n = 3 * solved->problem->n_contacts;
    const ss_problem *const bodies = solved->source->contacts;
    *s = (sheet){solved->problem, NULL, calloc(n, sizeof *s->guess), calloc(n, sizeof *s->u)};
    if (s->guess == NULL || s->u == NULL)
        return ss_error_memory(error, "%zu contacts", n / 3);
    ss_source_guess(solved->source, s->guess);
    memcpy(s->u, solved->u, n * sizeof *s->u);
    if (!o->words->sum)
        return true;
    s->sum = ss_block_problem_sum(solved->problem, bodies, error);
    if (s->sum == NULL)
        return false;
    s->problem = ss_block_problem_view(s->sum);
    for (size_t k = 0; k < n; ++k) {
        const ss_rigid_contact contact = ss_operator_contact(bodies, k / 3);
        s->u[k] /= k % 3 == 0 ? contact.scale_n : contact.scale_t;
    }
    return true;
}

/* A scene's name in titles and files: the words of a process are no name. */
static const char *scene_of(const order *o)
{
    return o->problem->words != NULL ? "command" : o->problem->name;
}

/* The description of the file, for `collect --states`. */
static ss_study_state state_of(const order *o, const moment *at, const ss_solved_step *solved)
{
    const ss_bodies *const bodies = &solved->source->scene.bodies;
    ss_study_state state = {
        .instance = o->problem->instance, .step = at->step, .sum = o->words->sum};
    snprintf(state.scene, sizeof state.scene, "%s", scene_of(o));
    snprintf(state.name, sizeof state.name, "%s", at->name);
    for (size_t b = 0; b < bodies->n_moving; ++b)
        state.n_moving += !ss_bodies_is_parked(bodies, b) && !ss_bodies_is_blocked(bodies, b);
    for (size_t c = 0; c < solved->problem->n_contacts; ++c)
        state.n_pushing += solved->r[3 * c] > 0.0;
    return state;
}

/* The file of a step: --out, or where there are several one in it. */
static bool name_file(char *path, const order *o, const moment *at, ss_error *error)
{
    char name[SS_PATH_SIZE] = "";
    if (o->n == 1)
        return ss_path_join(path, SS_PATH_SIZE, "", o->words->out, error);
    snprintf(name, sizeof name, "%s-i%zu-step%zu.hdf5", scene_of(o), o->problem->instance,
             at->step);
    return ss_path_join(path, SS_PATH_SIZE, o->words->out, name, error);
}

/* Write a step as a file. Its title and description say where
 * it is from, unless the words give others; whoever reads it has no other record. */
static bool write_file(const order *o, const moment *at, const ss_solved_step *solved,
                       ss_error *error)
{
    char path[SS_PATH_SIZE];
    const words *const w = o->words;
    const ss_study_state state = state_of(o, at, solved);
    char *title = NULL, *description = NULL, *const told = ss_study_state_print(&state);
    sheet s = {.problem = NULL};
    bool written = told != NULL &&
                   asprintf(&title, "%s, instance %zu, step %zu%s%s%s", state.scene, state.instance,
                            state.step, at->name[0] != '\0' ? ", " : "", at->name,
                            w->sum ? ", sum form" : "") >= 0 &&
                   asprintf(&description,
                            "%zu bodies move, %zu of %zu contacts push; moved by %s; parameters %s",
                            state.n_moving, state.n_pushing, solved->problem->n_contacts,
                            moved_by(w), o->problem->values) >= 0;
    written =
        (written || ss_error_memory(error, "a file's words")) && fill_sheet(&s, o, solved, error);
    written = written && name_file(path, o, at, error);
    const ss_fclib_text text = {.title = w->title != NULL ? w->title : title,
                                .description =
                                    w->description != NULL ? w->description : description,
                                .math_info = "u = W r + q, components (n, t1, t2), r in N s",
                                .provenance = ss_provenance_version,
                                .state = told,
                                .guess = solved->source->guess != SS_GUESS_COLD ? s.guess : NULL};
    written = written && ss_fclib_write(path, s.problem, &text, w->solution ? solved->r : NULL,
                                        w->solution ? s.u : NULL, error);
    ss_block_problem_free(s.sum);
    free(s.guess);
    free(s.u);
    free(title);
    free(description);
    free(told);
    return written;
}

/* The bodies of the step, and with --solution what they do. */
static bool write_rigid(const order *o, const moment *at, const ss_solved_step *solved,
                        ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_step_file file = {.h = 0.0};
    if (solved->problem->form == SS_FORM_BLOCKS)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--rigid is for rigid bodies; %s has W alone, or bodies that deform",
                            o->problem->name);
    bool written = name_file(path, o, at, error) &&
                   ss_step_file_from_problem(&file, solved->source->contacts,
                                             o->words->solution ? solved->r : NULL, error);
    if (written && o->words->curve)
        written = ss_step_file_follow_bodies(&file, &solved->source->scene.bodies, error);
    file.h = solved->source->h;
    if (written &&
        (asprintf(&file.engine, "%s, %s", ss_provenance_version, o->words->solver.solver) < 0 ||
         (file.law = strdup("coulomb")) == NULL))
        written = ss_error_memory(error, "a file's words");
    written = written && ss_step_file_write(&file, path, error);
    ss_step_file_free(&file);
    return written;
}

/* Called in the child after each solved step (ss_run_observers.inspect): write the step if its turn
 * has come, and count it where the parent sees it. */
static bool write_problem(void *context, const ss_solved_step *solved, ss_error *error)
{
    const order *const o = context;
    const moment *const at = &o->moments[*o->n_written];
    if (*o->n_written == o->n || solved->step != at->step)
        return true;
    if (solved->problem->n_contacts == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "step %zu has no contact; choose a later one with --step", at->step);
    if (!(o->words->rigid ? write_rigid(o, at, solved, error) : write_file(o, at, solved, error)))
        return false;
    ++*o->n_written;
    return true;
}

/* The list of --step, "N" or "N:NAME" each, in ascending order. */
static bool parse_moments(order *o, ss_error *error)
{
    size_t room = 0;
    char *const list = strdup(o->words->step), *rest = list, *word = NULL;
    bool valid = list != NULL || ss_error_memory(error, "--step");
    while (valid && (word = strsep(&rest, ",")) != NULL) {
        moment *const more = ss_memory_grow(o->moments, &room, o->n + 1, sizeof *more);
        if (more == NULL) {
            valid = ss_error_memory(error, "--step");
            break;
        }
        o->moments = more;
        moment *const at = &more[o->n++];
        char *const name = strchr(word, ':');
        if (name != NULL)
            *name = '\0'; /* the name is behind it */
        *at = (moment){.step = 0};
        valid = ss_parse_count(word, "--step", &at->step, error);
        if (valid && o->n > 1 && at->step <= at[-1].step)
            valid =
                ss_error_set(error, SS_ERROR_USAGE, "--step: %zu after %zu; the steps must ascend",
                             at->step, at[-1].step);
        if (valid && name != NULL && strlen(name + 1) >= sizeof at->name)
            valid = ss_error_set(error, SS_ERROR_USAGE,
                                 "--step: the name '%s' is too long (most %zu characters)",
                                 name + 1, sizeof at->name - 1);
        if (valid && name != NULL)
            strcpy(at->name, name + 1);
    }
    free(list);
    return valid;
}

/* The run ends with the last of the steps, whatever the problem's default is. */
static bool resolve(const words *w, ss_problem_choice *problem, ss_choice *solver, order *o,
                    ss_error *error)
{
    char steps[40];
    if (!ss_problem_words_choose(problem, &w->problem, error) ||
        !ss_choice_parse_whole(solver, w->solver.solver, w->solver.outer, error) ||
        !parse_moments(o, error))
        return false;
    if (access(w->out, F_OK) == 0)
        return ss_error_set(error, SS_ERROR_OUTPUT, "%s exists; choose another --out", w->out);
    if (problem->path != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "%s is frozen already", problem->name);
    if (w->ranks > 0 ? !w->rigid || w->curve || o->n > 1 : w->launcher != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks is for --rigid, of one step, no --curve; --launcher for it");
    /* W and q have no places: only bodies can follow a curve */
    if (w->curve && !w->rigid)
        return ss_error_set(error, SS_ERROR_USAGE, "--curve is for --rigid");
    if (w->rigid && problem->words != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "--rigid is for scenes with bodies; %s has none",
                            problem->name);
    if (w->rigid && (w->title != NULL || w->description != NULL))
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "--rigid: the file of a step has no place for --title or --description");
    if (w->sum && problem->words != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--sum is for scenes with laws of restitution; %s has W alone",
                            problem->name);
    if (solver->external != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "%s cannot move a scene; name a local solver",
                            w->solver.solver);
    snprintf(steps, sizeof steps, "%zu", o->moments[o->n - 1].step);
    return ss_run_fit(problem, solver, error) && ss_hdf5_load(error) != NULL &&
           ss_problem_choice_set_value(problem, "steps", steps, error);
}

/* The files that were written of the run. One that ended before the last step leaves the files of
 * those before, and is an error. */
static bool report(const order *o, const ss_summary_row *row, const char *message, ss_error *error)
{
    const words *const w = o->words;
    const size_t last = o->moments[o->n - 1].step;
    if (*o->n_written < o->n)
        return ss_error_set(error, ss_interrupted() ? SS_ERROR_INTERRUPTED : SS_ERROR_DATA,
                            "the run ended (%s%s%s) before step %zu; %zu file%s written",
                            row->status, message[0] != '\0' ? ": " : "", message,
                            o->moments[*o->n_written].step, *o->n_written,
                            *o->n_written == 1 ? " is" : "s are");
    if (o->n == 1)
        printf("%s: %zu contact%s of %s at step %zu", w->out, row->contacts_last,
               ss_name_plural(row->contacts_last), o->problem->name, last);
    else
        printf("%s: %zu files of %s, steps %zu to %zu", w->out, o->n, o->problem->name,
               o->moments[0].step, last);
    printf(", moved by %s; %s%s\n", moved_by(w),
           w->solution ? "with its r and u" : "without a solution (--solution writes it)",
           ss_guess_of_cell(row->warm_start) != SS_GUESS_COLD && !w->rigid ? ", and its start"
                                                                           : "");
    if (w->solution)
        printf("the solution: %s, eps %.3g, E1 %.3g\n", row->status, fabs(row->eps_last),
               fabs(row->e1_last));
    return true;
}

/* Runs the scene once; the files are written on the way. */
static bool freeze(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL}, leader = {.label = NULL};
    ss_summary_row row;
    char message[SS_RUN_MESSAGE] = "";
    order o = {.words = w, .problem = &problem, .n_written = ss_child_share(sizeof(size_t), error)};
    ss_alone_task task = {
        .run = {
            .problem = &problem,
            .solver = &solver,
            .limits = w->limits,
            .observers = {.inspect = write_problem, .inspect_context = &o, .message = message}}};
    ss_interrupt_install_two_stages();
    bool done = o.n_written != NULL && resolve(w, &problem, &solver, &o, error) &&
                ss_conduct_words_set(&task.run, &leader, &w->conduct, error) &&
                (o.n == 1 || ss_output_make_folder(w->out, error));
    const size_t step = done ? o.moments[0].step : 0;
    const ss_freeze_ranks over = {&task.run, w->ranks, step, w->launcher, w->out, w->solution};
    if (done && w->ranks > 0)
        done = ss_freeze_ranks_run(&over, error);
    else if (done) {
        done = ss_alone_run(&task, &row, error);
        if (o.n > 1 && *o.n_written == 0)
            rmdir(w->out);
    }
    done = done && (w->ranks > 0 || report(&o, &row, message, error));
    ss_child_unshare(o.n_written, sizeof *o.n_written);
    free(o.moments);
    ss_problem_choice_free(&problem);
    ss_choice_free(&solver);
    ss_choice_free(&leader);
    return done;
}

const ss_command ss_command_freeze = {
    .name = "freeze",
    .summary = "write the contact problem of one time step as an FCLIB file",
    .doc = "Move a scene to time step N with a solver and write the contact problem it poses there "
           "as an FCLIB file (HDF5), which any verb reads back as file:PATH; of several steps of "
           "the one run a file each. Its contacts are in the scene's order, so the sweep counts "
           "are the scene's own. With --start warm or predictor the file has the start of the step "
           "too, from "
           "which a warm run of it begins.",
    .after = "Example:\n"
             "  stickslip freeze -p balls-500 -s ebp --step 500 --solution -o b500.hdf5\n"
             "  stickslip run -p file:b500.hdf5 -s sbp,exact --stop e1 -o results/b500\n"
             "  stickslip freeze -p shaken-cylinder -s exact --outer nlgs-batched \\\n"
             "    --stop e1 --set tol=1e-6 --warm-start --sum \\\n"
             "    --step 5000:flight,5100:impact --out states",
    .groups = {SS_GROUP(ss_problem_table, offsetof(words, problem)),
               SS_GROUP(ss_solver_table, offsetof(words, solver)),
               SS_GROUP(ss_conduct_table, offsetof(words, conduct)),
               SS_GROUP(ss_limit_table, offsetof(words, limits)), SS_GROUP(own, 0)},
    .needed = {"problem", "solver", "step", "out"},
    SS_WORDS(words, .solver.outer = SS_CHOICE_OUTER_DEFAULT,
             .limits = {.timeout_s = 600.0, .memory_bytes = SS_WORD_MEMORY_DEFAULT}),
    .work = freeze};
