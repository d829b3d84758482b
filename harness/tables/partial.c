/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/partial.h"

#include "harness/tables/grid.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "problems/base/file.h"
#include "problems/base/names.h"

#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 3, 4))) static void say(ss_partial *p, ss_partial_kind kind,
                                                      const char *format, ...)
{
    va_list values;
    va_start(values, format);
    p->at[p->n].kind = kind;
    vsnprintf(p->at[p->n].words, SS_PARTIAL_TEXT, format, values);
    va_end(values);
    p->is_complete = p->is_complete && kind >= SS_PARTIAL_CAPPED;
    ++p->n;
}

/* A file of the folder, to be freed; NULL: it is not there, or cannot be read. */
static char *read_text(const char *folder, const char *name)
{
    char path[SS_PATH_SIZE];
    size_t size;
    return ss_path_join(path, sizeof path, folder, name, NULL) && access(path, F_OK) == 0
               ? ss_file_read(path, &size, NULL)
               : NULL;
}

/* ---- the plan ---- */

bool ss_partial_plan_next(ss_partial_plan *plan, const char **text)
{
    bool found = false;
    for (const char *at = *text; !found && *at != '\0'; *text = at += *at == '\n') {
        plan->study[0] = '\0';
        found = strncmp(at, "plan: ", 6) == 0 && /* before scanf, which measures all that follows */
                sscanf(at, "plan: %32[0-9a-f], %zu runs, shard %lu/%lu, study %63[^\n]", plan->hash,
                       &plan->n_runs, &plan->part, &plan->n_parts, plan->study) >= 4 &&
                plan->part >= 1 && plan->part <= plan->n_parts;
        at += strcspn(at, "\n");
    }
    return found;
}

/* Does the manifest name that part of the plan, or all of it? */
static bool has_part(const char *manifest, const ss_partial_plan *plan, unsigned long part)
{
    ss_partial_plan other;
    bool has = false;
    while (!has && ss_partial_plan_next(&other, &manifest))
        has = strcmp(other.hash, plan->hash) == 0 &&
              (other.n_parts == 1 || (other.n_parts == plan->n_parts && other.part == part));
    return has;
}

/* Name the first parts that no store has had. */
static void look_for_parts(ss_partial *p, const char *manifest)
{
    ss_partial_plan plan;
    char names[128] = "";
    for (const char *at = manifest; names[0] == '\0' && ss_partial_plan_next(&plan, &at);) {
        size_t n_missing = 0, length = 0;
        p->n_planned = plan.n_runs > p->n_planned ? plan.n_runs : p->n_planned;
        for (unsigned long part = 1; part <= plan.n_parts && length < sizeof names - 32; ++part)
            if (!has_part(manifest, &plan, part))
                length += (size_t)snprintf(names + length, sizeof names - length, "%s%lu",
                                           n_missing++ > 0 ? ", " : "", part);
        if (n_missing > 0)
            say(p, SS_PARTIAL_SHARDS, "shard%s %s%s of %lu %s not there: a part of the campaign",
                ss_name_plural(n_missing), names, length < sizeof names - 32 ? "" : " ...",
                plan.n_parts, n_missing > 1 ? "are" : "is");
    }
}

static void forget_nothing(void *hash)
{
    (void)hash; /* its row owns it */
}

/* Count the lines of plan.csv that no row answers. */
static bool look_for_runs(ss_partial *p, const char *folder, const ss_summary *summary,
                          ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv plan = {.n_rows = 0};
    void *there = NULL; /* hashes of the rows, a tree of search.h */
    size_t n_missing = 0;
    bool ok = ss_path_join(path, sizeof path, folder, "plan.csv", error);
    if (!ok || access(path, F_OK) != 0)
        return ok;
    ok = ss_csv_read(&plan, path, error) && ss_record_require(&plan, "run", error);
    for (size_t k = 0; ok && k < summary->n; ++k)
        ok = tsearch(summary->records[k].row.run, &there, ss_hash_order) != NULL ||
             ss_error_memory(error, "the plan of %s", folder);
    for (size_t k = 0; ok && k < plan.n_rows; ++k)
        n_missing += tfind(ss_csv_text(&plan, k, "run"), &there, ss_hash_order) == NULL;
    if (ok && n_missing > 0)
        say(p, SS_PARTIAL_MISSING, "%zu of %zu planned run%s %s not there", n_missing, plan.n_rows,
            ss_name_plural(plan.n_rows), n_missing > 1 ? "are" : "is");
    p->n_planned = plan.n_rows > p->n_planned ? plan.n_rows : p->n_planned;
    tdestroy(there, forget_nothing);
    ss_csv_free(&plan);
    return ok;
}

/* Of a paper's runs provenance.txt says whether they were shrunk: that of the folder, or of the one
 * which `reproduce` keeps its store in. */
