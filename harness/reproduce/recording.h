/* The tables of a stored run beside its row, in memory, compactly: its observables step by step,
 * and where its bodies were at the start, at the frames and at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_RECORDING_H
#define SS_HARNESS_REPRODUCE_RECORDING_H

#include "harness/campaign/store.h"

enum { SS_RECORDING_OBSERVABLES = 64, SS_RECORDING_NAME = 32, SS_RECORDING_KEY = 40 };

/* One of the many values of an observable, a row NAME[KEY] of observables.csv. */
typedef struct ss_recording_keyed {
    size_t step;
    char name[SS_RECORDING_NAME], key[SS_RECORDING_KEY];
    double value, exact; /* exact: NaN where not known */
} ss_recording_keyed;

typedef struct ss_recording {
    const ss_campaign_stored_run *run;
    const struct ss_recording *with; /* another run that it is compared with; NULL: none. Both are
                                        borrowed */
    size_t n_observables, n_steps;   /* steps that have observables */
    char names[SS_RECORDING_OBSERVABLES][SS_RECORDING_NAME];
    double errors[SS_RECORDING_OBSERVABLES]; /* largest |value - exact|; NaN: none is known */
    double *values;                          /* n_observables a step, from step 1 on */
    ss_recording_keyed *keyed;               /* n_keyed, as they stand in the table */
    size_t n_keyed;
    size_t n_bodies, n_frames; /* balls and discs alone, as they are numbered */
    double *radius;            /* m */
    size_t *steps;             /* after which the frames are; 0: the start */
    double *x;                 /* 3 n_bodies a frame, m */
} ss_recording;

/* Read what the store at `folder` has of the run: tables that it did not keep are empty. To be
 * freed, also after an error: SS_ERROR_DATA, naming file and line, for what a run does not write,
 * SS_ERROR_MEMORY. */
bool ss_recording_read(ss_recording *recording, const ss_campaign_stored_run *run,
                       const char *folder, ss_error *error);
void ss_recording_free(ss_recording *recording);

/* The two parts, from files. */
bool ss_recording_read_observables(ss_recording *recording, const char *path, ss_error *error);
bool ss_recording_read_frames(ss_recording *recording, const char *path, ss_error *error);

/* Number of the observable; n_observables if there is none of that name. */
size_t ss_recording_find(const ss_recording *recording, const char *name);

/* The value under `key` of the observable `name` at `step`; NaN if there is none. */
double ss_recording_keyed_value(const ss_recording *recording, const char *name, const char *key,
                                size_t step);

/* Sum of observable k over the steps `from` + 1 to `to`; NaN if the run has not so many. */
double ss_recording_sum(const ss_recording *recording, size_t k, size_t from, size_t to);

/* The places (m, x y z a body) after a step; NULL if it is no frame. */
const double *ss_recording_frame(const ss_recording *recording, size_t step);

/* A parameter of the run's problem; NaN if it has none of that name. */
double ss_recording_parameter(const ss_recording *recording, const char *name);

#endif
