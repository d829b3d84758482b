/* Parts that are made of the curves of a study, each by a file of its own; study.c calls them in
 * this order, and they change nothing in the curves:
 *
 *     map.c             maps: an option of the solvers over a parameter of the problem
 *     growth.c          powers: how costs rise with a number that makes the problem larger
 *     study_report.c    study.md, which names the figures; its texts are in study_guide.c
 *     study_figures.c   the figures of curves, map_figure.c those of maps, growth.c its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_STUDY_PARTS_H
#define SS_HARNESS_JUDGE_STUDY_PARTS_H

#include "harness/judge/curves.h"
#include "harness/report/sheet.h"
#include "harness/tables/label.h"

/* ---- maps: two grids, that of the study and another one, such as alpha and mu, alpha and cap, or
 * mu and h ---- */

/* A curve at a value of the other parameter. */
typedef struct ss_study_map_row {
    const ss_study_curve *curve;
    double value;
    char *map;    /* owned; the key of a question without the other parameter: of all its solvers */
    size_t panel; /* the contender (curves.h) whose part of the map it is */
} ss_study_map_row;

/* Of rows of one map and panel there are two or more; values in a panel differ. */
typedef struct ss_study_maps {
    char other[64];         /* the other parameter; "": there is no map */
    ss_study_of of;         /* what it belongs to: SOLVER or PROBLEM */
    ss_study_map_row *rows; /* owned; by map, panel (solvers in the order of the study) and value */
    size_t n;
} ss_study_maps;

/* Find the maps of a study: over the first parameter of the problem, tol included, that has numbers
 * which differ between curves of one problem; if there is none, over the first option that differs
 * between curves of one solver. Panels have two values of it at least, and of what is studied. None
 * where costs grow with a count of the problem, which growth.c draws. SS_ERROR_MEMORY. Free with
 * ss_study_maps_free, which accepts a zeroed struct; borrows the curves. */
bool ss_study_maps_find(ss_study_maps *maps, const ss_study_curves *curves, ss_error *error);
void ss_study_maps_free(ss_study_maps *maps);

/* The end of the rows of the same map, and of the same panel, as row `first`. */
size_t ss_study_map_end(const ss_study_maps *maps, size_t first);
size_t ss_study_panel_end(const ss_study_maps *maps, size_t first);

/* The name of a row's panel: its curve's label without the other parameter. Cut at size. */
void ss_study_panel_name(const ss_study_maps *maps, size_t row, char *text, size_t size);

/* The name of a map's figure, "map-alpha-mu-balls-4". Its title is the question of its curves
 * without the other parameter. */
void ss_study_map_name(const ss_study_maps *maps, const ss_study_curves *curves, size_t first,
                       char name[SS_LABEL_FILE]);

/* Draw them into the folder by map.gp of the folder `scripts`. Errors of ss_figure_begin. */
bool ss_study_maps_draw(const ss_study_maps *maps, const ss_study_curves *curves,
                        const char *folder, const char *scripts, ss_error *error);

/* ---- growth ---- */

/* "ball-pack, steps=1, tol=0.01", and "nlgs-sor[local=exact]": a group of curves, and one in it.
 * Cut at size. */
void ss_study_growth_title(const ss_study_curves *curves, const ss_study_curve *curve, char *text,
                           size_t size);
void ss_study_growth_name(const ss_study_curve *curve, char *text, size_t size);

/* In words: how many instances stand behind the values of a group, and what is uncertain of it. */
const char *ss_study_growth_packs(const ss_study_curves *curves, size_t group);

/* Draw growth.svg and growth.pdf, growth-2 ... for further groups, into `folder`, by powers.gp
 * of the folder `scripts`. Errors of ss_figure_begin. */
bool ss_study_growth_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                          ss_error *error);

/* ---- figures and page ---- */

/* A paragraph on what is missing, if anything is (study_guide.c). */
void ss_study_partial_add(ss_report_sheet *sheet, const ss_study_curves *curves);

/* "an option of the solvers": what the parameter is. */
const char *ss_study_of_what(const ss_study_curves *curves);

/* A guide to the tables, and what these runs cannot tell. */
void ss_study_guide_add(ss_report_sheet *sheet, const ss_study_curves *curves);

/* The best value in words: "a grid point", which other values could beat, "an end of the grid" or
 * "" where there is none. */
const char *ss_study_best_is(const ss_study_range *range);

/* More curves than this are not told apart: the next ones get a figure of their own. */
enum { SS_STUDY_MAX_CURVES = 8 };

/* A figure: n neighbouring curves of one question. */
typedef struct ss_study_page {
    char name[SS_LABEL_FILE]; /* sweep-alpha-balls-4, then sweep-alpha-balls-4-2, ... */
    size_t number, first, n;  /* number: within its question */
} ss_study_page;

/* Turn to the next figure, from a zeroed page to the first; false past the last. */
bool ss_study_page_next(const ss_study_curves *curves, ss_study_page *page);

/* Draw all of them into `folder`, by sensitivity.gp of the folder `scripts`. Errors of
 * ss_figure_begin. */
bool ss_study_figures_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                           ss_error *error);

/* Write study.md, the ranges as a table for people, with notes, into the folder, complete or not at
 * all. SS_ERROR_IO, SS_ERROR_MEMORY. */
bool ss_study_report_write(const char *folder, const ss_study_curves *curves,
                           const ss_study_maps *maps, ss_error *error);

#endif
