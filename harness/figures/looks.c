/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/looks.h"

#include "solvers/base/local_solver.h"
#include "solvers/base/outer_solver.h"

#include <stdbool.h>
#include <string.h>

static bool is_called(const char *name, const char *label, size_t length)
{
    return strlen(name) == length && strncmp(name, label, length) == 0;
}

/* The look of the solver whose name the label begins with. */
static ss_look look_of(const char *label)
{
    const size_t length = strcspn(label, "[,] :"); /* what follows says how its runs went */
    const ss_local_solver *local = NULL;
    const ss_outer_solver *outer = NULL;
    ss_look own = {0};
    for (size_t k = 0; (local = ss_local_solver_at(k)) != NULL; ++k)
        if (is_called(local->name, label, length))
            return local->look;
    for (size_t k = 0; (outer = ss_outer_solver_at(k)) != NULL; ++k)
        if (is_called(outer->name, label, length))
            own = outer->look;
    for (size_t k = 0; (outer = ss_outer_apart_at(k)) != NULL; ++k)
        if (is_called(outer->name, label, length))
            own = outer->look;
    const char *const inside = strstr(label, "local=");
    if (own.colour > 0 || inside == NULL)
        return own;
    const ss_look within = look_of(inside + strlen("local="));
    return own.dash > 0 ? (ss_look){within.colour, own.dash, own.mark} : within;
}

static bool has_colour(const ss_figure_looks *looks, size_t colour)
{
    for (size_t k = 0; k < looks->n; ++k)
        if (looks->at[k].colour == colour)
            return true;
    return false;
}

/* The last colour that no curve has, for solvers have the first ones; with each another dash and
 * mark, for who does not see colours. */
static ss_look left_over(const ss_figure_looks *looks)
{
    size_t colour = SS_LOOK_COLOURS;
    while (colour > 1 && has_colour(looks, colour))
        --colour;
    const size_t from_last = SS_LOOK_COLOURS - colour;
    return (ss_look){(unsigned char)colour, (unsigned char)(from_last % SS_LOOK_DASHES + 1),
                     (unsigned char)(from_last % SS_LOOK_MARKS + 1)};
}

/* Has a curve of this colour the dash and the mark, or, if `either`, one of them? */
static bool is_taken(const ss_figure_looks *looks, ss_look look, bool either)
{
    for (size_t k = 0; k < looks->n; ++k) {
        const ss_look *const other = &looks->at[k];
        const bool dash = other->dash == look.dash, mark = other->mark == look.mark;
        if (other->colour == look.colour && ((dash && mark) || (either && (dash || mark))))
            return true;
    }
    return false;
}

/* Dashes and marks are five and seven: steps in both meet every pair. */
static ss_look free_one(const ss_figure_looks *looks, ss_look look, bool either)
{
    for (size_t k = 0; k < SS_LOOK_DASHES * SS_LOOK_MARKS && is_taken(looks, look, either); ++k) {
        look.dash = (unsigned char)(look.dash % SS_LOOK_DASHES + 1);
        look.mark = (unsigned char)(look.mark % SS_LOOK_MARKS + 1);
    }
    return look;
}

void ss_figure_looks_add(ss_figure_looks *looks, const char *label)
{
    if (looks->n == SS_LOOKS_MOST)
        return;
    ss_look look = look_of(label);
    if (look.colour == 0)
        look = left_over(looks);
    look = free_one(looks, look, true);
    looks->at[looks->n++] = free_one(looks, look, false);
}

void ss_figure_looks_fade(ss_figure_looks *looks, size_t n)
{
    ss_figure_looks before = *looks; /* the curves ahead of k */
    for (size_t k = n; k < looks->n; ++k) {
        before.n = k;
        looks->at[k].colour = SS_LOOK_GREY;
        before.at[k] = looks->at[k] = free_one(&before, looks->at[k], false);
    }
}

static void print_look(FILE *gp, ss_look look, const char *behind)
{
    fprintf(gp, "%c%d%d%s", 'a' + look.colour - 1, look.dash, look.mark, behind);
}

void ss_figure_looks_print(FILE *gp, const ss_figure_looks *looks)
{
    fputs("looks = '", gp);
    for (size_t k = 0; k < looks->n; ++k)
        print_look(gp, looks->at[k], k + 1 < looks->n ? " " : "");
    fputs("'\n", gp);
}

void ss_figure_looks_print_solvers(FILE *gp)
{
    const ss_local_solver *local = NULL;
    const ss_outer_solver *outer = NULL;
    fputs("solver_looks = ' ", gp);
    for (size_t k = 0; (local = ss_local_solver_at(k)) != NULL; ++k) {
        fprintf(gp, "%s ", local->name);
        print_look(gp, local->look, " ");
    }
    for (size_t k = 0; (outer = ss_outer_solver_at(k)) != NULL; ++k)
        if (outer->look.colour > 0) {
            fprintf(gp, "%s ", outer->name);
            print_look(gp, outer->look, " ");
        }
    fputs("'\n", gp);
}
