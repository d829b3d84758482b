/* The verb `grow`: a sandpile grows on a table, by solvers of its dual problem.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "harness/surface/surface_files.h"
#include "harness/tables/provenance.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct words {
    ss_problem_words pile; /* its sets alone */
    const char *solver, *frames, *out;
} words;

static const ss_word_row own[] = {
    SS_LIST(ss_problem_words, sets, "set", 'S', "KEY=VALUE",
            "Set a parameter of the pile; see 'stickslip describe growing-pile'"),
    SS_SET(ss_problem_words, sets, "steps", "N", "Time steps (default 10)"),
    SS_SET(ss_problem_words, sets, "tol", "E",
           "Tolerance of a step, on slope and change (default 1e-7)"),
    SS_SET(ss_problem_words, sets, "max-sweeps", "N", "Cap of sweeps a step (default 1e6)"),
};

static const ss_word_row others[] = {
    SS_TEXT(words, solver, "solver", 's', "S[,S...]",
            "Solvers of the dual problem, each NAME or 'NAME[KEY=VALUE,...]': sweeps, anderson, "
            "gradient (default)"),
    SS_TEXT(words, frames, "frames", 0, "EVERY",
            "Keep the heights of every so many steps, and of the last (default: of ten steps)"),
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make, for the tables; it must not exist"),
};

/* A command line that is understood. */
typedef struct order {
    ss_pile_params params;
    ss_surface_choice *solvers; /* owned */
    size_t n_solvers, every;
} order;

/* The tables and the bar while piles grow. */
typedef struct scene {
    ss_surface_files files;
    ss_progress progress;
    size_t done; /* steps of all solvers */
} scene;

static bool read_solvers(order *o, const char *text, ss_error *error)
{
    char *const list = strdup(text), *rest = list;
    bool valid = list != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for --solver");
    for (const char *one = NULL; valid && (one = ss_options_next(&rest)) != NULL;) {
        ss_surface_choice *const more = reallocarray(o->solvers, o->n_solvers + 1, sizeof *more);
        if (more == NULL)
            valid = ss_error_set(error, SS_ERROR_MEMORY, "no memory for --solver");
        o->solvers = more != NULL ? more : o->solvers;
        valid = valid && ss_surface_choice_parse(&o->solvers[o->n_solvers], one, error);
        for (size_t k = 0; valid && k < o->n_solvers; ++k)
            if (strcmp(o->solvers[k].label, one) == 0)
                valid = ss_error_set(error, SS_ERROR_USAGE, "--solver: %s is named twice", one);
        ++o->n_solvers;
    }
    free(list);
    return valid;
}

static bool resolve(const words *w, order *o, ss_error *error)
{
    ss_options_defaults(&ss_growing_pile.params, &o->params);
    if (!ss_word_sets_apply(&w->pile.sets, &ss_growing_pile.params, &o->params,
                            ss_growing_pile.name, error))
        return false;
    o->every = (o->params.steps + 9) / 10;
    if (!ss_pile_check(&o->params, error) || !read_solvers(o, w->solver, error) ||
        (w->frames != NULL && !ss_parse_count(w->frames, "--frames", &o->every, error)))
        return false;
    return o->every <= o->params.steps ||
           ss_error_set(error, SS_ERROR_USAGE, "--frames=%zu is past the last step, %zu", o->every,
                        o->params.steps);
}

static bool keep_step(void *context, const ss_grown *grown, ss_error *error)
{
    scene *const s = context;
    (void)error;
    ss_surface_files_add(&s->files, grown);
    ++s->done;
    return true;
}

static bool stop(void *context)
{
    scene *const s = context;
    ss_progress_update(
        &s->progress,
        (ss_progress_state){.work_done = (double)s->done, .done = s->done, .running = 1});
    return ss_interrupted();
}

static void print_result(const ss_grow_task *task, const ss_grow_result *r)
{
    printf("%-14s %zu of %zu steps solved, %zu sweeps, %.3g s CPU\n", task->solver.label, r->solved,
           task->params.steps, r->sweeps, r->cpu_s);
    printf("%-14s height %.6g m (exact %.6g), largest error %.3g squares, slope %.9g k, gap %.2g",
           "", r->height, fabs(r->height_exact), fabs(r->err_inf) / r->square, r->slope, r->gap);
    if (isnan(r->mass_error))
        printf(", sand fell off the edge\n");
    else
        printf(", sand kept to %.1g\n", r->mass_error);
}

static bool grow_all(const order *o, scene *s, ss_error *error)
{
    bool grown = true;
    ss_progress_begin(&s->progress, "growing", o->n_solvers * o->params.steps,
                      (double)(o->n_solvers * o->params.steps));
    for (size_t k = 0; grown && k < o->n_solvers; ++k) {
        const ss_grow_task task = {o->params, o->solvers[k], {keep_step, stop, s}};
        ss_grow_result result;
        grown = ss_grow(&task, &result, error);
        ss_progress_end(&s->progress);
        if (grown)
            print_result(&task, &result);
    }
    return grown;
}

/* The tables of the complete steps stand in the folder, however it ended. */
static bool grow(const words *w, const order *o, int argc, char **argv, ss_error *error)
{
    scene s = {.done = 0};
    ss_error how = {.code = SS_ERROR_NONE};
    if (!ss_output_make_folder(w->out, error) ||
        !ss_surface_files_open(&s.files, w->out, o->every, error))
        return false;
    const bool grown = grow_all(o, &s, &how);
    if (!ss_surface_files_close(&s.files, error) || !ss_provenance_write(w->out, argc, argv, error))
        return false;
    return grown || ss_error_set(error, how.code, "%s; tables in %s", how.text, w->out);
}

int ss_verb_grow(int argc, char **argv, ss_error *error)
{
    words w = {.solver = "gradient"};
    const ss_command command = {
        .doc = "Pour sand on a square table and let the pile grow ([P] 2.1): heights in finite "
               "elements, implicit Euler, the flux as a dual unknown whose slope a disc confines. "
               "Write sandpile.csv (a row a solver and step, beside the exact pile), surface.csv "
               "(heights at the nodes) and provenance.txt; 'stickslip plot surface DIR' draws "
               "them.\v"
               "Example:\n  stickslip grow --set n=32 --solver anderson,gradient --out pile\n"
               "  stickslip plot surface pile --solver gradient\n\n"
               "A step that does not meet the tolerance is a result (column status). Ctrl-C keeps "
               "the complete steps.",
        .groups = {SS_GROUP(own, &w.pile), SS_GROUP(others, &w)},
        .needed = {&w.out}};
    order o = {.n_solvers = 0};
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &o, error))
        grow(&w, &o, argc, argv, error);
    free(o.solvers);
    ss_word_list_free(&w.pile.sets);
    return 0;
}