static void look_at_kind(ss_partial *p, const char *folder)
{
    char *text = read_text(folder, "provenance.txt");
    if (text == NULL)
        text = read_text(folder, "../provenance.txt");
    char *const kind = text != NULL ? ss_provenance_value(text, "kind") : NULL;
    char *const instances = text != NULL ? ss_provenance_value(text, "instances") : NULL;
    if (kind != NULL && strcmp(kind, "quick") == 0)
        say(p, SS_PARTIAL_QUICK,
            "QUICK: the time steps of the runs were shrunk, their numbers are "
            "not to be compared with the paper's");
    if (instances != NULL)
        say(p, SS_PARTIAL_SHRUNK,
            "instances as they were asked for, not as the paper's tables take them: %.100s",
            instances);
    free(kind);
    free(instances);
    free(text);
}

/* ---- the rows ---- */

static size_t count(const ss_summary *summary, ss_outcome outcome)
{
    size_t n = 0;
    for (size_t k = 0; k < summary->n; ++k)
        n += summary->records[k].outcome == outcome;
    return n;
}

static void look_at_ends(ss_partial *p, const ss_summary *summary)
{
    size_t n_capped = 0, n_steps = 0, n_builds = 0;
    const size_t n_late = count(summary, SS_OUTCOME_TIMEOUT);
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const row = &summary->records[k].row;
        size_t first = 0;
        while (strcmp(summary->records[first].row.build, row->build) != 0)
            ++first;
        n_builds += first == k;
        n_capped += row->steps_capped > 0;
        n_steps += row->steps_capped;
    }
    if (n_capped > 0)
        say(p, SS_PARTIAL_CAPPED, "%zu step%s of %zu run%s ended at the cap of sweeps, unsolved",
            n_steps, ss_name_plural(n_steps), n_capped, ss_name_plural(n_capped));
    if (n_late > 0)
        say(p, SS_PARTIAL_TIMEOUT, "%zu of %zu run%s ended at the limit of time, unsolved", n_late,
            summary->n, ss_name_plural(summary->n));
    if (n_builds > 1)
        say(p, SS_PARTIAL_BUILDS, "rows of %zu builds stand side by side (column build)", n_builds);
}

/* Contenders that lack questions: means and counts over all rows set unlike beside unlike. */
static bool look_for_unlike(ss_partial *p, const ss_summary *summary, ss_error *error)
{
    static const ss_question_rule all = {SS_QUESTION & ~(unsigned)SS_ASKED_OUTER, "", ""};
    const ss_grid_rule rule = {all, all};
    ss_grid grid = {.n = 0};
    size_t n_unlike = 0, least = 0;
    bool ok = ss_grid_add_all(&grid, summary, 0, error) && ss_grid_name(&grid, true, error) &&
              ss_grid_arrange(&grid, &rule, error);
    size_t *const n_asked = ok ? calloc(grid.n_contenders + 1, sizeof *n_asked) : NULL;
    ok = ok && (n_asked != NULL || ss_error_memory(error, "%zu rows", grid.n));
    for (size_t q = 0; ok && q < grid.n_questions; ++q) {
        const ss_grid_question *const question = &grid.questions[q];
        n_unlike += question->left_out == SS_GRID_NOT_BY_ALL;
        for (size_t at = 0; at < question->n; at = ss_grid_cell_end(question, at))
            ++n_asked[question->rows[at].contender];
    }
    for (size_t k = 1; ok && k < grid.n_contenders; ++k)
        least = n_asked[k] < n_asked[least] ? k : least;
    if (ok && n_unlike > 0)
        say(p, SS_PARTIAL_UNLIKE,
            "%zu of %zu problem instances were not run with every solver (%.100s: %zu)", n_unlike,
            grid.n_questions, grid.contenders[least].label, n_asked[least]);
    free(n_asked);
    ss_grid_free(&grid);
    return ok;
}

bool ss_partial_read(ss_partial *p, const char *folder, const ss_summary *summary, ss_error *error)
{
    p->n = p->n_planned = 0;
    p->is_complete = true;
    char *const manifest = read_text(folder, "manifest.txt");
    if (manifest != NULL)
        look_for_parts(p, manifest);
    free(manifest);
    const bool ok = look_for_runs(p, folder, summary, error);
    const size_t n_broken_off = count(summary, SS_OUTCOME_INTERRUPTED);
    if (n_broken_off > 0)
        say(p, SS_PARTIAL_INTERRUPTED, "%zu run%s %s broken off by Ctrl-C", n_broken_off,
            ss_name_plural(n_broken_off), n_broken_off > 1 ? "were" : "was");
    look_at_kind(p, folder);
    look_at_ends(p, summary);
    return ok && (summary->n == 0 || look_for_unlike(p, summary, error));
}

void ss_partial_print(FILE *out, const ss_partial *p)
{
    for (size_t k = 0; k < p->n; ++k)
        fprintf(out, "%s: %s\n", p->at[k].kind < SS_PARTIAL_CAPPED ? "partial" : "note",
                p->at[k].words);
}
