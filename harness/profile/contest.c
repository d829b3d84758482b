/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/contest.h"

#include "harness/tables/label.h"
#include "harness/tables/question.h"
#include "harness/tables/output.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* The grid being filled. */
typedef struct builder {
    ss_profile_contest *contest;
    bool at_equal_accuracy;
    const char *outer; /* the first outer solver there is; rows without one count as of it too */
    bool several_outers, some_alone;
    ss_question_entry *entries; /* owned; column: the solver, source: the folder */
    size_t n_entries;
    ss_error *error;
} builder;

static bool no_memory(const builder *b)
{
    return ss_error_set(b->error, SS_ERROR_MEMORY, "no memory for a profile");
}

/* True when tolerance, cap and estimator only end the trace of the row's frozen problem, so that at
 * equal accuracy they tell no questions apart. */
static bool ends_only(const builder *b, const ss_record *record)
{
    return b->at_equal_accuracy && ss_frozen_path(record->row.problem) != NULL;
}

/* True when the outer solver is part of the contender, not of the question: some solvers have none
 * and the others use several. */
static bool outer_contends(const builder *b)
{
    return b->several_outers && b->some_alone;
}

static char *make_key(const builder *b, const ss_record *record)
{
    const unsigned parts = SS_QUESTION & ~(outer_contends(b) ? SS_ASKED_OUTER : 0u);
    const ss_question_rule all = {parts, "", b->outer};
    const ss_question_rule physics = {parts & ~(unsigned)SS_ASKED_STOP, "tol,max-sweeps", b->outer};
    char *const key = ss_question_key(&record->row, ends_only(b, record) ? &physics : &all);
    if (key == NULL)
        no_memory(b);
    return key;
}

/* ---- the grid ---- */

/* Two runs that differ in where they stopped: the longer one's trace says all of the other's. */
static bool keep_longer(const builder *b, ss_profile_contest_run *kept,
                        const ss_question_entry *other)
{
    const ss_record *const a = kept->record, *const z = other->record;
    if (!ends_only(b, a))
        return ss_error_set(b->error, SS_ERROR_DATA,
                            "%.150s, line %zu, and %.150s, line %zu, are two runs of %.60s on the "
                            "same problem; 'stickslip compare' judges two builds",
                            a->path, a->line, z->path, z->line, b->contest->solvers[other->column]);
    if (z->row.sweeps_total > a->row.sweeps_total)
        *kept = (ss_profile_contest_run){z, other->source};
    return true;
}

/* Did nobody have anything to do? */
static bool is_empty(const ss_profile_contest_run *runs, size_t n)
{
    bool empty = true;
    for (size_t k = 0; k < n; ++k)
        empty = empty && ss_outcome_is_solved(runs[k].record->outcome) &&
                runs[k].record->row.sweeps_total == 0;
    return empty;
}

/* The next question, of entries begin <= k < end; left out if a solver was not run on it. */
static bool add_question(const builder *b, size_t begin, size_t end)
{
    ss_profile_contest *const c = b->contest;
    ss_profile_contest_run *const runs = c->runs + c->n_questions * c->n_solvers;
    size_t n_solvers = 0;
    memset(runs, 0, c->n_solvers * sizeof *runs);
    for (size_t k = begin; k < end; ++k) {
        const ss_question_entry *const e = &b->entries[k];
        ss_profile_contest_run *const run = &runs[e->column];
        if (run->record != NULL && !keep_longer(b, run, e))
            return false;
        if (run->record == NULL) {
            *run = (ss_profile_contest_run){e->record, e->source};
            ++n_solvers;
        }
    }
    if (n_solvers < c->n_solvers)
        ++c->n_left_out;
    else if (is_empty(runs, n_solvers))
        ++c->n_empty;
    else
        ++c->n_questions;
    return true;
}

