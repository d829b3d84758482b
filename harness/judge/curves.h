/* The rows of summary.csv as curves: what varies is one parameter along a curve and the instance at
 * a point; everything else that determines a run is the curve's identity.
 *
 *     question 0   curve 0   point, point, point      contender 0: a solver and its options
 *                  curve 1   point, point             contender 1
 *     question 1   curve 2   point, point, point      contender 0
 *
 * Runs are sorted in this order, so each point is of neighbours in `runs`, each curve of neighbours
 * in `points`, and each question of neighbours in `curves`. ss_study_curves owns all four arrays
 * and the summary, whose texts the runs borrow but for what they say without the parameter. study.c
 * reads the curves once and hands them to tables, report and figures, which change nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_CURVES_H
#define SS_HARNESS_JUDGE_CURVES_H

#include "harness/tables/bootstrap.h"
#include "harness/tables/grid.h"
#include "harness/tables/spread.h"
#include "harness/tables/standing.h"
#include "harness/tables/partial.h"
#include "harness/tables/question.h"
#include "solvers/base/local_solver.h"

/* The measures of a point. id, label in figures */
#define SS_STUDY_MEASURE_LIST(X)                                                                   \
    X(SWEEPS_LAST, "sweeps, last step")                                                            \
    X(SWEEPS_TOTAL, "sweeps, all steps")                                                           \
    X(WORK, "visits + local iterations")                                                           \
    X(CPU, "CPU time (s)")                                                                         \
    X(UNITS, "work units: sweeps by the exact local solve")

typedef enum ss_study_measure {
#define X(id, label) SS_STUDY_##id,
    SS_STUDY_MEASURE_LIST(X)
#undef X
        SS_STUDY_N_MEASURES
} ss_study_measure;

/* The runs of a curve at one value. A run is solved where it counts (tables/standing.h): a loose
 * one is a failure, whatever its own test said. n_set_aside + n_failures + n_solved = n_instances;
 * where none is solved but some failed, only what measured nothing is set aside. */
typedef struct ss_study_point {
    double value;                    /* NaN on a curve without the parameter */
    const struct ss_study_run *runs; /* n_instances of them, by instance */
    size_t n_instances;
    size_t n_solved;
    size_t n_set_aside;       /* of these: no run of the question solved them, or nothing was
                                 measured */
    size_t n_failures;        /* of the others: not solved. All, where none was solved */
    size_t n_loose;           /* those that met their own stopping test, with a large E1 */
    bool is_safe;             /* every instance that tells was solved, and one did */
    double failure_fraction;  /* of the instances that were not set aside; NaN: of none */
    const char *worst_status; /* "loose", or borrowed from the file */
    ss_spread spread[SS_STUDY_N_MEASURES]; /* over its solved instances */
    double e1_worst;                       /* of any step of the runs that met their own test */
    double alpha_bound;                    /* the least of its runs; NaN where none is stated */
    double times_best; /* its cost over that of the best value: geometric mean over the
                          instances that both solved; NaN where there is none */
} ss_study_point;

/* Owners of a parameter: id, word before a colon, column, what it is called */
#define SS_STUDY_OF_LIST(X)                                                                        \
    X(SOLVER, "solver", "options", "an option of the solvers")                                     \
    X(PROBLEM, "problem", "parameters", "a parameter of the problem")                              \
    X(OUTER, "outer", "outer", "an option of the outer solvers")

typedef enum ss_study_of {
#define X(id, word, column, what) SS_STUDY_OF_##id,
    SS_STUDY_OF_LIST(X)
#undef X
        SS_STUDY_OF_COUNT
} ss_study_of;

/* A run, the parameter that is studied taken out of its identity. */
typedef struct ss_study_run {
    ss_record record; /* as in the file, but without the parameter in `parameters`, `options` or
                         `outer`, and in `solver` the name only */
    const ss_summary_row *whole;                 /* as in the file; borrowed from the summary */
    char *parameters, *solver, *options, *outer; /* owned; those of the record */
    size_t question, contender; /* from 0: what it answers; solver, options, outer and has_value */
    double value;
    double measure[SS_STUDY_N_MEASURES]; /* WORK is NaN where nothing was counted */
    ss_standing standing;
    bool has_value;
    bool set_aside; /* it measured nothing, or no run of the question solved this instance, whatever
                       the curve and value: it tells nothing of the parameter. The latter not where
                       the question has one curve only */
} ss_study_run;

