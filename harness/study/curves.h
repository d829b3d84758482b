/* The rows of summary.csv as curves: what varies is one parameter along a curve and the instance at
 * a point; everything else that determines a run is the curve's identity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_CURVES_H
#define SS_HARNESS_STUDY_CURVES_H

#include "harness/tables/summary.h"

/* Over the solved instances of a point; NaN where there is none. */
typedef struct ss_study_spread {
    double median, q1, q3, min, max;
} ss_study_spread;

/* What a point measures. id, label in figures */
#define SS_STUDY_MEASURE_LIST(X)                                                                   \
    X(SWEEPS_LAST, "sweeps, last step")                                                            \
    X(SWEEPS_TOTAL, "sweeps, all steps")                                                           \
    X(WORK, "work: visits + local iterations")                                                     \
    X(CPU, "CPU time (s)")

typedef enum ss_study_measure {
#define X(id, label) SS_STUDY_##id,
    SS_STUDY_MEASURE_LIST(X)
#undef X
        SS_STUDY_N_MEASURES
} ss_study_measure;

typedef struct ss_study_point {
    double value; /* NaN on a curve without the parameter */
    size_t n_instances;
    size_t n_set_aside;       /* of these: no run of the question solved them */
    size_t n_failures;        /* of the others: not solved. All, where none was solved */
    const char *worst_status; /* borrowed from the file */
    ss_study_spread spread[SS_STUDY_N_MEASURES];
    double e1_worst;
    double alpha_bound; /* the least of its runs; NaN where none is stated */
} ss_study_point;

/* A run, the parameter that is studied taken out of its identity. */
typedef struct ss_study_run {
    ss_summary_row row; /* as in the file, but without the parameter in `parameters` or `options`,
                           and in `solver` the name only */
    ss_outcome outcome;
    size_t line;                                    /* in the file */
    char *question, *parameters, *solver, *options; /* owned; the last three are those of `row`,
                                                       the first its key (tables/question.h) */
    size_t rank;                                    /* of the solver in our list */
    double value;
    double measure[SS_STUDY_N_MEASURES]; /* WORK is NaN where nothing was counted */
    bool has_value;
    bool set_aside; /* no run of the question solved this instance, whatever the curve and value: it
                       tells nothing of the parameter. Not where the question has one curve only */
} ss_study_run;

typedef struct ss_study_curve {
    const ss_study_run *run; /* the first of it: whoever asks for the identity */
    char label[160];         /* the solver, and what tells it from other curves */
    size_t question;         /* from 0; curves of one question are neighbours */
    ss_study_point *points;  /* by rising value; a single one if the solver lacks the parameter */
    size_t n_points;
} ss_study_curve;

typedef struct ss_study_curves {
    const char *parameter; /* without "solver:" or "problem:"; borrowed */
    bool of_solver;        /* an option of solvers, not a parameter of problems */
    ss_study_curve *curves;
    size_t n_curves, n_questions;
    size_t n_interrupted; /* rows left out */
    size_t n_set_aside;   /* instances of a question that none of its runs solved */
    ss_summary summary;   /* without the interrupted rows */
    ss_study_run *runs;   /* sorted: curve by curve, value by value */
    size_t n_runs;
    ss_study_point *points;
} ss_study_curves;

/* Read and group; `parameter` is borrowed and as in ss_study, whose errors these are. Free with
 * ss_study_curves_free; after an error there is nothing to free. */
bool ss_study_curves_read(ss_study_curves *curves, const char *path, const char *parameter,
                          ss_error *error);
void ss_study_curves_free(ss_study_curves *curves);

/* Describe a point from its n runs, all of one curve and value. SS_ERROR_MEMORY. */
bool ss_study_point_measure(ss_study_point *point, const ss_study_run *runs, size_t n,
                            ss_error *error);

/* Failures over the instances that were not set aside. */
double ss_study_failure_fraction(const ss_study_point *point);

/* Give each curve its label: the solver, and its options that are not the default and differ from
 * those of another curve of that solver. */
void ss_study_curves_label(ss_study_curves *curves);

/* Find the column that holds the parameter: sets `parameter` and `of_solver`. */
bool ss_study_parameter_find(ss_study_curves *curves, const char *parameter, ss_error *error);

/* "balls-500, mu=0.3, steps=500, tol=1e-08": the problem, its steps and tolerance where it has
 * them, and whatever tells this question from the others of the study. Cut at size. */
void ss_study_question_title(const ss_study_curves *curves, size_t question, char *text,
                             size_t size);

/* The first curve of a question, and how many it has. */
const ss_study_curve *ss_study_question_first(const ss_study_curves *curves, size_t question,
                                              size_t *n);

#endif