/* By how much E1 differs between the runs that are ranked. */
static void note_accuracy(ss_profile_contest *c)
{
    for (size_t k = 0; k < c->n_questions * c->n_solvers; ++k)
        for (size_t j = k - k % c->n_solvers; j < k; ++j)
            ss_accuracy_gap_note(&c->gap, &c->runs[j].record->row, &c->runs[k].record->row);
}

/* Sort the rows into questions. */
static bool fill(builder *b)
{
    ss_profile_contest *const c = b->contest;
    for (size_t k = 0; k < b->n_entries; ++k)
        if ((b->entries[k].key = make_key(b, b->entries[k].record)) == NULL)
            return false;
    ss_question_sort(b->entries, b->n_entries);
    for (size_t begin = 0, end = 0; begin < b->n_entries; begin = end) {
        end = ss_question_group_end(b->entries, b->n_entries, begin);
        if (!add_question(b, begin, end))
            return false;
    }
    note_accuracy(c);
    if (c->n_questions == 0 && c->n_empty > 0)
        return ss_error_set(b->error, SS_ERROR_DATA,
                            "no run had a contact in any step: there is nothing to compare; run "
                            "more steps");
    return c->n_questions > 0 ||
           ss_error_set(b->error, SS_ERROR_DATA,
                        "no problem that all %zu solvers were run on with the same "
                        "parameters; choose solvers with --solvers",
                        c->n_solvers);
}

/* ---- before the grid ---- */

