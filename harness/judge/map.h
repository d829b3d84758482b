/* Two grids: an option of the solvers and a parameter of the problem that also varies, such as
 * alpha and mu. A map is what each solver costs over both; its rows are curves of the study.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_MAP_H
#define SS_HARNESS_JUDGE_MAP_H

#include "harness/judge/curves.h"
#include "harness/tables/label.h"

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
    ss_study_map_row *rows; /* owned; by map, panel (solvers in the order of the study) and value */
    size_t n;
} ss_study_maps;

/* Find the maps of a study: over the first parameter of the problem, tol included, that has numbers
 * which differ between curves of one problem. Panels have two values of it at least, and of the
 * option. None if the study is over a parameter of the problem. SS_ERROR_MEMORY. Free with
 * ss_study_maps_free, which accepts a zeroed struct; borrows the curves. */
bool ss_study_maps_find(ss_study_maps *maps, const ss_study_curves *curves, ss_error *error);
void ss_study_maps_free(ss_study_maps *maps);

/* The end of the rows of the same map, and of the same panel, as row `first`. */
size_t ss_study_map_end(const ss_study_maps *maps, size_t first);
size_t ss_study_panel_end(const ss_study_maps *maps, size_t first);

/* "balls-4, steps=100, tol=1e-08": the question of a map without the other parameter. Cut. */
void ss_study_map_title(const ss_study_maps *maps, const ss_study_curves *curves, size_t first,
                        char *text, size_t size);

/* The name of its figure, "map-alpha-mu-balls-4". */
void ss_study_map_name(const ss_study_maps *maps, const ss_study_curves *curves, size_t first,
                       char name[SS_LABEL_FILE]);

/* Draw them into the folder by map.gp of the folder `scripts`. Errors of ss_figure_begin. */
bool ss_study_maps_draw(const ss_study_maps *maps, const ss_study_curves *curves,
                        const char *folder, const char *scripts, ss_error *error);

#endif
