/* `plot`: from a result folder to figures. plot.c finds the runs and their tables, a kind of
 * figure (harness/figures/kinds.h) draws one; those that put runs together ask what is below.
 *
 *     request ----> ss_plot: summary, folder, step ----> a figure for each solver and run with rows
 *     (the user's)                               \---> or a walk over all runs, by a grid
 *                                                      (accuracy.c, history.c)
 *
 * ss_plot_folder owns the ss_plot and its summary; a kind borrows both while it draws, and has each
 * figure counted and told of by ss_plot_drawn. A folder of `run` has one table for all its solvers,
 * a store one for each run: ss_plot_table knows which.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PLOT_PLOT_H
#define SS_HARNESS_PLOT_PLOT_H

#include "harness/campaign/store.h"
#include "harness/figures/kinds.h"
#include "harness/tables/record.h"

/* The user's wishes; texts are borrowed, NULL: no choice. */
typedef struct ss_plot_request {
    const char *kind, *folder;
    const char *problem, *instance; /* only these runs */
    const char *solver;             /* only these solvers, "ebp[alpha=2],sal" */
    const char *step;
    const char *movie;            /* of a scene: gif, mp4, webp or frames, of all steps */
    const char *title;            /* the message, in place of what the figure is of */
    const char *columns;          /* of a history: its panels, "a,b,c" */
    const char *estimator, *over; /* of kinds that take them: e1; sweeps, units or time */
    ss_figure_layout layout;
    /* Of who draws for a page, else zero: the folder of the figures (NULL: that of the tables), at
     * most how many (0: all), and who is told of each in place of stdout. */
    const char *out;
    size_t most;
    void (*told)(void *context, const ss_figure *figure);
    void *context;
    bool *lacks; /* set where the tables have none of it, which is an error like others */
} ss_plot_request;

/* A request being drawn. */
typedef struct ss_plot ss_plot;
struct ss_plot {
    const ss_plot_request *request;
    const ss_figure_kind *kind;
    size_t step;               /* wanted; SS_SCENE_LAST: the last that there is */
    size_t instance;           /* wanted; 0: any */
    ss_summary summary;        /* of the runs; empty where there is none */
    char folder[SS_PATH_SIZE]; /* of the runs' tables */
    char scripts[SS_PATH_SIZE];
    bool stored; /* it is a store: each run has tables of its own */
    size_t n_drawn;
};

/* Draw what is wanted into its folder, and print the names of the files. SS_ERROR_USAGE for an
 * unknown kind or a wrong number, SS_ERROR_DATA where the tables lack what is drawn (says what to
 * record), and the errors of ss_figure_begin. */
bool ss_plot_folder(const ss_plot_request *request, ss_error *error);

/* ---- for kinds ---- */

/* The path of the table of that name of the run, in its folder or store; SS_PATH_SIZE bytes.
 * SS_ERROR_DATA where a store keeps no such table. */
bool ss_plot_table(const ss_plot *plot, const ss_summary_row *run, const char *table, char *path,
                   ss_error *error);

/* Is the run among those that are wanted? Where it is NULL: is what a table calls `solver`? */
bool ss_plot_wants(const ss_plot *plot, const char *solver, const ss_summary_row *run);

/* The problem's name, a file's without its folder, its instance, and the parameters that are not
 * its defaults, in words: "" for the latter where there are none. NULL gives both "". */
void ss_plot_describe(char *problem, char *parameters, size_t size, const ss_summary_row *run);

/* "ebp", "nlgs-anderson[local=sal]": the contender; where the folder has no summary (run NULL) what
 * the tables call it. */
void ss_plot_name_run(char *label, size_t size, const ss_summary_row *run, const char *solver);

/* The name of its file, "scene-ebp-step12" where `what` is "step12"; of a run in a store with the
 * first digits of that run; SS_LABEL_FILE bytes. */
void ss_plot_name_file(char *name, const ss_figure_subject *subject, const char *what);

/* The title of a subject's figure, of that problem in words ("": none). */
void ss_plot_describe_subject(char *title, size_t size, const ss_figure_subject *subject,
                              const char *problem);

/* The film of a subject, whose step is not looked at: FOLDER/NAME.gif or what the request says, or
 * the folder NAME of frame-0001.png and so on, complete or absent. `table` is the one with the
 * steps. Errors of ss_film_join and of the kind. */
bool ss_plot_movie(ss_plot *plot, const ss_figure_subject *subject, const char *table,
                   ss_error *error);

/* A figure of that name, title and second line ("": none), in the folder and the layout that are
 * asked for. Borrows all. */
ss_figure ss_plot_figure(const ss_plot *plot, const char *name, const char *title,
                         const char *note);

/* Has so many been drawn as were asked for? */
bool ss_plot_is_enough(const ss_plot *plot);

/* Tell of a figure that was drawn, and count it. */
void ss_plot_drawn(ss_plot *plot, const ss_figure *figure);

/* What stands in a figure: its script, and what prints rows and settings for it. */
typedef struct ss_plot_script {
    const char *name; /* "heat.gp" */
    void (*print)(const ss_figure_drawing *drawing, const void *subject);
    const void *subject; /* borrowed */
} ss_plot_script;

/* Draw a figure, count it and tell of it. Errors of ss_figure_begin and ss_figure_end. */
bool ss_plot_draw(ss_plot *plot, const ss_figure *figure, const ss_plot_script *script,
                  ss_error *error);

/* "DIR has no traced step of solver S; run with --trace". Returns false. */
bool ss_plot_lacks(const ss_plot *plot, const char *where, ss_error *error);

/* "cannot read TABLE: no such file; run with --trace". Returns false. */
bool ss_plot_lacks_table(const ss_plot *plot, const char *table, ss_error *error);

#endif
