/* A table of the field: every contender on every frozen problem of some folders, each in a child
 * process with limits, all judged by the same referee.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_FIELD_H
#define SS_HARNESS_REPRODUCE_FIELD_H

#include "solvers/choice.h"
#include "harness/run/estimators.h"

enum { SS_FIELD_MAX = 16 };

typedef struct ss_field_job {
    const char *folders[SS_FIELD_MAX]; /* or collections; searched for *.hdf5, all the way down */
    size_t n_folders;
    double tols[SS_FIELD_MAX];
    size_t n_tols;
    const ss_choice_list *contenders;
    const ss_estimator *stop; /* NULL: eps */
    const char *rho_bar;      /* "normal" or "lambda", as --set rho-bar */
    size_t max_sweeps;
    double timeout_s;    /* a trial, wall clock */
    size_t memory_bytes; /* a trial, address space */
    size_t n_jobs;       /* parallel processes; 0: one a core */
    const char *folder;  /* to make and fill */
    int argc;
    char *const *argv;
} ss_field_job;

/* A named collection of frozen problems. */
typedef struct ss_collection {
    const char *name, *title;
    const char *folder; /* below the source folder */
} ss_collection;

/* The k-th collection, or NULL past the last. Its name may stand for a folder. */
const ss_collection *ss_collection_at(size_t k);

/* Run all trials and write field.csv, rates.csv, field.md, field.tex and provenance.txt. A file
 * that cannot be read is a row of status `error` with the reason. Ctrl-C: rows of what is finished,
 * and SS_ERROR_INTERRUPTED. */
bool ss_field_run(const ss_field_job *job, ss_error *error);

#endif
