/* The verb `freeze`: the contact problem that a scene poses at a step, as an FCLIB file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/process/interrupt.h"
#include "harness/tables/provenance.h"
#include "harness/cli/verbs.h"
#include "problems/files/fclib.h"

#include <argp.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_SETS = 64 };

typedef struct words {
    const char *problem, *solver, *instance, *step, *out, *title, *description;
    const char *sets[MAX_SETS];
    size_t n_sets;
    bool solution;
} words;

enum { KEY_TITLE = 256, KEY_DESCRIPTION, KEY_SOLUTION };

static const struct argp_option options[] = {
    {"problem", 'p', "P", 0, "Name of the problem", 0},
    {"solver", 's', "S", 0, "Local solver that moves the scene, with its options", 0},
    {"step", 't', "N", 0, "Time step whose problem is written, from 1", 0},
    {"instance", 'i', "K", 0, "Instance: the seed of the start (default 1)", 0},
    {"set", 'S', "KEY=VALUE", 0, "Set a parameter of the problem", 0},
    {"solution", KEY_SOLUTION, NULL, 0, "Write the solver's r and u = W r + q too", 0},
    {"title", KEY_TITLE, "TEXT", 0, "Title in the file (default: problem and step)", 0},
    {"description", KEY_DESCRIPTION, "TEXT", 0, "Description in the file (default: how it came)",
     0},
    {"out", 'o', "FILE", 0, "File to make; it must not exist", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {{'p', &w->problem},
                            {'s', &w->solver},
                            {'t', &w->step},
                            {'i', &w->instance},
                            {'o', &w->out},
                            {KEY_TITLE, &w->title},
                            {KEY_DESCRIPTION, &w->description}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case 'S':
        if (w->n_sets == MAX_SETS)
            argp_error(state, "more than %d --set", (int)MAX_SETS);
        w->sets[w->n_sets++] = arg;
        return 0;
    case KEY_SOLUTION:
        w->solution = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is not understood; options begin with --", arg);
        return 0;
    case ARGP_KEY_END:
        if (w->problem == NULL || w->solver == NULL || w->step == NULL || w->out == NULL)
            argp_error(state, "--problem, --solver, --step and --out are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What the file says of itself, and when to write it. */
typedef struct order {
    const words *words;
    size_t step;
    bool written;
    char title[256], description[1024], provenance[256];
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
    const ss_fclib_text text = {.title = o->title,
                                .description = o->description,
                                .math_info = "u = W r + q, components (n, t1, t2), r in N s",
                                .provenance = o->provenance};
    o->written = ss_fclib_write(o->words->out, problem, &text, o->words->solution ? r : NULL,
                                o->words->solution ? u : NULL, error);
    return o->written;
}

static void describe(order *o, const ss_run *run)
{
    const words *const w = o->words;
    char parameters[600];
    ss_options_print(&run->entry->params, run->params, parameters, sizeof parameters);
    snprintf(o->title, sizeof o->title, "%s, instance %lu, step %zu", run->name, run->instance,
             o->step);
    if (w->title != NULL)
        snprintf(o->title, sizeof o->title, "%s", w->title);
    snprintf(o->description, sizeof o->description, "moved by %s; parameters %s", w->solver,
             parameters);
    if (w->description != NULL)
        snprintf(o->description, sizeof o->description, "%s", w->description);
    snprintf(o->provenance, sizeof o->provenance, "%s", ss_provenance_version());
}

static bool understand(const words *w, ss_problem_choice *problem, ss_choice *solver, ss_run *run,
                       order *o, ss_error *error)
{
    size_t instance = 0;
    char steps[40];
    bool valid = ss_problem_choice_parse(problem, w->problem, error) &&
                 ss_choice_parse_whole(solver, w->solver, SS_CHOICE_OUTER_DEFAULT, error) &&
                 ss_parse_count(w->instance, "--instance", &instance, error) &&
                 ss_parse_count(w->step, "--step", &o->step, error);
    if (valid && access(w->out, F_OK) == 0)
        return ss_error_set(error, SS_ERROR_OUTPUT, "%.400s exists; choose another --out", w->out);
    if (valid && problem->entry->frozen)
        return ss_error_set(error, SS_ERROR_USAGE, "%s is frozen already", problem->name);
    if (valid && solver->external != NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "%s cannot move a scene; name a local solver",
                            w->solver);
    for (size_t k = 0; valid && k < w->n_sets; ++k)
        valid = ss_problem_choice_set(problem, w->sets[k], error);
    snprintf(steps, sizeof steps, "steps=%zu", o->step);
    if (!valid || !ss_problem_choice_set(problem, steps, error))
        return false;
    *run = (ss_run){.entry = problem->entry,
                    .name = problem->name,
                    .params = problem->params,
                    .instance = instance,
                    .solver = solver,
                    .stop = &ss_estimator_eps,
                    .inspect = write_problem,
                    .inspect_context = o};
    describe(o, run);
    return true;
}

int ss_verb_freeze(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Move a scene to time step N with a solver and write the contact problem it poses "
               "there as an FCLIB file (HDF5), which any verb reads back as file:PATH. Its "
               "contacts are in the scene's order, so the sweep counts are the scene's own.\v"
               "Example:\n  stickslip freeze --problem balls-500 --solver ebp --step 500 "
               "--solution --out b500.hdf5\n  stickslip run --problem file:b500.hdf5 "
               "--solver sbp,exact --stop e1 --out results/b500"};
    words w = {.instance = "1"};
    order o = {.words = &w};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL};
    ss_run run;
    ss_run_result result;
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (understand(&w, &problem, &solver, &run, &o, &error) &&
        ss_run_problem(&run, &result, &error) && !o.written)
        ss_error_set(&error, ss_interrupted() ? SS_ERROR_INTERRUPTED : SS_ERROR_DATA,
                     "the run ended (%s) before step %zu; nothing is written", result.row.status,
                     o.step);
    ss_problem_choice_free(&problem);
    ss_choice_free(&solver);
    return ss_verb_finish("freeze", &error);
}