/* A contiguous part of the grid; NaN and not open where there is none. Decades are NaN unless all
 * their values are positive. An open end is the end of the grid: the true one was not reached. */
typedef struct ss_study_interval {
    double low, high;
    double decades;      /* log10(high/low) */
    double decades_most; /* the same of the values tried just outside; INFINITY if an end is open */
    bool open_low, open_high;
} ss_study_interval;

/* The range in which a curve works, at the grid's resolution, with the theoretical bound. Work
 * decides what is best, by pairs of instances (best.c); sweeps where no work was counted. Of a
 * parameter of the problem, and of a single value, nothing can be chosen: there is no best value,
 * plateau or safe range, and the cliffs are those on both sides of the cheapest value. */
typedef struct ss_study_range {
    size_t n_values, n_failing, instances_least, instances_most;
    double grid_low, grid_high;
    double best, best_work; /* NaN where every value failed or none may be chosen; of a single value
                               the work is known */
    double best_below, best_above; /* the values tried beside it; NaN: it is an end of the grid */
    ss_interval best_interval;     /* 95 % by bootstrap over its instances */
    size_t best_instances;
    ss_study_interval plateau, safe;
    double cliff_low, cliff_high; /* NaN: no failure on that side */
    const char *cliff_low_status,
        *cliff_high_status; /* the worst there; NULL where NaN; borrowed */
    double bound;           /* of alpha, the least that the curve's runs state (column alpha_bound
                               of summary.csv); NaN: none, or alpha is not what is studied */
    const char *bound_kind; /* the name in SS_ALPHA_BOUND_LIST */
    const char *against_bound; /* in the words of the column (fields.def) */
} ss_study_range;

/* The measures that are fitted where the parameter counts something of the problem. */
enum { SS_STUDY_N_GROWN = 3 };

typedef struct ss_study_grown {
    ss_study_measure measure;
    const char *word, *axis; /* in tables and in the figure */
} ss_study_grown;

extern const ss_study_grown ss_study_grown_measures[SS_STUDY_N_GROWN];

/* log cost = log factor + exponent log value, by least squares over the medians at n values. */
typedef struct ss_study_growth {
    size_t n;             /* values that are fitted: those at which every instance was solved */
    double from, to;      /* the least and the largest of them */
    double exponent;      /* p of factor * value^p; NaN of less than three values */
    double error, factor; /* standard error of p, from the scatter about the line */
    ss_interval interval; /* 95 % of p by bootstrap over the instances of each value; NaN where no
                             value has two */
    size_t least, most;   /* instances behind these values */
} ss_study_growth;

/* At least one point, by rising value; points and runs belong to ss_study_curves. */
typedef struct ss_study_curve {
    const ss_study_run *run; /* the first of it: whoever asks for the identity */
    char label[160];         /* the solver, and what tells it from other curves */
    size_t question;         /* from 0; curves of one question are neighbours */
    size_t group;            /* the first curve of its problem under its rule, whatever the solvers,
                                inner and outer: those of a group stand side by side as they grow */
    ss_study_point *points;  /* by rising value; a single one if the solver lacks the parameter */
    size_t n_points;
    ss_study_range range;
    ss_study_growth growth[SS_STUDY_N_GROWN]; /* where the study grows, else zeroed */
} ss_study_curve;

/* A printed number of a paper that stands beside the curves of a question. */
typedef struct ss_study_paper_point {
    size_t question; /* of the study */
    size_t table;    /* of the paper */
    char solver[32];
    double value;  /* of the parameter */
    double sweeps; /* of the last step */
    bool first;    /* of its solver in the question */
} ss_study_paper_point;

/* questions 0 .. n_questions - 1 have curves each; curves[k].run points into `runs`,
 * curves[k].points into `points`: neither may grow once the curves are cut. */
