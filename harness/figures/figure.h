/* Figures: from a CSV table of a run to NAME.svg, NAME.pdf or what the layout says, drawn by
 * gnuplot in the house style of plots/. The folder also gets NAME.dat and NAME.gp and copies of the
 * scripts that they load, so that `gnuplot NAME.gp` in that folder draws the same figure again,
 * without stickslip.
 *
 *     ss_figure_begin   .NAME.partial-.../  style.gp and the script are copied; NAME.dat and
 *                                           NAME.gp open: rows and settings are printed
 *                                           (data.h, axis.h)
 *     ss_figure_end                         gnuplot runs there; NAME.svg ...: each is looked
 *                                           at, for a full disk
 *                       FOLDER/             all are moved out; the hidden folder is removed
 *
 * So a failure leaves none of them, and an older figure of that name stays as it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_FIGURE_H
#define SS_HARNESS_FIGURES_FIGURE_H

#include "harness/figures/axis.h"
#include "harness/figures/layout.h"
#include "harness/tables/output.h"
#include "problems/base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SS_FIGURE_FILES = 16 }; /* of a figure, at most */

/* A figure: its names and its place. All text is borrowed. */
typedef struct ss_figure {
    const char *folder;             /* existing; receives the files */
    const char *name;               /* stem of the file names, e.g. "fig05"; no '/' */
    const char *title;              /* drawn above the figure */
    const char *note;               /* second line, e.g. "QUICK smoke run: ..."; NULL: none */
    const char *scripts;            /* folder of style.gp and the other scripts: plots/ */
    const ss_figure_layout *layout; /* NULL: ss_figure_layout_default */
} ss_figure;

/* True if gnuplot can be run; else SS_ERROR_UNAVAILABLE, naming the Debian package. Ask before a
 * long computation whose figures could not be drawn. */
bool ss_figure_require_gnuplot(ss_error *error);

/* ---- a scene, from the tables of a run (of a store: ss_campaign_store_series_path) ---- */

/* The colour of the bodies: near ones darker; by speed; all pale. */
typedef enum ss_scene_fill { SS_SCENE_DEPTH, SS_SCENE_SPEED, SS_SCENE_PALE } ss_scene_fill;

enum { SS_SCENE_PANELS = 4 };  /* of a figure at most */
#define SS_SCENE_LAST SIZE_MAX /* the moment `last`, whatever step it is */

/* The bodies at one moment. */
typedef struct ss_scene_panel {
    const char *title;
    size_t step; /* after which they are shown: 0, the start; one that has a frame; SS_SCENE_LAST */
    ss_scene_fill fill;
    bool arrows; /* velocities: of one body each in squares that are as wide as the longest arrow */
    bool residuals; /* a dot a contact with an impulse, by its part of E1 */
    bool forces;    /* impulses of that step: lines between centres, or to the contact point where a
                     * body is not round, as wide as they are large, with a colour a status */
} ss_scene_panel;

/* What several pictures share, so that a film of them does not jump: start from
 * SS_SCENE_RANGES_EMPTY, widen by each. */
typedef struct ss_scene_ranges {
    ss_axis x, y, z;         /* that hold the bodies, m */
    double fastest, largest; /* m/s, N s */
    double residual;         /* largest part of E1 */
    size_t of_status[3];     /* forces that are open, sticking, sliding */
} ss_scene_ranges;
#define SS_SCENE_RANGES_EMPTY                                                                      \
    ((ss_scene_ranges){.x = SS_AXIS_EMPTY, .y = SS_AXIS_EMPTY, .z = SS_AXIS_EMPTY})

typedef struct ss_scene_picture {
    const char *bodies_csv;
    const char *shapes_csv; /* outlines of blocks and walls; NULL, or not there: none */
    const char *forces_csv; /* may be NULL where no panel has forces */
    const char *solver;
    double box_width_m; /* where the table has no walls: from x = 0 to there, over z = 0; 0: the
                         * floor z = 0 alone; NAN: none */
    double step_s; /* length of a time step, by which impulses are shown as forces; 0: not known */
    const ss_scene_panel *panels;
    size_t n_panels; /* 1 to SS_SCENE_PANELS; they share one window and one scale of each kind */
    const ss_scene_ranges *shared; /* window and scales; NULL: those of this picture alone */
} ss_scene_picture;

/* Widen the ranges by what the picture shows. Errors of ss_figure_scene but of drawing. */
bool ss_figure_scene_widen(ss_scene_ranges *ranges, const ss_scene_picture *picture,
                           ss_error *error);

