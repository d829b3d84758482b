/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/contest.h"

#include "harness/profile/labels.h"
#include "harness/tables/output.h"
#include "harness/tables/question.h"
#include "problems/base/memory.h"
#include "problems/files/frozen.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* A question in the tree that finds it by its key. */
typedef struct question {
    char *key;
    size_t index;
} question;

/* The grid being filled. */
typedef struct builder {
    ss_profile_contest *contest;
    bool at_equal_accuracy;
    const char *outer; /* that another code is said to use: the first of our own solvers' */
    bool several_outers;
    void *tree; /* of question */
    size_t capacity;
    ss_error *error;
} builder;

static int compare_questions(const void *a, const void *b)
{
    return strcmp(((const question *)a)->key, ((const question *)b)->key);
}

static void free_question(void *node)
{
    question *const q = node;
    free(q->key);
    free(q);
}

static bool no_memory(const builder *b)
{
    return ss_error_set(b->error, SS_ERROR_MEMORY, "no memory for a profile");
}

/* At equal accuracy what only ends a frozen problem's trace tells no questions apart. */
static bool ends_only(const builder *b, const ss_record *record)
{
    return b->at_equal_accuracy && ss_frozen_path(record->row.problem) != NULL;
}

static char *make_key(const builder *b, const ss_record *record)
{
    const ss_question_rule all = {SS_QUESTION, "", b->outer};
    const ss_question_rule physics = {SS_QUESTION & ~(unsigned)SS_ASKED_STOP, "tol,max-sweeps",
                                      b->outer};
    if (ss_record_is_external(record) && b->several_outers) {
        ss_error_set(b->error, SS_ERROR_DATA,
                     "%.200s, line %zu: %.60s has no outer solver and the others use several; "
                     "choose contenders with --solvers",
                     record->path, record->line, record->row.solver);
        return NULL;
    }
    char *const key = ss_question_key(&record->row, ends_only(b, record) ? &physics : &all);
    if (key == NULL)
        no_memory(b);
    return key;
}

/* ---- the grid ---- */

static bool add_question(builder *b)
{
    ss_profile_contest *const c = b->contest;
    ss_profile_contest_run *const runs =
        ss_memory_grow(c->runs, &b->capacity, c->n_questions + 1, c->n_solvers * sizeof *runs);
    if (runs == NULL)
        return no_memory(b);
    c->runs = runs;
    memset(c->runs + c->n_questions * c->n_solvers, 0, c->n_solvers * sizeof *c->runs);
    ++c->n_questions;
    return true;
}

/* The index of the question that the row answers, new or known. */
static bool find_question(builder *b, const ss_record *record, size_t *index)
{
    question *const asked = calloc(1, sizeof *asked);
    if (asked == NULL)
        return no_memory(b);
    asked->key = make_key(b, record);
    if (asked->key == NULL) {
        free_question(asked);
        return false;
    }
    asked->index = b->contest->n_questions;
    question *const *const found = tsearch(asked, &b->tree, compare_questions);
    if (found == NULL) {
        free_question(asked);
        return no_memory(b);
    }
    *index = (*found)->index;
    if (*found == asked)
        return add_question(b);
    free_question(asked);
    return true;
}

/* Two runs that differ in where they stopped: the longer one's trace says all of the other's. */
static bool keep_longer(const builder *b, ss_profile_contest_run *kept,
                        const ss_profile_contest_run *other)
{
    const ss_record *const a = kept->record, *const z = other->record;
    if (!ends_only(b, a))
        return ss_error_set(b->error, SS_ERROR_DATA,
                            "%.150s, line %zu, and %.150s, line %zu, are two runs of %.60s on the "
                            "same problem; 'stickslip compare' judges two builds",
                            a->path, a->line, z->path, z->line, a->row.solver);
    if (z->row.sweeps_total > a->row.sweeps_total)
        *kept = *other;
    return true;
}