typedef struct ss_study_curves {
    const char *parameter; /* without "solver:", "problem:" or "outer:"; borrowed */
    ss_study_of of;
    bool of_solver;       /* an option of solvers, inner or outer: it may be chosen */
    char **outer_options; /* owned, a text a row of the summary, from the defaults on */
    ss_study_curve *curves;
    size_t n_curves, n_questions;
    size_t n_interrupted; /* rows left out */
    size_t n_nothing;     /* rows that measured nothing: no step had contacts, for one */
    size_t n_loose;       /* rows that met their own test, with an E1 above the limit */
    size_t n_set_aside;   /* instances of a question that none of its runs solved */
    ss_machines machines; /* if of several, no run has a CPU time here */
    double e1_limit;      /* the largest of its rows: E1 up to which one is solved */
    ss_accuracy_gap gap;  /* in E1, between runs of one question and instance */
    ss_partial partial;   /* what the folder says */
    bool is_partial;      /* runs are missing, or values of an option lack instances of others */
    const char *mark;     /* of titles: ", PARTIAL" or "" */
    size_t least, most;   /* instances at the values of such a curve, the first of them */
    ss_summary summary;   /* without the interrupted rows */
    ss_study_run *runs;   /* sorted: curve by curve, value by value */
    size_t n_runs;
    ss_study_point *points;
    double *scratch;             /* owned: three numbers a run */
    ss_study_paper_point *paper; /* owned; by question, table and value */
    size_t n_paper;
} ss_study_curves;

/* Read and group; `parameter` is borrowed and as in ss_study_write, whose errors these are. Free
 * with ss_study_curves_free; after an error there is nothing to free. */
bool ss_study_curves_read(ss_study_curves *curves, const char *path, const char *parameter,
                          ss_error *error);
void ss_study_curves_free(ss_study_curves *curves);

enum { SS_STUDY_WORDS = 4096 + 2 * SS_LABEL_SIZE }; /* bytes: a path and all else of it */

/* "balls-500, mu=0.3, steps=500, tol=1e-08": the problem of the curve, the parameters that are in
 * it always (SS_STUDY_TITLE, where it has them) but for those that never are, sets of keys as in
 * tables/pairs.h, and whatever tells its question from the others of the study. Cut at size. */
#define SS_STUDY_TITLE "steps,tol"
void ss_study_question_words(const ss_study_curves *curves, const ss_study_curve *curve,
                             const char *always, const char *never, char *text, size_t size);

/* Find the points of a paper that stand on the curves: its printed sweeps of the last step, from
 * tables.csv in the folder `paper`, for the runs that runs.csv there describes. A printed run
 * belongs to a question if problem, solver, stopping rule (eps, from r = 0, nlgs) and all other
 * parameters of the problem are the same, the cap of sweeps apart: it changes no count below it.
 * The solver's own safeguards may differ from the paper's. SS_ERROR_DATA if the paper's files
 * cannot be read. */
bool ss_study_paper_points_find(ss_study_curves *curves, const char *paper, ss_error *error);

/* The best of a curve. */
typedef struct ss_study_best {
    size_t at;            /* the point; n_points: none is safe */
    size_t n_instances;   /* that it solved */
    ss_interval interval; /* of the value, over them; with `among` not asked */
} ss_study_best;

/* Find the cheapest of the safe points with the most instances, of those in `among` (NULL: of all,
 * and then times_best of each point is set). The least of equal values. SS_ERROR_MEMORY. */
bool ss_study_best_find(ss_study_best *best, const ss_study_curve *curve, const bool *among,
                        ss_error *error);

/* The cost of a point: its median work, or sweeps where none was counted. */
double ss_study_cost(const ss_study_point *point);

/* ---- for ss_study_curves_read ---- */

/* Find the column that holds the parameter: sets `parameter`, `of`, `of_solver` and
 * `outer_options`. */
bool ss_study_parameter_find(ss_study_curves *curves, const char *parameter, ss_error *error);

/* Take the parameter out of the identity of a run, the one of row `k` of the summary, as a number:
 * a word is no value to stand on an axis. SS_ERROR_DATA, SS_ERROR_MEMORY. */
bool ss_study_take_value(ss_study_run *run, const ss_study_curves *curves, size_t k,
                         ss_error *error);

/* All options of an outer solver that a label names, "key=value,key=value"; "" for none. To be
 * freed; NULL without memory. */
char *ss_study_outer_options(const char *outer);

/* The range of a curve whose points are known. SS_ERROR_MEMORY. */
bool ss_study_range_of(ss_study_range *range, const ss_study_curves *curves,
                       const ss_study_curve *curve, ss_error *error);

/* True when the parameter counts something of the problem, such as its balls. */
bool ss_study_grows(const ss_study_curves *curves);

/* Fit the growth of a curve. SS_ERROR_MEMORY. */
bool ss_study_growth_fit(const ss_study_curves *curves, ss_study_curve *curve, ss_error *error);

/* The power by which a measure rises from the point before to this one: NaN for the first, and
 * unless both are safe. */
double ss_study_local_power(const ss_study_curve *curve, size_t point, ss_study_measure measure);

#endif
