/* Noise: the distance between the times of two runs of the very same thing on a machine, which a
 * difference of times must exceed to be one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_NOISE_H
#define SS_HARNESS_JUDGE_NOISE_H

#include "harness/run/run.h"
#include "harness/tables/csv.h"

/* Fewest pairs whose largest quarter says anything. */
enum { SS_COMPARE_NOISE_MIN_PAIRS = 8 };

/* A floor above this share of the time says nothing that is of use: such times are not judged. */
#define SS_COMPARE_NOISE_MOST 0.5

/* The table `noise`: a row a class of durations, by rising duration_s, the median time of a run.
 * Distance of two equal runs' times: |ln(time / time)|; of each run A the larger of the
 * distances to its partner B and to the B of half a session away, for results that are compared
 * were not made side by side. The upper quarter of these is described by where it begins
 * (tail_from) and its mean excess (tail_mean, of tail_pairs values), as of an exponential tail. */
typedef struct ss_compare_noise {
    ss_noise_row *classes; /* owned; texts are those of `csv` */
    size_t n;
    ss_csv csv;
} ss_compare_noise;

/* Read a noise.csv. SS_ERROR_DATA, naming file and line, if it is none. Release with
 * ss_compare_noise_free. */
bool ss_compare_noise_read(ss_compare_noise *noise, const char *path, ss_error *error);
void ss_compare_noise_free(ss_compare_noise *noise);

/* The floor, as |ln ratio|, of a row whose shorter time is duration_s, when n_rows rows are judged:
 * the chance that any of n_rows pairs of equals exceeds it is 1 %, by the exponential tail of the
 * longest class that is no longer than the row; never less than the largest that was seen. A mean
 * from k = tail_pairs excesses is itself uncertain: the ratio of a new excess to it is F(2, 2k)
 * distributed, P(excess > t tail_mean) = (1 + t/k)^-k. INFINITY, the time cannot be judged, for a
 * row shorter than all classes, or more than 20 times as long as the longest. */
double ss_compare_noise_floor(const ss_compare_noise *noise, double duration_s, size_t n_rows);

/* Describe n >= SS_COMPARE_NOISE_MIN_PAIRS pairs of times in seconds, all above 0, in the order in
 * which they were measured; texts and `repeats` are left out. `work` is room for n numbers. */
ss_noise_row ss_compare_noise_describe(const double *a, const double *b, size_t n, double *work);

/* The question of a measurement. */
typedef struct ss_compare_noise_job {
    const ss_run *run; /* of one of our solvers, whose streams are not written to */
    size_t n_pairs;    /* of a class, at most with `like` */
    double budget_s;   /* wall clock */
    const char *like;  /* result whose durations are to be judged; NULL: any */
    const char *path;  /* of the file to make */
} ss_compare_noise_job;

/* The classes that are measured: so many runs in a row, and of each so many pairs. Eight of them,
 * each ten times the one before, span from one run to ten million. */
enum { SS_COMPARE_NOISE_CLASSES = 8 };
typedef struct ss_compare_noise_plan {
    size_t repeats[SS_COMPARE_NOISE_CLASSES], pairs[SS_COMPARE_NOISE_CLASSES];
    size_t n;         /* classes, by rising repeats */
    double missing_s; /* wall clock that the classes left out would need; 0: none is */
} ss_compare_noise_plan;

/* As many classes of n_pairs, 1, 10, 100 ... runs in a row, as a budget (s) has room for where a
 * run takes run_s, at least one; what is left of it goes to a last class, if that is at least three
 * times as long. */
ss_compare_noise_plan ss_compare_noise_plan_any(size_t n_pairs, double budget_s, double run_s);

/* Classes for times from `shortest` to `longest` (s), each at half the shortest that it is for, of
 * a run of cpu_s that takes run_s of wall clock, with at most n_pairs each: what short ones do not
 * need of their part of the budget is for the longer. */
ss_compare_noise_plan ss_compare_noise_plan_like(size_t n_pairs, double budget_s, double run_s,
                                                 double cpu_s, double shortest, double longest);

/* Run pairs of job->run, interleaved (A B, B A, A B, ...) and the classes in turn, and write the
 * table `noise` to the new file. Classes: 1, 10, 100 ... runs in a row, as many as the budget has
 * room for, at least one; what is left of it goes to a last class. With `like` the classes lie
 * where the times of its rows do, each at half the shortest that it is for, with as many pairs as
 * the budget has room for; *missing_s is the budget that the classes left out would need, 0 where
 * none is. SS_ERROR_OUTPUT if the file exists, SS_ERROR_DATA if the run takes no time that the
 * clock shows or `like` holds no time, SS_ERROR_INTERRUPTED after Ctrl-C: nothing is written. */
bool ss_compare_noise_measure(const ss_compare_noise_job *job, double *missing_s, ss_error *error);

#endif
