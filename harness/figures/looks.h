/* The looks of the curves of a figure: each solver's own (solvers/base/look.h), so that a reader
 * who has seen one figure knows the solvers in the next.
 *
 *     ss_figure_looks looks = {.n = 0};
 *     for each curve, in their order:  ss_figure_looks_add(&looks, "nlgs-anderson[local=sal]");
 *     ss_figure_looks_print(out.gp, &looks);      before style.gp is loaded, which makes of them
 *                                                 the line styles 21, 22, ...
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_LOOKS_H
#define SS_HARNESS_FIGURES_LOOKS_H

#include "solvers/base/look.h"

#include <stddef.h>
#include <stdio.h>

enum { SS_LOOKS_MOST = 40, SS_LOOK_COLOURS = 12, SS_LOOK_DASHES = 5, SS_LOOK_MARKS = 7 };
enum { SS_LOOK_GREY = SS_LOOK_COLOURS + 1 }; /* thin */
enum { SS_LOOKS_COLOURED = 6 };              /* more colours than these nobody tells apart */

typedef struct ss_figure_looks {
    ss_look at[SS_LOOKS_MOST];
    size_t n;
} ss_figure_looks;

/* The look of the next curve, which is of the contender of that label (ss_label_contender). One
 * solver with other options keeps its colour, and gets another dash and mark than the curves before
 * it; a solver without a look gets a colour that none of them has, as long as there is one. Curves
 * past SS_LOOKS_MOST have none. */
void ss_figure_looks_add(ss_figure_looks *looks, const char *label);

/* All but the first `n` curves are grey and thin, for figures whose curves come in the order of
 * their result. */
void ss_figure_looks_fade(ss_figure_looks *looks, size_t n);

/* The variable `looks`: a word a curve, the letter of its colour, the digits of dash and mark. */
void ss_figure_looks_print(FILE *gp, const ss_figure_looks *looks);

/* The variable `solver_looks`, " exact a11 sbp b12 ... ", for scripts that name their curves
 * themselves (`solver_look` of style.gp). */
void ss_figure_looks_print_solvers(FILE *gp);

#endif
