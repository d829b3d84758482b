/* The runs of a paper, what they left, and what is made of it.
 *
 *     ss_reproduce_load, _begin       the data; room for the results
 *     _mark_figures, and tables       which results are wanted
 *     _run_all                        a campaign into FOLDER/store; piles into FOLDER/growth; each
 *                                     complete run as a series
 *     _number                         a cell of a table
 *     _write_tables, _write_periods, _draw_figures
 *
 * One job, from begin to free, has one ss_reproduce_results; it owns all that it points to but the
 * job. Those who write only read it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_RESULTS_H
#define SS_HARNESS_PAPERS_RESULTS_H

#include "harness/papers/data.h"
#include "harness/piles/piles.h"

/* The end of one instance of a paper's run. At most one of `complete` and `growth` is set, by what
 * kind of row it is; series.row is set as soon as one of them is. */
typedef struct ss_reproduce_result {
    bool wanted;                            /* by the caller */
    char hash[SS_HASH_SIZE];                /* its name in the store */
    const ss_campaign_stored_run *complete; /* NULL: it has not come to an end of its own */
    ss_series series; /* of a complete run: its row, constants, and the tables that runs.csv keeps;
                       * of a growing pile the columns of its table */
    ss_reproduce_growth growth; /* of a growing pile, in place of a complete run */
} ss_reproduce_result;

/* The paper's data, and results: those of run k stand at k * stride, instance by instance. */
typedef struct ss_reproduce_results {
    ss_reproduce_data data;
    ss_reproduce_result *at;
    size_t stride;
    ss_campaign_stored_runs stored; /* owns the rows */
} ss_reproduce_results;

/* Make room for the results of the data that are loaded: none so far. SS_ERROR_MEMORY. Free all of
 * it, data included, whatever happens. */
bool ss_reproduce_begin(ss_reproduce_results *results, ss_error *error);
void ss_reproduce_free(ss_reproduce_results *results);

/* Fill a series that has the row of a run, and nothing else, by what the store at `folder` kept of
 * it, and by the constants of its scene; a table that was not kept is empty. To be freed, also
 * after an error. SS_ERROR_DATA, SS_ERROR_MEMORY. */
bool ss_reproduce_series_read(ss_series *series, const char *folder, ss_error *error);

/* The result of the i-th instance of a run; NULL: none so far. */
ss_reproduce_result *ss_reproduce_result_of(const ss_reproduce_results *results,
                                            const ss_paper_run *run, size_t i);

/* True when the run, or the pile, has come to its end. */
bool ss_reproduce_is_complete(const ss_reproduce_result *result);

/* Run the wanted ones of the runs, those of the cheapest table first, into the store below
 * job->folder, and fill in their results. A run that failed is an error, and so is Ctrl-C: what is
 * complete is noted all the same. results->stored is not `read` when nothing was run. */
bool ss_reproduce_run_all(ss_reproduce_results *results, ss_error *error);

/* ---- numbers: a cell of a printed table ---- */

/* The place of our numbers: a table under a reading. */
typedef struct ss_reproduce_place {
    const ss_reproduce_results *results;
    size_t table;
    const char *reading;
} ss_reproduce_place;

/* Our number in a column, a measure (measures.h); NaN where there is none, as for a run that
 * diverged, but for a count: it ended where it broke. Of a row with a `*` a trend: what all runs
 * give together whose rows match it. */
double ss_reproduce_number(const void *place, const char *row, const char *column, size_t instance);

/* Why the number measures nothing: a quantity of bodies (ss_measure_is_observed) of a run that
 * ended unphysical, or that left most of its steps unsolved, with an E1 beyond what counts
 * (tables/standing.h); NULL where it counts. */
const char *ss_reproduce_excuse(const void *place, const char *row, const char *column,
                                size_t instance);

/* Have two runs of one solver, asked for otherwise, the same numbers to the last bit, in every
 * instance? Then what differs has no effect. */
bool ss_reproduce_is_same(const ss_reproduce_results *results, const ss_paper_run *a,
                          const ss_paper_run *b);

/* ---- what is written ---- */

/* Write the wanted tables and claims.csv; after Ctrl-C the tables whose runs are all complete. */
bool ss_reproduce_write_tables(const ss_reproduce_results *results, ss_error *error);

/* Write reactions.csv, convection.csv and tracks.csv of all complete runs of shaken vessels, each
 * whole or, where it has no rows, not at all. SS_ERROR_IO. */
bool ss_reproduce_write_periods(const ss_reproduce_results *results, ss_error *error);

/* Number of wanted figures; the runs that they show are marked as wanted. */
size_t ss_reproduce_mark_figures(ss_reproduce_results *results);

/* Draw them. One that cannot be drawn is an error and costs no other one. */
bool ss_reproduce_draw_figures(const ss_reproduce_results *results, ss_error *error);

#endif
