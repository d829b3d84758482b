/* The two sides, each the rows of a summary, of one solver if that is asked, with who made them on
 * which machine; and their pairs. Pairs are made in passes over the rows that are left, each with a
 * weaker key than the one before: the whole contender, the solver's label, its bare name. A weaker
 * key may only join what is alone on both sides; what no pass joins is a pair with one row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/match.h"

#include "harness/tables/grid.h"
#include "harness/tables/pairs.h"
#include "harness/tables/label.h"
#include "harness/tables/provenance.h"
#include "problems/base/file.h"
#include "problems/base/names.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool ss_compare_side_read(ss_compare_side *side, const char *path, ss_error *error)
{
    *side = (ss_compare_side){.n_interrupted = 0};
    bool read = ss_path_join(side->path, SS_PATH_SIZE, "", path, error) &&
                ss_summary_read(&side->summary, path, "steps,options", error);
    for (size_t k = 0; read && k < SS_COMPARE_N_MEASURES; ++k)
        if (ss_compare_measures[k].kind <= SS_COMPARE_MEASURE_INNER)
            read = ss_record_require(&side->summary.csv, ss_compare_measures[k].column, error);
    if (!read)
        ss_compare_side_free(side);
    side->n_interrupted = ss_summary_drop_interrupted(&side->summary);
    return read;
}

void ss_compare_side_free(ss_compare_side *side)
{
    ss_summary_free(&side->summary);
    *side = (ss_compare_side){.n_interrupted = 0};
}

/* Keep the rows whose text in `column`, `offset` bytes into a record, is that; NULL: all. */
static bool keep(ss_compare_side *side, const char *text, const char *column, size_t offset,
                 ss_error *error)
{
    char kind[64], hint[64];
    ss_summary *const all = &side->summary;
    const char *const first = (const char *)all->records + offset;
    const ss_names names = {kind, hint, first, all->n, sizeof *all->records, false};
    size_t n = 0;
    snprintf(kind, sizeof kind, "%s has no row of the %s", side->what, column);
    snprintf(hint, sizeof hint, "name it as in the column `%s`", column);
    if (text != NULL && ss_names_find(&names, text, error) == NULL)
        return false;
    for (size_t k = 0; k < all->n; ++k)
        if (text == NULL ||
            strcmp(*(const char *const *)(first + k * sizeof *all->records), text) == 0)
            all->records[n++] = all->records[k];
    all->n = n;
    return true;
}

bool ss_compare_side_select(ss_compare_side *side, const char *solver, const char *outer,
                            ss_error *error)
{
    for (size_t k = 0; solver != NULL && outer == NULL && k < side->summary.n; ++k) {
        const ss_summary_row *const row = &side->summary.records[k].row;
        char *const label = ss_label_contender(row->solver, row->outer);
        const bool named = label != NULL && strcmp(label, solver) == 0;
        free(label);
        if (named && strcmp(row->solver, solver) != 0) /* one within an outer solver */
            return keep(side, row->solver, "solver", offsetof(ss_record, row.solver), error) &&
                   keep(side, row->outer, "outer", offsetof(ss_record, row.outer), error);
    }
    return keep(side, solver, "solver", offsetof(ss_record, row.solver), error) &&
           keep(side, outer, "outer", offsetof(ss_record, row.outer), error);
}

const char *ss_compare_side_only_solver(const ss_compare_side *side)
{
    const ss_record *const records = side->summary.records;
    for (size_t k = 1; k < side->summary.n; ++k)
        if (strcmp(records[k].row.solver, records[0].row.solver) != 0)
            return NULL;
    return side->summary.n > 0 ? records[0].row.solver : NULL;
}

const char *ss_compare_side_build(const ss_compare_side *side)
{
    const ss_record *const records = side->summary.records;
    for (size_t k = 1; k < side->summary.n; ++k)
        if (strcmp(records[k].row.build, records[0].row.build) != 0)
            return "several builds";
    return side->summary.n > 0 && records[0].row.build[0] != '\0' ? records[0].row.build
                                                                  : "an unknown build";
}

char *ss_compare_side_machine(const ss_compare_side *side)
{
    static const char *const files[] = {"provenance.txt", "manifest.txt"};
    ss_machines machines = {.one = NULL};
    for (size_t k = 0; k < side->summary.n; ++k)
        ss_machines_note(&machines, &side->summary.records[k].row);
    /* "MODEL [SETS]"; where the command was given is another thing */
    char *cpu = machines.one != NULL && strstr(machines.one, " [") != NULL
                    ? strndup(machines.one, (size_t)(strstr(machines.one, " [") - machines.one))
                    : NULL;
    for (size_t k = 0; k < sizeof files / sizeof files[0] && cpu == NULL; ++k) {
        char path[SS_PATH_SIZE + 32];
        size_t size = 0;
        snprintf(path, sizeof path, "%.*s%s", (int)(basename(side->path) - side->path), side->path,
                 files[k]);
        char *const text = ss_file_read(path, &size, NULL);
        cpu = text != NULL ? ss_provenance_value(text, "cpu") : NULL;
        free(text);
    }
    return cpu;
}

/* ---- pairs ---- */

static void add_pair(ss_compare_match *match, const ss_record *base, const ss_record *new)
{
    match->pairs[match->n++] = (ss_compare_match_pair){
        base, new, base != NULL ? &base->row : &new->row, base != NULL &&new != NULL};
}

