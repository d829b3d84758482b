/* `plot`: from a result folder to figures. A kind of figure is a file here and a line in kinds.def;
 * plot.c finds the runs and their tables, the kind draws one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PLOT_PLOT_H
#define SS_HARNESS_PLOT_PLOT_H

#include "harness/campaign/store.h"
#include "harness/figures/figure.h"
#include "harness/tables/record.h"

/* The user's wishes; texts are borrowed, NULL: no choice. */
typedef struct ss_plot_request {
    const char *kind, *folder;
    const char *problem, *instance; /* only these runs */
    const char *solver;             /* only these solvers, "ebp[alpha=2],sal" */
    const char *step;
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
typedef struct ss_plot {
    const ss_plot_request *request;
    const struct ss_plot_kind *kind;
    size_t step;               /* wanted; SS_SCENE_LAST: the last that there is */
    size_t instance;           /* wanted; 0: any */
    ss_summary summary;        /* of the runs; empty where there is none */
    char folder[SS_PATH_SIZE]; /* of the runs' tables */
    char scripts[SS_PATH_SIZE];
    bool stored; /* it is a store: each run has tables of its own */
    size_t n_drawn;
} ss_plot;

/* The subject of one figure: a solver in a time step. */
typedef struct ss_plot_subject {
    const char *table, *solver;
    size_t step;
    const ss_summary_row *run; /* NULL where the folder has no summary.csv */
} ss_plot_subject;

/* A kind of figure. */
typedef struct ss_plot_kind {
    const char *name;
    const char *doc;     /* for --help: what it shows, and from which table */
    const char *title;   /* the first words of a figure's title */
    const char *lack;    /* "DIR has no LACK" */
    const char *record;  /* what to do about it: "run with --trace" */
    const char *table;   /* in a folder of `run`: has `solver` and `step` */
    int series;          /* the same table in a store, an ss_campaign_series; -1: stores lack it */
    bool takes_accuracy; /* --estimator and --over mean something */
    bool starts;         /* step 0 is the start, and steps name the time after them */
    /* One figure a solver and run; the subject's table exists. */
    bool (*draw)(const ss_plot *plot, const ss_figure *figure, const ss_plot_subject *subject,
                 ss_error *error);
    /* Instead, if not NULL: all of it, by ss_plot_draw. */
    bool (*draw_all)(ss_plot *plot, ss_error *error);
} ss_plot_kind;

#define KIND(name) extern const ss_plot_kind ss_plot_##name;
#include "harness/plot/kinds.def"
#undef KIND

/* The k-th kind, or NULL past the last. */
const ss_plot_kind *ss_plot_kind_at(size_t k);

/* Draw what is wanted into its folder, and print the names of the files. SS_ERROR_USAGE for an
 * unknown kind or a wrong number, SS_ERROR_DATA where the tables lack what is drawn (says what to
 * record), and the errors of ss_figure_draw. */
bool ss_plot_folder(const ss_plot_request *request, ss_error *error);

/* ---- for kinds ---- */

/* The path of a table of the run in its folder or store; SS_PATH_SIZE bytes. */
bool ss_plot_table(const ss_plot *plot, const ss_summary_row *run, ss_campaign_series series,
                   char *path, ss_error *error);

/* Is the run, or that solver's, among those that are wanted? `run` may be NULL. */
bool ss_plot_wants(const ss_plot *plot, const char *solver, const ss_summary_row *run);

/* The problem's name, its instance, and the parameters that are not its defaults, in words: "" for
 * the latter where there are none. NULL gives both "". */
void ss_plot_describe(char *problem, char *parameters, size_t size, const ss_summary_row *run);

/* The folder of the figures. */
const char *ss_plot_out(const ss_plot *plot);

/* Has so many been drawn as were asked for? */
bool ss_plot_is_enough(const ss_plot *plot);

/* Tell of a figure that was drawn, and count it. */
void ss_plot_drawn(ss_plot *plot, const ss_figure *figure);

/* "DIR has no traced step of solver S; run with --trace". Returns false. */
bool ss_plot_lacks(const ss_plot *plot, const char *where, ss_error *error);

/* "cannot read TABLE: no such file; run with --trace". Returns false. */
bool ss_plot_lacks_table(const ss_plot *plot, const char *table, ss_error *error);

#endif
