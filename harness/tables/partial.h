/* Partial results in a folder: what was planned and is not there, was shrunk or
 * broken off, and what does not stand beside its like. Whoever concludes from a whole folder says
 * it, in these sentences, above the conclusion:
 *
 *     ss_partial partial;
 *     if (!ss_partial_read(&partial, folder, &summary, error)) ...
 *     ss_partial_print(stdout, &partial);              "partial: ..." and "note: ..." lines, or
 *     for (k < partial.n)                              each sentence where the verb wants it:
 *         partial.at[k].words, .kind                   without a full stop, lower case
 *     if (!partial.is_complete)                        no conclusion about all that was planned
 *
 * The rows are those of the summary, before any is dropped; beside them are read, where they are,
 * plan.csv and manifest.txt of a store, and provenance.txt (its line "kind: quick").
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_PARTIAL_H
#define SS_HARNESS_TABLES_PARTIAL_H

#include "harness/tables/hash.h"
#include "harness/tables/record.h"

/* The kinds of sentences, in the order in which they are said; those before CAPPED mean that the
 * results are not complete. */
typedef enum ss_partial_kind {
    SS_PARTIAL_SHARDS,      /* parts of a campaign (--shard) are not there */
    SS_PARTIAL_MISSING,     /* planned runs are not there */
    SS_PARTIAL_INTERRUPTED, /* rows that Ctrl-C left unfinished */
    SS_PARTIAL_QUICK,       /* runs of a paper whose steps were shrunk */
    SS_PARTIAL_SHRUNK,      /* ... or whose instances are fewer than the paper's tables take */
    SS_PARTIAL_CAPPED,      /* steps that ended at the cap of sweeps */
    SS_PARTIAL_TIMEOUT,     /* runs that ended at their limit of time */
    SS_PARTIAL_BUILDS,      /* rows of several builds */
    SS_PARTIAL_UNLIKE,      /* contenders lack questions that others were run on */
    SS_PARTIAL_KINDS
} ss_partial_kind;

enum { SS_PARTIAL_TEXT = 320 };

typedef struct ss_partial {
    struct ss_partial_sentence {
        ss_partial_kind kind;
        char words[SS_PARTIAL_TEXT]; /* "shard 2 of 3 is not there" */
    } at[SS_PARTIAL_KINDS];          /* at most one of a kind */
    size_t n;
    bool is_complete; /* nothing that was planned is missing, shrunk or unfinished */
    size_t n_planned; /* runs of the whole plan, all shards; 0: there was no plan */
} ss_partial;

/* Look at the folder that has summary.csv (ss_summary_folder) and at its rows. SS_ERROR_DATA for a
 * plan.csv that cannot be read; SS_ERROR_MEMORY. */
bool ss_partial_read(ss_partial *partial, const char *folder, const ss_summary *summary,
                     ss_error *error);

/* A line a sentence: "partial: ..." for what makes results incomplete, else "note: ...". */
void ss_partial_print(FILE *out, const ss_partial *partial);

/* ---- the line of manifest.txt that says which part of which plan a store is ---- */

/* "plan: HASH, 40 runs, shard 1/2, study alpha": the hash of all runs of the plan, of which this
 * store has a part; a merged store has a line a part. */
typedef struct ss_partial_plan {
    char hash[SS_HASH_SIZE];
    size_t n_runs;               /* of the whole plan */
    unsigned long part, n_parts; /* 1/1: all of it */
    char study[64];              /* the parameter studied; "": none */
} ss_partial_plan;

/* Take the next such line at or behind *text and move *text behind it; false: there is none. */
bool ss_partial_plan_next(ss_partial_plan *plan, const char **text);

#endif
