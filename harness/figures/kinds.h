/* Kinds of figures. A kind is a const descriptor and its line in kinds.def, and whoever draws looks
 * it up there: `plot` by the word of a user, a paper by the column `kind` of figures.csv.
 *
 *     who asks          finds runs and tables, names the figure, tells of it
 *       | ss_figure_subject: a run, a step, where its tables are
 *     kind->draw        reads the tables, hands rows and settings to the script (data.h)
 *       | ss_figure_begin, ss_figure_end
 *     gnuplot
 *
 * A descriptor stands in the file that draws, which is in the room of the data that it shows:
 * those of the tables of a run are here. One that puts runs together in a way of its own has
 * `draw_all` and is drawn by `plot` alone (harness/plot/plot.h). Of a `series`, a run of a store
 * that was read into memory, both draw; of a `group` papers alone, whose rows say what belongs
 * together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_KINDS_H
#define SS_HARNESS_FIGURES_KINDS_H

#include "harness/figures/figure.h"
#include "harness/tables/reduce.h"
#include "harness/tables/rows.h"

/* The subject of one figure; all borrowed, by whoever asks for it, as long as it is drawn. */
typedef struct ss_figure_subject ss_figure_subject;
struct ss_figure_subject {
    const struct ss_figure_kind *kind; /* that is drawn */
    const char *solver;
    size_t step;               /* from 1; 0: the start of a scene; SS_SCENE_LAST: the end */
    const ss_summary_row *run; /* NULL where the folder has no summary.csv */
    const char *folder;        /* the folder of `run` or `grow` */
    /* The path of the run's table of that name, "bodies", in its folder or its store, there or not;
     * of SS_PATH_SIZE bytes. */
    bool (*table)(const ss_figure_subject *subject, const char *name, char *path, ss_error *error);
    const void *context;           /* of `table` */
    const ss_scene_ranges *shared; /* of a picture of a film; else NULL */
};

/* A run of those that a paper's figure shows; its row in runs.csv, "CURVE PARAMETER=VALUE". */
typedef struct ss_figure_run {
    const char *row;
    const ss_series *series;
} ss_figure_run;

typedef struct ss_figure_group {
    const ss_figure_run *runs; /* runs of one curve stand together */
    size_t n;
    const ss_measures *measures; /* of the paper */
} ss_figure_group;

struct ss_plot;

typedef struct ss_figure_kind ss_figure_kind;
struct ss_figure_kind {
    const char *name;
    const char *doc;    /* for --help: what it shows, and from which table */
    const char *title;  /* the first words of a figure's title */
    const char *lack;   /* "DIR has no LACK" */
    const char *record; /* what to do about it: "run with --trace" */
    const char *table;  /* a figure a solver that has rows in it, columns `solver` and `step` */
    const char *also;   /* a second table that it shows after step 0; NULL: none */
    const char *const *beginnings; /* of the names of figures to draw again, ended by NULL */
    bool takes_estimator;          /* --estimator means something, */
    bool takes_over;               /* --over does */
    const ss_scene_panel *panels;  /* of a scene: side by side, of the step that is asked for, or
                                      of their own where it shows no second table */
    size_t n_panels;
    bool starts; /* step 0 is the start, and steps name the time after them */
    /* Errors of ss_figure_begin, SS_ERROR_DATA where the tables lack what is drawn. */
    bool (*draw)(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error);
    /* Widen the ranges by what `draw` would show; NULL: no film is made of it, nor where `also` is
     * NULL, for then no table has the steps of all panels. */
    bool (*widen)(ss_scene_ranges *ranges, const ss_figure_subject *subject, ss_error *error);
    /* Instead, of what was read into memory: print what `script` draws of the series of a run, or
     * of all runs that a row of figures.csv stands for. False after an error: the drawing is given
     * up. */
    bool (*series)(ss_figure_drawing *drawing, const ss_figure_kind *kind, const ss_series *series,
                   ss_error *error);
    bool (*group)(ss_figure_drawing *drawing, const ss_figure_kind *kind,
                  const ss_figure_group *group, ss_error *error);
    const char *script;
    const char *const *columns; /* what they print: observables, measures; ended by NULL */
    /* Instead, of `plot`: all of it. */
    bool (*draw_all)(struct ss_plot *plot, ss_error *error);
};

/* The kind ID, called NAME, of what PRINT (`series` or `group` = a function) prints of columns. */
#define SS_FIGURE_KIND(ID, NAME, SCRIPT, PRINT, DOC, ...)                                          \
    const ss_figure_kind ss_figure_kind_##ID = {.name = (NAME),                                    \
                                                .doc = (DOC),                                      \
                                                .script = (SCRIPT),                                \
                                                .columns =                                         \
                                                    (const char *const[]){__VA_ARGS__, NULL},      \
                                                .PRINT}

#define KIND(name) extern const ss_figure_kind ss_figure_kind_##name;
#include "harness/figures/kinds.def"
#undef KIND

/* The k-th kind, or NULL past the last. */
const ss_figure_kind *ss_figure_kind_at(size_t k);

/* The kind of that name. SS_ERROR_USAGE, which begins with `unknown` and lists them. */
const ss_figure_kind *ss_figure_kind_find(const char *name, const char *unknown, ss_error *error);

#endif
