/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/contest.h"

#include "harness/tables/output.h"
#include "harness/profile/labels.h"
#include "problems/files/frozen.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* What makes a question, in the order in which it is written into the key. */
static const char *const key_columns[] = {"problem", "parameters", "instance",
                                          "outer",   "stop",       "warm_start"};
enum { N_KEY_COLUMNS = sizeof key_columns / sizeof key_columns[0] };

/* A question in the tree that finds it by its key. */
typedef struct question {
    char *key;
    size_t index;
} question;

/* The grid being filled. */
typedef struct builder {
    ss_contest *contest;
    bool at_equal_accuracy;
    char *outer; /* that another code is said to use; NULL: none or several. Owned */
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

/* ---- what a row asks ---- */

/* "tol=1e-8,mu=0.5,max-sweeps=9" without what only ends a trace. */
static void print_physics(FILE *out, const char *parameters)
{
    while (*parameters != '\0') {
        const size_t length = strcspn(parameters, ",");
        if (strncmp(parameters, "tol=", 4) != 0 && strncmp(parameters, "max-sweeps=", 11) != 0)
            fprintf(out, "%.*s,", (int)length, parameters);
        parameters += length + (parameters[length] == ',');
    }
}

static bool print_key(FILE *out, const builder *b, const ss_csv *table, size_t row)
{
    const char *const problem = ss_csv_text(table, row, "problem");
    const bool merge = b->at_equal_accuracy && ss_frozen_path(problem) != NULL;
    for (size_t k = 0; k < N_KEY_COLUMNS; ++k) {
        const char *text = ss_csv_text(table, row, key_columns[k]);
        if (strcmp(key_columns[k], "outer") == 0 && text[0] == '\0') {
            if (b->several_outers)
                return ss_error_set(b->error, SS_ERROR_DATA,
                                    "%.200s, line %zu: %.60s has no outer solver and the others "
                                    "use several; choose contenders with --solvers",
                                    table->path, table->lines[row + 1],
                                    ss_csv_text(table, row, "solver"));
            text = b->outer != NULL ? b->outer : "";
        }
        if (merge && strcmp(key_columns[k], "parameters") == 0)
            print_physics(out, text);
        else if (!merge || strcmp(key_columns[k], "stop") != 0)
            fputs(text, out);
        fputc('\x1f', out);
    }
    return true;
}

static char *make_key(const builder *b, const ss_csv *table, size_t row)
{
    char *key = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&key, &size);
    bool made = out != NULL && print_key(out, b, table, row);
    if (out == NULL || fclose(out) != 0)
        made = no_memory(b);
    if (made)
        return key;
    free(key);
    return NULL;
}

/* ---- the grid ---- */

static bool add_question(builder *b)
{
    ss_contest *const c = b->contest;
    if (c->n_questions == b->capacity) {
        const size_t capacity = 2 * b->capacity + 16;
        ss_contest_run *const runs = reallocarray(c->runs, capacity * c->n_solvers, sizeof *runs);
        if (runs == NULL)
            return no_memory(b);
        c->runs = runs;
        b->capacity = capacity;
    }
    memset(c->runs + c->n_questions * c->n_solvers, 0, c->n_solvers * sizeof *c->runs);
    ++c->n_questions;
    return true;
}