static bool read_summaries(ss_profile_contest *c, const char *const *folders, ss_error *error)
{
    c->folders = calloc(c->n_folders + 1, sizeof *c->folders);
    c->summaries = calloc(c->n_folders + 1, sizeof *c->summaries);
    if (c->folders == NULL || c->summaries == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the summaries");
    for (size_t k = 0; k < c->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        if (!ss_summary_folder(c->folders[k], folders[k], error) ||
            !ss_path_join(path, sizeof path, c->folders[k], "summary.csv", error) ||
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

/* All rows of all folders, and room for their solvers and questions. */
static bool gather(builder *b)
{
    ss_profile_contest *const c = b->contest;
    size_t n = 1;
    for (size_t f = 0; f < c->n_folders; ++f)
        n += c->summaries[f].n;
    b->entries = calloc(n, sizeof *b->entries);
    c->solvers = calloc(n, sizeof *c->solvers);
    c->labels = calloc(n, sizeof *c->labels);
    c->runs = calloc(2 * n, sizeof *c->runs); /* a question more than there are is begun */
    if (b->entries == NULL || c->solvers == NULL || c->labels == NULL || c->runs == NULL)
        return no_memory(b);
    for (size_t f = 0; f < c->n_folders; ++f)
        for (size_t k = 0; k < c->summaries[f].n; ++k)
            b->entries[b->n_entries++] =
                (ss_question_entry){.record = &c->summaries[f].records[k], .source = f};
    return true;
}

/* Find the outer solver of those that have one, and if there are several. */
static void find_outer(builder *b)
{
    for (size_t k = 0; k < b->n_entries; ++k) {
        const char *const outer = b->entries[k].record->row.outer;
        if (outer[0] != '\0' && b->outer[0] != '\0' && strcmp(b->outer, outer) != 0)
            b->several_outers = true;
        if (b->outer[0] == '\0')
            b->outer = outer;
        b->some_alone = b->some_alone || outer[0] == '\0';
    }
}

static int by_label(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The label of a row's contender: its solver or, where the outer solver contends and is not the
 * plain nlgs, "nlgs-anderson[local=exact]", as the two are named elsewhere. NULL: no memory. */
static const char *label_of(const builder *b, const ss_summary_row *row)
{
    ss_profile_contest *const c = b->contest;
    if (!outer_contends(b) || row->outer[0] == '\0' || strcmp(row->outer, "nlgs") == 0)
        return row->solver;
    const size_t length = strlen(row->outer);
    const bool has_options = row->outer[length - 1] == ']';
    char *label = NULL;
    if (asprintf(&label, "%.*s%slocal=%s]", (int)(length - has_options), row->outer,
                 has_options ? "," : "[", row->solver) < 0)
        return NULL;
    return c->labels[c->n_labels++] = label;
}

/* Copy to c->solvers those of the n labels that stand in the list `text`. */
static bool choose(ss_profile_contest *c, const char *const *labels, size_t n, const char *text,
                   ss_error *error)
{
    const ss_names names = {.kind = "--solvers: no run of",
                            .hint = "without --solvers the page has the names of all",
                            .first = labels,
                            .n = n,
                            .stride = sizeof *labels};
    for (const char *end = text; *end != '\0' || c->n_solvers == 0; text = end + 1) {
        end = text + ss_label_length(text);
        char *const label = strndup(text, (size_t)(end - text));
        if (label == NULL)
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a name");
        const char *const *const found = ss_names_find(&names, label, error);
        free(label);
        if (found == NULL)
            return false;
        const size_t n_before = c->n_solvers;
        lsearch(found, c->solvers, &c->n_solvers, sizeof *found, by_label);
        if (c->n_solvers == n_before)
            return ss_error_set(error, SS_ERROR_USAGE, "--solvers names %.60s twice", *found);
    }
    return true;
}

/* Find the solvers, those of the list `text` or, with NULL, all in the order of appearance; leave
 * out the rows of the others. */
static bool find_solvers(builder *b, const char *text)
{
    ss_profile_contest *const c = b->contest;
    size_t n_kept = 0, n_labels = 0;
    const char **const labels = calloc(b->n_entries + 1, sizeof *labels);
    const char **const own = calloc(b->n_entries + 1, sizeof *own);
    bool found = labels != NULL && own != NULL;
    for (size_t k = 0; found && k < b->n_entries; ++k) {
        own[k] = label_of(b, &b->entries[k].record->row);
        found = own[k] != NULL;
        if (found)
            lsearch(&own[k], labels, &n_labels, sizeof *labels, by_label);
    }
    if (!found)
        no_memory(b);
    else if (text != NULL)
        found = choose(c, labels, n_labels, text, b->error);
    else
        memcpy(c->solvers, labels, (c->n_solvers = n_labels) * sizeof *labels);
    for (size_t k = 0; found && k < b->n_entries; ++k) {
        const char **const solver =
            lfind(&own[k], c->solvers, &c->n_solvers, sizeof *solver, by_label);
        if (solver == NULL)
            continue;
        b->entries[n_kept] = b->entries[k];
        b->entries[n_kept++].column = (size_t)(solver - c->solvers);
    }
    free(labels);
    free(own);
    b->n_entries = n_kept;
    return found;
}

bool ss_profile_contest_open(ss_profile_contest *contest, const char *const *folders,
                             size_t n_folders, const char *solvers, bool at_equal_accuracy,
                             ss_error *error)
{
    *contest = (ss_profile_contest){.n_folders = n_folders};
    builder b = {
        .contest = contest, .at_equal_accuracy = at_equal_accuracy, .outer = "", .error = error};
    bool open = read_summaries(contest, folders, error) && gather(&b);
    if (open) {
        find_outer(&b);
        open = find_solvers(&b, solvers) && fill(&b);
    }
    ss_question_free_keys(b.entries, b.n_entries);
    free(b.entries);
    if (!open)
        ss_profile_contest_free(contest);
    return open;
}

void ss_profile_contest_free(ss_profile_contest *contest)
{
    for (size_t k = 0; contest->summaries != NULL && k < contest->n_folders; ++k)
        ss_summary_free(&contest->summaries[k]);
    free(contest->summaries);
    free(contest->folders);
    free(contest->solvers);
    for (size_t k = 0; k < contest->n_labels; ++k)
        free(contest->labels[k]);
    free(contest->labels);
    free(contest->runs);
    *contest = (ss_profile_contest){.n_folders = 0};
}