static bool add_row(builder *b, size_t folder, const ss_record *record)
{
    const ss_profile_contest *const c = b->contest;
    const ss_profile_contest_run run = {record, folder};
    size_t index = 0, s = 0;
    while (s < c->n_solvers && strcmp(c->solvers[s], record->row.solver) != 0)
        ++s;
    if (s == c->n_solvers) /* not among --solvers */
        return true;
    if (!find_question(b, record, &index))
        return false;
    ss_profile_contest_run *const cell = c->runs + index * c->n_solvers + s;
    if (cell->record != NULL)
        return keep_longer(b, cell, &run);
    *cell = run;
    return true;
}

/* ---- before the grid ---- */

static bool read_summaries(ss_profile_contest *c, ss_error *error)
{
    c->summaries = calloc(c->n_folders + 1, sizeof *c->summaries);
    if (c->summaries == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the summaries");
    for (size_t k = 0; k < c->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        if (!ss_path_join(path, sizeof path, c->folders[k], "summary.csv", error) ||
            !ss_summary_read(&c->summaries[k], path,
                             "visits_total,local_iterations_total,sweeps_total,sweeps_last,"
                             "contacts_last,steps",
                             error))
            return false;
        if (c->summaries[k].n == 0)
            return ss_error_set(error, SS_ERROR_DATA, "%.300s has no row", path);
    }
    return true;
}

/* Find the outer solver of our own solvers, and if there are several. */
static void find_outer(builder *b)
{
    for (size_t f = 0; f < b->contest->n_folders; ++f) {
        const ss_summary *const summary = &b->contest->summaries[f];
        for (size_t k = 0; k < summary->n; ++k) {
            const char *const outer = summary->records[k].row.outer;
            if (outer[0] != '\0' && b->outer[0] != '\0' && strcmp(b->outer, outer) != 0)
                b->several_outers = true;
            if (b->outer[0] == '\0')
                b->outer = outer;
        }
    }
}

/* ---- after it ---- */

static bool drop_incomplete(ss_profile_contest *c, ss_error *error)
{
    size_t n_kept = 0;
    for (size_t q = 0; q < c->n_questions; ++q) {
        bool complete = true;
        for (size_t s = 0; s < c->n_solvers; ++s)
            complete = complete && c->runs[q * c->n_solvers + s].record != NULL;
        if (complete)
            memmove(c->runs + n_kept++ * c->n_solvers, c->runs + q * c->n_solvers,
                    c->n_solvers * sizeof *c->runs);
    }
    c->n_left_out = c->n_questions - n_kept;
    c->n_questions = n_kept;
    if (n_kept > 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "no problem that all %zu solvers were run on with the same parameters; "
                        "choose contenders with --solvers",
                        c->n_solvers);
}

bool ss_profile_contest_open(ss_profile_contest *contest, const char *const *folders,
                             size_t n_folders, const char *solvers, bool at_equal_accuracy,
                             ss_error *error)
{
    *contest = (ss_profile_contest){.folders = folders, .n_folders = n_folders};
    builder b = {
        .contest = contest, .at_equal_accuracy = at_equal_accuracy, .outer = "", .error = error};
    bool open = read_summaries(contest, error) &&
                ss_profile_labels_choose(&contest->solvers, &contest->n_solvers, contest->summaries,
                                         n_folders, solvers, error);
    if (open)
        find_outer(&b);
    for (size_t f = 0; open && f < n_folders; ++f)
        for (size_t row = 0; open && row < contest->summaries[f].n; ++row)
            open = add_row(&b, f, &contest->summaries[f].records[row]);
    open = open && drop_incomplete(contest, error);
    tdestroy(b.tree, free_question);
    if (!open)
        ss_profile_contest_free(contest);
    return open;
}

void ss_profile_contest_free(ss_profile_contest *contest)
{
    for (size_t k = 0; contest->summaries != NULL && k < contest->n_folders; ++k)
        ss_summary_free(&contest->summaries[k]);
    free(contest->summaries);
    free(contest->solvers);
    free(contest->runs);
    *contest = (ss_profile_contest){.n_folders = 0};
}
