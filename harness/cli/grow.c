/* The verb `grow`: a sandpile grows on a table, by solvers of its dual problem.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/piles/piles.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pile's parameters, in words, as options of their own and as --set; the rest of the order. */
typedef struct words {
    ss_problem_words pile; /* its sets alone */
    const char *solver, *out;
    size_t every;
} words;

static const ss_word_row own[] = {
    SS_LIST(ss_problem_words, sets, "set", 'S', "KEY=VALUE",
            "Set a parameter of the pile; see 'stickslip describe growing-pile'"),
    SS_SET(ss_problem_words, sets, "steps", "N", "Time steps (default 10)"),
    SS_SET(ss_problem_words, sets, "tol", "E",
           "Tolerance of a step, on slope and change (default 1e-7)"),
    SS_SET(ss_problem_words, sets, "max-sweeps", "N", "Cap of sweeps per step (default 1e6)"),
};

static const ss_word_row others[] = {
    SS_TEXT(words, solver, "solver", 's', "G[,G...]",
            "Solvers of the dual problem, each NAME or 'NAME[KEY=VALUE,...]': sweeps, anderson, "
            "gradient (default)"),
    SS_NUMBER(words, every, "frames", 0, "EVERY", 1, SS_WORD_MOST,
              "Keep the heights of every so many steps, and of the last (default: of ten steps)"),
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make, for the tables; it must not exist"),
};

static bool read_solvers(ss_surface_order *o, const char *text, ss_error *error)
{
    char *const list = strdup(text), *rest = list;
    bool valid = list != NULL || ss_error_memory(error, "--solver");
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
static bool grow(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    ss_surface_order o;
    ss_error how = {.code = SS_ERROR_NONE};
    ss_surface_order_begin(&o);
    if (!ss_word_sets_apply(&w->pile.sets, &ss_growing_pile.params, &o.params, ss_growing_pile.name,
                            error) ||
        !ss_pile_check(&o.params, error) || !read_solvers(&o, w->solver, error))
        return false;
    o.every = w->every;
    if (o.every > o.params.steps)
        return ss_error_set(error, SS_ERROR_USAGE, "--frames=%zu is past the last step, %zu",
                            o.every, o.params.steps);
    if (!ss_output_make_folder(w->out, error) ||
        !ss_provenance_write(w->out, call->argc, call->argv, "", error))
        return false;
    if (ss_surface_run(&o, w->out, print_result, &how))
        return true;
    return how.code == SS_ERROR_INTERRUPTED
               ? ss_error_set(error, how.code, "%s; tables in %s", how.text, w->out)
               : ss_error_set(error, how.code, "%s", how.text);
}

const ss_command ss_command_grow = {
    .name = "grow",
    .summary = "pour sand on a table: a growing pile, by solvers of its dual",
    .doc = "Pour sand on a square table and let the pile grow ([P] 2.1): heights in finite "
           "elements, implicit Euler, the flux as a dual unknown whose slope a disc confines. "
           "Write sandpile.csv (one row per solver and step, beside the exact pile), surface.csv "
           "(heights at the nodes) and provenance.txt; 'stickslip plot surface DIR' draws them.",
    .after = "Example:\n  stickslip grow --set n=32 --solver anderson,gradient --out pile\n"
             "  stickslip plot surface pile --solver gradient\n\n"
             "A step that does not meet the tolerance is a result (column status). Ctrl-C keeps "
             "the complete steps.",
    .groups = {SS_GROUP(own, offsetof(words, pile)), SS_GROUP(others, 0)},
    .needed = {"out"},
    SS_WORDS(words, .solver = "gradient"),
    .work = grow};