/* The index of the question that the row asks, new or known. */
static bool find_question(builder *b, const ss_csv *table, size_t row, size_t *index)
{
    question *const asked = calloc(1, sizeof *asked);
    if (asked == NULL)
        return no_memory(b);
    asked->key = make_key(b, table, row);
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

static bool refuse_twice(const builder *b, const ss_contest_run *a, const ss_contest_run *z)
{
    const ss_csv *const first = ss_contest_table(b->contest, a);
    const ss_csv *const second = ss_contest_table(b->contest, z);
    return ss_error_set(b->error, SS_ERROR_DATA,
                        "%.150s, line %zu, and %.150s, line %zu, are two runs of %.60s on the same "
                        "problem; 'stickslip compare' judges two builds",
                        first->path, first->lines[a->row + 1], second->path,
                        second->lines[z->row + 1], ss_contest_text(b->contest, a, "solver"));
}

/* Two runs that differ in where they stopped: the longer one's trace says all of the other's. */
static bool keep_longer(const builder *b, ss_contest_run *kept, const ss_contest_run *other)
{
    double a = 0.0, z = 0.0;
    if (!b->at_equal_accuracy ||
        ss_frozen_path(ss_contest_text(b->contest, kept, "problem")) == NULL)
        return refuse_twice(b, kept, other);
    if (!ss_csv_real(ss_contest_table(b->contest, kept), kept->row, "sweeps_total", &a, b->error) ||
        !ss_csv_real(ss_contest_table(b->contest, other), other->row, "sweeps_total", &z, b->error))
        return false;
    if (z > a)
        *kept = *other;
    return true;
}

static bool add_row(builder *b, size_t folder, size_t row)
{
    ss_contest *const c = b->contest;
    const ss_csv *const table = &c->summaries[folder];
    const ss_contest_run run = {true, folder, row};
    size_t index = 0, s = 0;
    while (s < c->n_solvers && strcmp(c->solvers[s], ss_csv_text(table, row, "solver")) != 0)
        ++s;
    if (s == c->n_solvers) /* not among --solvers */
        return true;
    if (!find_question(b, table, row, &index))
        return false;
    ss_contest_run *const cell = c->runs + index * c->n_solvers + s;
    if (cell->present)
        return keep_longer(b, cell, &run);
    *cell = run;
    return true;
}

/* ---- before the grid ---- */

static bool check_columns(const ss_csv *table, ss_error *error)
{
    const char *missing = NULL;
    for (size_t k = 0; k < N_KEY_COLUMNS; ++k)
        if (ss_csv_text(table, 0, key_columns[k]) == NULL)
            missing = key_columns[k];
    if (ss_csv_text(table, 0, "solver") == NULL)
        missing = "solver";
    if (table->n_rows == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no row", table->path);
    if (missing != NULL)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.300s has no column '%s'; 'stickslip run' and 'stickslip campaign' "
                            "write it",
                            table->path, missing);
    return true;
}

static bool read_summaries(ss_contest *c, ss_error *error)
{
    c->summaries = calloc(c->n_folders + 1, sizeof *c->summaries);
    if (c->summaries == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the summaries");
    for (size_t k = 0; k < c->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        if (!ss_path_join(path, sizeof path, c->folders[k], "summary.csv", error) ||
            !ss_csv_read(&c->summaries[k], path, error) || !check_columns(&c->summaries[k], error))
            return false;
    }
    return true;
}

/* Which outer solver do our own solvers use? */
static bool find_outer(builder *b)
{
    const ss_contest *const c = b->contest;
    for (size_t f = 0; f < c->n_folders; ++f) {
        for (size_t row = 0; row < c->summaries[f].n_rows; ++row) {
            const char *const outer = ss_csv_text(&c->summaries[f], row, "outer");
            if (outer[0] == '\0')
                continue;
            if (b->outer != NULL && strcmp(b->outer, outer) != 0)
                b->several_outers = true;
            if (b->outer == NULL && (b->outer = strdup(outer)) == NULL)
                return no_memory(b);
        }
    }
    return true;
}

/* ---- after it ---- */

static bool drop_incomplete(ss_contest *c, ss_error *error)
{
    size_t n_kept = 0;
    for (size_t q = 0; q < c->n_questions; ++q) {
        bool complete = true;
        for (size_t s = 0; s < c->n_solvers; ++s)
            complete = complete && c->runs[q * c->n_solvers + s].present;
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

bool ss_contest_open(ss_contest *contest, const char *const *folders, size_t n_folders,
                     const char *solvers, bool at_equal_accuracy, ss_error *error)
{
    *contest = (ss_contest){.folders = folders, .n_folders = n_folders};
    builder b = {.contest = contest, .at_equal_accuracy = at_equal_accuracy, .error = error};
    bool open = read_summaries(contest, error) &&
                ss_labels_choose(&contest->solvers, &contest->n_solvers, contest->summaries,
                                 n_folders, solvers, error) &&
                find_outer(&b);
    for (size_t f = 0; open && f < n_folders; ++f)
        for (size_t row = 0; open && row < contest->summaries[f].n_rows; ++row)
            open = add_row(&b, f, row);
    open = open && drop_incomplete(contest, error);
    tdestroy(b.tree, free_question);
    free(b.outer);
    if (!open)
        ss_contest_free(contest);
    return open;
}

void ss_contest_free(ss_contest *contest)
{
    for (size_t k = 0; contest->summaries != NULL && k < contest->n_folders; ++k)
        ss_csv_free(&contest->summaries[k]);
    free(contest->summaries);
    ss_labels_free(contest->solvers, contest->n_solvers);
    free(contest->runs);
    *contest = (ss_contest){.n_folders = 0};
}

const ss_csv *ss_contest_table(const ss_contest *contest, const ss_contest_run *run)
{
    return &contest->summaries[run->folder];
}

const char *ss_contest_text(const ss_contest *contest, const ss_contest_run *run,
                            const char *column)
{
    return ss_csv_text(ss_contest_table(contest, run), run->row, column);
}