/* Draw the scene as seen from the front, x to the right and z up, with a scale for what its panels
 * show. Errors as above, and SS_ERROR_DATA where there is no such moment (naming the steps that
 * there are), a body is at no finite place, or one that is not round has no outline. */
bool ss_figure_scene(const ss_figure *figure, const ss_scene_picture *picture, ss_error *error);

/* Two panels: the start and the end, by depth. */
extern const ss_scene_panel ss_scene_start_and_end[2];

/* The layout of a figure: its own, or the default. */
const ss_figure_layout *ss_figure_layout_of(const ss_figure *figure);

/* A figure being drawn: its .dat and .gp, which its kind prints (data.h) between ss_figure_begin
 * and ss_figure_end, in a hidden folder that both keep. The rest is theirs; do not move it. */
typedef struct ss_figure_drawing {
    FILE *dat; /* rows and blocks of numbers */
    FILE *gp;  /* settings, ahead of style.gp and the script; its head is there */
    const ss_figure *figure;
    const ss_figure_layout *layout;
    const char *script;
    ss_output data, settings;
    char folder[SS_PATH_SIZE];        /* the hidden one; "" until it is made */
    int held;                         /* the lock on it */
    char files[SS_FIGURE_FILES][256]; /* in it, in the order in which they move out; */
    size_t n_files, n_out;            /* those past n_out stay there */
} ss_figure_drawing;

/* Begin to draw it by `script`, a file of figure->scripts that is not "NAME.gp"; both are borrowed.
 * Errors as above; after one there is nothing to end. */
bool ss_figure_begin(ss_figure_drawing *drawing, const ss_figure *figure, const char *script,
                     ss_error *error);

/* Draw it, if all is `printed`, else leave nothing of it. Errors as above. */
bool ss_figure_end(ss_figure_drawing *drawing, bool printed, ss_error *error);

/* Draw NAME.svg ... again from NAME.gp, NAME.dat and the script that lie in the figure's folder, in
 * another layout, which NAME.gp then keeps. They are code, and run. Of `figure` it takes folder,
 * name, layout and `scripts`, where style.gp and tikz.sed are. SS_ERROR_DATA if NAME.gp is no
 * figure's or its files are gone; else as above. */
bool ss_figure_again(const ss_figure *figure, ss_error *error);

/* The first line of every NAME.gp. */
#define SS_FIGURE_FIRST_LINE "# Draw this figure again, in this folder: gnuplot "

/* ---- gnuplot, as a child process: no shell, none of the user's settings ---- */

/* Run `gnuplot SCRIPT` with `folder` as its working directory and wait for its end.
 * SS_ERROR_UNAVAILABLE if it cannot be started or fails, with the line of its stderr that says why;
 * SS_ERROR_INTERRUPTED if a request to stop (harness/process/interrupt.h) ended it;
 * SS_ERROR_INTERNAL if no process or pipe can be made. What it wrote into the folder is the
 * caller's to judge: gnuplot leaves empty files when it fails, and ends well on a full disk. */
bool ss_figure_run_gnuplot(const char *folder, const char *script, ss_error *error);

/* ---- films: pictures, one after the other, joined by ffmpeg (film.c) ---- */

/* Pictures a second. */
#define SS_FILM_FPS "15"

typedef struct ss_film_format {
    const char *name;           /* as the user calls it, and the ending of its file */
    const char *const *options; /* of ffmpeg, between what goes in and the file; NULL: the
                                   pictures stay as they are, in a folder */
} ss_film_format;

/* gif, mp4, webp or frames. SS_ERROR_USAGE; SS_ERROR_UNAVAILABLE where it needs ffmpeg and there is
 * none. */
const ss_film_format *ss_film_find(const char *name, ss_error *error);

/* Join frame-0001.png, frame-0002.png, ... in `folder` to `file` there. SS_ERROR_UNAVAILABLE when
 * ffmpeg cannot be run or fails; SS_ERROR_INTERRUPTED. */
bool ss_film_join(const char *folder, const ss_film_format *format, const char *file,
                  ss_error *error);

/* Run a program, `arguments` ended by NULL, the first its name, with `folder` as its working
 * directory, and wait for its end. SS_ERROR_UNAVAILABLE: it cannot be started, or fails, which
 * names `what` and the reason; SS_ERROR_INTERRUPTED. */
bool ss_figure_run_program(const char *folder, const char *const *arguments, const char *what,
                           ss_error *error);

/* Is a program of that name on PATH? */
bool ss_figure_has_program(const char *name);

#endif
