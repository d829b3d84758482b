/* The verb `grow`: a sandpile grows on a table, by solvers of its dual problem.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/piles/piles.h"
#include "harness/tables/output.h"
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
    SS_TEXT(words, solver, "solver", 's', "G[,G...]",
            "Solvers of the dual problem, each NAME or 'NAME[KEY=VALUE,...]': sweeps, anderson, "
            "gradient (default)"),
    SS_TEXT(words, frames, "frames", 0, "EVERY",
            "Keep the heights of every so many steps, and of the last (default: of ten steps)"),
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make, for the tables; it must not exist"),
};

static bool read_solvers(ss_surface_order *o, const char *text, ss_error *error)
{
    char *const list = strdup(text), *rest = list;
    bool valid = list != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for --solver");
    for (const char *one = NULL; valid && (one = ss_options_next(&rest)) != NULL;) {
        if (o->n_solvers == SS_SURFACE_SOLVERS)
            valid = ss_error_set(error, SS_ERROR_USAGE, "--solver: at most %d solvers at a time",
                                 SS_SURFACE_SOLVERS);
        valid = valid && ss_surface_choice_parse(&o->solvers[o->n_solvers], one, error);
        for (size_t k = 0; valid && k < o->n_solvers; ++k)
            if (strcmp(o->solvers[k].label, one) == 0)
                valid = ss_error_set(error, SS_ERROR_USAGE, "--solver: %s is named twice", one);
        ++o->n_solvers;
    }
    free(list);
    return valid;
}

/* The order of the words; its solvers are in it by value. */
static bool resolve(const words *w, ss_surface_order *o, ss_error *error)
{
    ss_surface_order_begin(o);
    if (!ss_word_sets_apply(&w->pile.sets, &ss_growing_pile.params, &o->params,
                            ss_growing_pile.name, error))
        return false;
    if (!ss_pile_check(&o->params, error) || !read_solvers(o, w->solver, error) ||
        (w->frames != NULL && !ss_parse_count(w->frames, "--frames", &o->every, error)))
        return false;
    return o->every <= o->params.steps ||
           ss_error_set(error, SS_ERROR_USAGE, "--frames=%zu is past the last step, %zu", o->every,
                        o->params.steps);
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

/* The tables of an interrupted run stay; the error says where they are. */
static bool grow(const words *w, const ss_surface_order *o, int argc, char **argv, ss_error *error)
{
    ss_error how = {.code = SS_ERROR_NONE};
    if (!ss_output_make_folder(w->out, error) || !ss_provenance_write(w->out, argc, argv, error))
        return false;
    if (ss_surface_run(o, w->out, print_result, &how))
        return true;
    return how.code == SS_ERROR_INTERRUPTED
               ? ss_error_set(error, how.code, "%s; tables in %s", how.text, w->out)
               : ss_error_set(error, how.code, "%s", how.text);
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
    ss_surface_order o;
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &o, error))
        grow(&w, &o, argc, argv, error);
    ss_word_list_free(&w.pile.sets);
    return 0;
}