/* Questions that both sides have just once make pairs; the other rows stay in the grid.
 * `distinct`: two rows of a side, whose rows stand together, may not ask the same. */
static bool run_pass(ss_compare_match *match, ss_grid *left, const ss_question_rule *rule,
                     bool distinct, ss_error *error)
{
    const ss_grid_rule both = {*rule, *rule};
    if (!ss_grid_arrange(left, &both, error))
        return false;
    for (size_t q = 0; q < left->n_questions; ++q) {
        const ss_grid_question *const question = &left->questions[q];
        ss_grid_row *const rows = question->rows;
        for (size_t k = 1; distinct && k < question->n; ++k) {
            const ss_record *const one = rows[k - 1].record, *const two = rows[k].record;
            if (rows[k - 1].source == rows[k].source)
                return ss_error_set(error, SS_ERROR_DATA,
                                    "%s: lines %zu and %zu are the same run (%s, instance "
                                    "%zu, solver %s); only one may stay",
                                    one->path, one->line, two->line, one->row.problem,
                                    one->row.instance, one->row.solver);
        }
        if (question->n == 2 && rows[0].source != rows[1].source) {
            add_pair(match, rows[0].record, rows[1].record);
            rows[0].record = rows[1].record = NULL;
        }
    }
    ss_grid_drop(left);
    return true;
}

/* As people count: instance 10 after instance 2. */
static int by_question(const void *a, const void *b)
{
    const ss_compare_match_pair *const p = a, *const q = b;
    const int order = ss_question_order(p->row, q->row);
    return order != 0 ? order : (p->base == NULL) - (q->base == NULL);
}

/* ---- parameters that one side only knows ---- */

/* Number of values of the pair's key in the rows of a side; 2 stands for more. */
static int count_values(const ss_compare_side *side, const ss_key_value *pair)
{
    const char *first = NULL, *last = "";
    for (size_t k = 0; k < side->summary.n; ++k) {
        const char *const list = side->summary.records[k].row.parameters;
        if (strcmp(list, last) == 0 || !ss_pairs_in(pair, list))
            continue;
        first = first != NULL ? first : list;
        if (!ss_pairs_agree(first, list, pair))
            return 2;
        last = list;
    }
    return first != NULL;
}

static void add_unshared(ss_compare_match *match, const ss_compare_side *mine,
                         const ss_compare_side *theirs)
{
    char seen[4096] = "";
    const char *last = "";
    for (size_t k = 0; k < mine->summary.n; ++k) {
        const char *list = mine->summary.records[k].row.parameters;
        if (strcmp(list, last) == 0)
            continue;
        last = list;
        for (ss_key_value pair; ss_pairs_next(&list, &pair);) {
            if (ss_pairs_in(&pair, seen))
                continue;
            ss_pairs_add_key(seen, sizeof seen, &pair);
            if (count_values(theirs, &pair) == 0 && count_values(mine, &pair) == 1)
                ss_pairs_add_key(match->unshared, sizeof match->unshared, &pair);
        }
    }
}

/* ---- the match ---- */

static bool pair_up(ss_compare_match *match, ss_grid *left, bool with_outer, ss_error *error)
{
    const unsigned asked = with_outer ? SS_QUESTION : SS_QUESTION & ~(unsigned)SS_ASKED_OUTER;
    const unsigned contender[] = {SS_ASKED_SOLVER | SS_ASKED_OPTIONS, SS_ASKED_SOLVER,
                                  SS_ASKED_NAME};
    ss_question_rule rule = {asked, match->unshared, ""};
    if (match->by_solver)
        return run_pass(match, left, &rule, true, error);
    for (size_t k = 0; k < sizeof contender / sizeof contender[0]; ++k) {
        rule.parts = asked | contender[k];
        if (!run_pass(match, left, &rule, k == 0, error))
            return false;
    }
    return true;
}

bool ss_compare_match_sides(ss_compare_match *match, const ss_compare_side *base,
                            const ss_compare_side *new, ss_error *error)
{
    const size_t n = base->summary.n + new->summary.n;
    const bool external = (base->summary.n > 0 && ss_record_is_external(base->summary.records)) ||
                          (new->summary.n > 0 && ss_record_is_external(new->summary.records));
    const bool with_outer = !match->by_outer && !(match->by_solver && external);
    if (base->summary.n > 0 && new->summary.n > 0) {
        add_unshared(match, base, new);
        add_unshared(match, new, base);
    }
    match->pairs = calloc(n + 1, sizeof *match->pairs);
    ss_grid left = {.n = 0}; /* the rows that have no partner yet; source: 0 BASE, 1 NEW */
    const bool matched = (match->pairs != NULL ||
                          ss_error_set(error, SS_ERROR_MEMORY, "no memory to match the rows")) &&
                         ss_grid_add_all(&left, &base->summary, 0, error) &&
                         ss_grid_add_all(&left, &new->summary, 1, error) &&
                         pair_up(match, &left, with_outer, error);
    for (size_t k = 0; matched && k < left.n; ++k) {
        const ss_grid_row *const row = &left.rows[k];
        add_pair(match, row->source == 0 ? row->record : NULL,
                 row->source == 0 ? NULL : row->record);
    }
    ss_grid_free(&left);
    if (matched)
        qsort(match->pairs, match->n, sizeof *match->pairs, by_question);
    else
        ss_compare_match_free(match);
    return matched;
}

void ss_compare_match_free(ss_compare_match *match)
{
    free(match->pairs);
    *match = (ss_compare_match){.n = 0};
}
