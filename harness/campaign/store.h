/* The store of a campaign, a folder:
 *
 *   manifest.txt       the builds, compiler, flags, libraries, CPU and commands that filled it;
 *                      a line "build: IDENTITY" each (ss_provenance_build: version, commit,
 *                      changes since, compiler, flags), and of each problem that is a file a line
 *                      "content: HASH PROBLEM"; a line "plan: HASH, N runs, shard I/N, study KEY"
 *                      (tables/partial.h) a part of the last plan that the store has
 *   plan.csv           what the last command planned
 *   runs/HASH.csv      a finished run: one row of summary.csv
 *   traces/HASH.csv    a row a sweep of its last step, where traces were asked for; likewise
 *                      history/, bodies/, shapes/, forces/, stresses/ and
 *                      observables/HASH.csv: tables of fields.def, without rows if the run
 *                      was ended from outside
 *   logs/HASH.log      what a solver printed that is a process of the user's; of a scene
 *                      HASH-scene.log
 *   summary.csv        all rows, sorted, rebuilt from the run files
 *
 *   slurm/             what was submitted to a cluster (queue.h)
 *
 * A run file is complete or absent. One process at a time plans and collects: it has the lock. The
 * tasks of a cluster add runs beside it, and beside each other, without one: each file has a hidden
 * name of its own until it is renamed, which one file system does whole, NFS too, and of two that
 * make one run the last stands, with the same bytes but for times.
 *
 * A store outlives the build that began it. Columns are read by name: one that a file lacks has its
 * default, one that this build does not know is passed over, so that stores of older and of newer
 * builds are read, compared and merged alike. A run is named by its question (plan.h), which no
 * build changes. A build goes on with the store of another one only when told to (mix_builds),
 * because the same question may have another answer there; the column `build` says who answered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_STORE_H
#define SS_HARNESS_CAMPAIGN_STORE_H

#include "harness/campaign/plan.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

/* A finished run as it was read: its file, and the name that the file bears. */
typedef struct ss_campaign_stored_run {
    char hash[SS_HASH_SIZE]; /* first: runs are found by it */
    ss_summary_row row;
    ss_csv file; /* owns the texts of the row */
} ss_campaign_stored_run;

/* All finished runs of a store, sorted by hash. */
typedef struct ss_campaign_stored_runs {
    ss_campaign_stored_run *at;
    size_t n;
    bool read;         /* the store was read, though it may be empty */
    size_t n_damaged;  /* files that are torn or do not bear the name of their run: left out */
    char damaged[300]; /* the first of them and why */
} ss_campaign_stored_runs;

/* The store at `folder`, or in it, where `reproduce` keeps one: SS_PATH_SIZE bytes. */
bool ss_campaign_store_find(char *found, const char *folder, ss_error *error);

/* Read all run files of the store at `folder`. SS_ERROR_DATA if it is no store. Free with
 * ss_campaign_stored_runs_free, which accepts a zeroed struct. */
bool ss_campaign_store_read(ss_campaign_stored_runs *runs, const char *folder, ss_error *error);
/* The same of the runs of a plan alone, for who has a few of many. */
bool ss_campaign_store_read_planned(ss_campaign_stored_runs *runs, const char *folder,
                                    const ss_campaign_plan *plan, ss_error *error);
void ss_campaign_stored_runs_free(ss_campaign_stored_runs *runs);

/* The run called `hash`, or NULL. */
const ss_campaign_stored_run *ss_campaign_stored_runs_find(const ss_campaign_stored_runs *runs,
                                                           const char *hash);

/* Write summary.csv anew from the runs, sorted by what they ask (not by time). SS_ERROR_IO. */
bool ss_campaign_store_collect(const char *folder, const ss_campaign_stored_runs *runs,
                               ss_error *error);

/* Remove what dead writers left in the store at `folder`; with `force` see ss_partial_sweep. */
void ss_campaign_store_sweep(const char *folder, bool force);

/* Is somebody writing to the store at `folder` now? *pid is who. */
bool ss_campaign_store_busy(const char *folder, long *pid);

/* Join n stores into a new one at `to`. Files of problems must be the same, and runs that several
 * have agree in everything but times, or SS_ERROR_DATA names the file or the column; so it is for
 * stores of different builds, unless `mix_builds`. */
