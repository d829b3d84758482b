/* A campaign: the runs of a plan, each in a child process with limits, into a store. What is there
 * already is not run again.
 *
 *     FILE.yaml, the words of `sweep`, a paper's runs.csv
 *       ss_campaign_plan_make     lists and grids -> runs; every name is looked up (plan.h)
 *       ss_campaign_run           the runs that the store lacks, n_parallel at a time:
 *         job.c, in the child     one run; its tables go straight into the store's folders
 *         job.c, in the parent    its row, however it ended
 *         ss_campaign_store_put   runs/HASH.csv: from here on the run is finished (store.h)
 *       queue.h                   or they go to a cluster's queue, whose tasks run them so
 *       store_read.c              all rows of the store -> summary.csv
 *       ss_campaign_refine        more values of a study, and ss_campaign_run again
 *
 * The caller owns the plan and frees it; a campaign borrows it, and all its texts, for the call.
 * The store is open, and locked, inside of ss_campaign_run alone. Only the parent adds rows, after
 * their tables: where a run stands, all of it does, and a campaign that is killed at any moment
 * goes on with the same command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_CAMPAIGN_H
#define SS_HARNESS_CAMPAIGN_CAMPAIGN_H

#include "harness/campaign/order.h"

/* Give the plan the campaign's part and limits. SS_ERROR_USAGE for a bad shard. */
bool ss_campaign_prepare(const ss_campaign *campaign, ss_error *error);

/* SS_ERROR_NOTHING, with the reasons, where runs are finished and none counts (standing.h). */
bool ss_campaign_check_worth(const ss_campaign_tally *tally, ss_error *error);

/* "failed", "unsolved" or statuses, separated by commas. failed: crashed, out-of-memory, error and
 * diverged; unsolved: all that are not solved, as the progress bar counts. SS_ERROR_USAGE. */
bool ss_campaign_outcome_set_parse(ss_campaign_outcome_set *set, const char *text, ss_error *error);

/* Are the runs made by a cluster? */
bool ss_campaign_is_queued(const ss_campaign *campaign);

/* Run what is missing and collect summary.csv. Each ending of a run is a row. Ctrl-C: no more runs
 * are started and those under way are finished; a second one ends them, and they are not stored:
 * SS_ERROR_INTERRUPTED either way, and the same call goes on from there. SS_ERROR_IO (disk full)
 * stops the campaign; what is stored stays. Other errors are those of ss_campaign_store_open.
 * On a cluster what is missing and not in the queue is submitted; without `wait` it is true with
 * n_queued runs left. Errors of queue.h. */
bool ss_campaign_run(const ss_campaign *campaign, ss_campaign_tally *tally, ss_error *error);

/* The same for results that need a folder of their own: make `folder`, or go on with one that has a
 * store below it already (SS_ERROR_OUTPUT for any other), write provenance.txt and run the plan
 * into folder/store. `campaign` says everything but plan and folder. *results are all runs of the
 * store, after Ctrl-C too; not `read` after another error and a dry run. Free them. */
bool ss_campaign_fill(const ss_campaign *campaign, ss_campaign_plan *plan, const char *folder,
                      ss_campaign_stored_runs *results, ss_error *error);

/* One task of a submission (tasks.h), by the path of its table, with n_parallel runs at a time:
 * what of its runs the store lacks is made, again where two that made it at once left tables of one
 * and the row of the other. SS_ERROR_UNAVAILABLE where this program is not the one that was
 * submitted, whose content has the hash `program`. */
bool ss_campaign_task(const char *table, size_t task, const char *program, size_t n_parallel,
                      ss_error *error);

/* Print the runs of the plan, and an estimate of the time that the missing ones take. */
bool ss_campaign_print_plan(const ss_campaign *campaign, ss_error *error);

/* The runs of the plan that have to be run (again), in its order, to be freed; the others, how they
 * ended, are added to the tally. NULL: SS_ERROR_MEMORY. */
const ss_campaign_planned_run **ss_campaign_missing(const ss_campaign *campaign,
                                                    const ss_campaign_stored_runs *stored,
                                                    size_t *n, ss_campaign_tally *tally,
                                                    ss_error *error);

/* ---- refinement of a study: more values where solving ends and it is cheapest (refine.c) ---- */

/* Values have six digits: no interval of a grid is halved so often before its ends are one. */
enum { SS_CAMPAIGN_MOST_HALVINGS = 30 };

/* After ss_campaign_run, of the same campaign and spec: halve, `n` times, the interval between
 * neighbouring values of the grid of which one was solved on all instances and the other was not,
 * and then, of an option of solvers, `n` times the intervals on both sides of the best value, for
 * each curve of the study by itself (harness/judge/curves.h). The runs are those of the value that
 * failed, or of the best one, at the middle (in the logarithm, if both are positive), rounded to
 * six digits. They join the plan and the store; those that are there already are not run again, so
 * the same call goes on where it was broken off. The tally is of all runs, those of ss_campaign_run
 * included. Errors of ss_campaign_run and of ss_study_write. */
bool ss_campaign_refine(const ss_campaign *campaign, const ss_campaign_spec *spec, size_t n,
                        ss_campaign_tally *tally, ss_error *error);

/* ---- for all commands that run many runs ---- */

/* Complete a campaign that the command line says (harness/cli/words.h): all but its plan.
 * SS_ERROR_USAGE. */
bool ss_campaign_resolve(ss_campaign *campaign, ss_error *error);

/* Plan the spec; print the plan (dry_run), or run it and print how it ended. `campaign` has the
 * words of the command, not resolved yet; its limits of time and memory go before those of the
 * spec. */
bool ss_campaign_execute(ss_campaign *campaign, const ss_campaign_spec *spec, ss_error *error);

/* Write the study of `parameter` (NULL: none) into the store at `folder`, whose summary.csv is
 * there, and say so. Errors of ss_study_write. */
bool ss_campaign_study(const char *folder, const char *parameter, ss_error *error);

#endif