bool ss_campaign_store_merge(const char *const *folders, size_t n, const char *to, bool mix_builds,
                             ss_error *error);

/* The text of a store's manifest, to be freed; empty when there is none. NULL: SS_ERROR_MEMORY. */
char *ss_campaign_store_manifest(const char *folder, ss_error *error);

/* Does the manifest say nothing else of a file's content than the line "content: HASH PROBLEM"? */
bool ss_campaign_store_agrees(const char *manifest, const char *line);

/* The files of the plan are those that the manifest of the store names, or are named there from
 * here on, as is which part of the plan it gets. SS_ERROR_OUTPUT if one has changed: runs of both
 * would stand under one name. */
bool ss_campaign_store_contents(const char *folder, const ss_campaign_plan *plan, ss_error *error);

/* A store that is open for writing. */
typedef struct ss_campaign_store ss_campaign_store;

/* Open the store at `folder`, or make it. With `mix_builds` another build than the one that began
 * the store may go on with it. NULL and an error: SS_ERROR_OUTPUT if `folder` is something else,
 * cannot be made or written, is being written by another process, or was made by another build;
 * SS_ERROR_IO, SS_ERROR_MEMORY. Close with ss_campaign_store_close. */
ss_campaign_store *ss_campaign_store_open(const char *folder, bool mix_builds, int argc,
                                          char *const *argv, ss_error *error);

/* Join the writers of the store at `folder`, which whoever planned the runs has made: only
 * ss_campaign_store_put and sync may follow. SS_ERROR_DATA if there is none; SS_ERROR_MEMORY. */
ss_campaign_store *ss_campaign_store_join(const char *folder, ss_error *error);

/* Is the run finished, with all its tables, and not the one that it replaces? `found` is what the
 * store at `folder` has of it, or NULL; *ending is how. */
bool ss_campaign_store_is_made(const ss_campaign_stored_run *found, const char *folder,
                               const ss_campaign_planned_run *run, ss_outcome *ending);

/* The same of the store as it is now. SS_ERROR_MEMORY. */
bool ss_campaign_store_look(const char *folder, const ss_campaign_planned_run *run,
                            ss_outcome *ending, ss_error *error);

/* Write plan.csv, a row for a run however often it is planned, and make the folders of the tables
 * that its runs keep. */
bool ss_campaign_store_plan(ss_campaign_store *store, const ss_campaign_plan *plan,
                            ss_error *error);

/* The file of the store at `folder` that holds a table of a run: SS_PATH_SIZE bytes. */
bool ss_campaign_store_series_path(const char *folder, const char *hash, ss_campaign_series series,
                                   char *path, ss_error *error);

/* True if the store at `folder` has all tables of the set `keep` of a run, whole: as long as
 * `sizes` says (the run's column `tables`), or, where that is silent, not empty and with a last
 * line that ends. A power cut may leave less. */
bool ss_campaign_store_has_series(const char *folder, const char *hash, unsigned keep,
                                  const char *sizes);

/* Open the tables that a run keeps, with their headers, in the store at `folder`; `tables` is
 * zeroed. Close them whether this succeeds or not: they are shown, before ss_campaign_store_put, or
 * thrown away. SS_ERROR_IO, and SS_ERROR_FAILED if something has written among the rows. */
bool ss_campaign_series_open(ss_output tables[SS_CAMPAIGN_SERIES_COUNT], const char *folder,
                             const ss_campaign_planned_run *run, ss_error *error);
/* Their names and sizes so far, as the column `tables` has them. */
void ss_campaign_series_sizes(ss_output tables[SS_CAMPAIGN_SERIES_COUNT], char *text, size_t size);
bool ss_campaign_series_close(ss_output tables[SS_CAMPAIGN_SERIES_COUNT], bool show,
                              ss_error *error);

/* Add a finished run, or replace it: `text` is its file, header and row. It survives the death of
 * this process from here on, and a power cut from the next ss_campaign_store_sync on (called now
 * and then by itself). SS_ERROR_IO: nothing was added. */
bool ss_campaign_store_put(ss_campaign_store *store, const char *hash, const char *text,
                           ss_error *error);
bool ss_campaign_store_sync(ss_campaign_store *store, ss_error *error);

/* Remove what unfinished runs left, unlock and free; NULL is fine. Call ss_campaign_store_sync
 * before. */
void ss_campaign_store_close(ss_campaign_store *store);

#endif
