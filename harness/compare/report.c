/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/report.h"

#include "harness/compare/pair_label.h"
#include "harness/tables/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row that is shown. */
typedef struct line {
    const ss_compare_judgement *judgement;
    char *label;
} line;

/* The rows that are shown: all that moved. */
typedef struct lines {
    line *items;
    size_t n, width;
} lines;

static bool shown(const ss_compare_judgement *judgement)
{
    return judgement->change != SS_COMPARE_CHANGE_SAME || judgement->only_residual;
}

static void free_lines(lines *l)
{
    for (size_t k = 0; k < l->n; ++k)
        free(l->items[k].label);
    free(l->items);
    *l = (lines){.n = 0};
}

static bool add_line(lines *l, const ss_compare_result *c, size_t k, const ss_label_keys *keys)
{
    char label[SS_LABEL_SIZE];
    ss_compare_pair_label_write(label, &c->match.pairs[k], keys);
    line *const item = &l->items[l->n];
    *item = (line){&c->judgements[k], strdup(label)};
    if (item->label == NULL)
        return false;
    ++l->n;
    if (strlen(label) > l->width)
        l->width = strlen(label);
    return true;
}

static bool collect(lines *l, const ss_compare_result *c, ss_error *error)
{
    *l = (lines){.items = calloc(c->match.n + 1, sizeof *l->items)};
    bool complete = l->items != NULL;
    for (size_t begin = 0, end = 0; complete && begin < c->match.n; begin = end) {
        ss_label_keys keys;
        end = ss_compare_pair_label_group(&c->match, begin, &keys);
        for (size_t k = begin; complete && k < end; ++k)
            complete = !shown(&c->judgements[k]) || add_line(l, c, k, &keys);
    }
    if (complete)
        return true;
    free_lines(l);
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the report");
}

static void write_side(const ss_compare_side *side, FILE *out)
{
    fprintf(out, "%-4s %s: %zu rows, %s\n", side->what, side->path, side->summary.n,
            ss_compare_side_build(side));
}

static void write_counts(const ss_compare_result *c, FILE *out)
{
    const size_t *const n = c->counts;
    fprintf(out, "%zu pairs: %zu same, %zu better, %zu worse, %zu changed; ", c->terms.n_rows,
            n[SS_COMPARE_CHANGE_SAME], n[SS_COMPARE_CHANGE_BETTER], n[SS_COMPARE_CHANGE_WORSE],
            n[SS_COMPARE_CHANGE_CHANGED]);
    fprintf(out, "without a partner: %zu of BASE, %zu of NEW\n", n[SS_COMPARE_CHANGE_MISSING],
            n[SS_COMPARE_CHANGE_NEW]);
}

static void write_times(const ss_compare_result *c, FILE *out)
{
    if (c->no_times[0] != '\0')
        fprintf(out, "times: not judged; %s\n", c->no_times);
    else
        fprintf(out, "times: judged in %zu pairs; the noise file resolves %.2g s and more\n",
                c->n_timed, c->noise.classes[0].duration_s);
}

/* A limit of time that ends a run is the machine's doing as much as the solver's. */
static size_t n_timeouts(const ss_compare_result *c)
{
    size_t n = 0;
    for (size_t k = 0; k < c->match.n; ++k) {
        const ss_compare_match_pair *const p = &c->match.pairs[k];
        n += p->base != NULL && p->new != NULL &&
             (p->base->outcome == SS_OUTCOME_TIMEOUT) != (p->new->outcome == SS_OUTCOME_TIMEOUT);
    }
    return n;
}

/* Pairs of solvers with the same name and other options. */
static size_t n_by_name(const ss_compare_result *c)
{
    size_t n = 0;
    for (size_t k = 0; k < c->match.n; ++k) {
        const ss_compare_match_pair *const p = &c->match.pairs[k];
        n += p->base != NULL &&
             p->new != NULL &&strcmp(p->base->row.solver, p->new->row.solver) != 0;
    }
    return c->match.by_solver ? 0 : n;
}

static void write_notes(const ss_compare_result *c, FILE *out)
{
    const size_t n_interrupted = c->base.n_interrupted + c->new.n_interrupted;
    if (c->match.by_solver && c->base.summary.n > 0 && c->new.summary.n > 0)
        fprintf(out, "solvers: %s of BASE against %s of NEW\n",
                c->base.summary.records[0].row.solver, c->new.summary.records[0].row.solver);
    if (n_by_name(c) > 0)
        fprintf(out, "paired by the name before the bracket: %zu rows\n", n_by_name(c));
    if (c->match.unshared[0] != '\0')
        fprintf(out, "parameters that one side only has, left out of the match: %s\n",
                c->match.unshared);
    if (n_interrupted > 0)
        fprintf(out, "left out: %zu interrupted rows of BASE, %zu of NEW\n", c->base.n_interrupted,
                c->new.n_interrupted);
    if (n_timeouts(c) > 0)
        fprintf(out, "timeouts: %zu pairs with one on one side only; load can do that\n",
                n_timeouts(c));
    if (c->n_only_residual > 0)
        fprintf(out,
                "residuals: %zu of the same pairs have another eps or e1, which is not "
                "judged without a threshold\n",
                c->n_only_residual);
    write_times(c, out);
}

static void write_verdict(const ss_compare_result *c, FILE *out)
{
    fprintf(out, "verdict: %s", ss_compare_overall_words(c->overall));
    if (c->overall == SS_COMPARE_OVERALL_NOT_COMPARABLE && c->terms.n_rows == 0)
        fputs(" (no row of BASE answers the same question as a row of NEW)", out);
    else if (c->overall == SS_COMPARE_OVERALL_NOT_COMPARABLE)
        fprintf(out, " (%zu rows of BASE have no partner in NEW; --partial judges the rest)",
                c->counts[SS_COMPARE_CHANGE_MISSING]);
    fputc('\n', out);
}

bool ss_compare_text(const ss_compare_result *comparison, FILE *out, ss_error *error)
{
    lines l;
    if (!collect(&l, comparison, error))
        return false;
    write_side(&comparison->base, out);
    write_side(&comparison->new, out);
    for (size_t k = 0; k < l.n; ++k)
        fprintf(out, "  %-7s  %-*s%s%s\n", ss_compare_change_name(l.items[k].judgement->change),
                l.items[k].judgement->moved[0] != '\0' ? (int)l.width : 0, l.items[k].label,
                l.items[k].judgement->moved[0] != '\0' ? "  " : "", l.items[k].judgement->moved);
    write_counts(comparison, out);
    write_notes(comparison, out);
    write_verdict(comparison, out);
    free_lines(&l);
    return true;
}

/* A cell, where a bar would end it. */
static void write_cell(const char *text, FILE *out)
{
    for (const char *at = text; *at != '\0'; ++at) {
        if (*at == '|' || *at == '\\')
            fputc('\\', out);
        fputc(*at, out);
    }
    fputs(" |", out);
}

static void write_markdown_table(const lines *l, FILE *out)
{
    if (l->n == 0)
        return;
    fputs("\n| verdict | row | moved |\n| --- | --- | --- |\n", out);
    for (size_t k = 0; k < l->n; ++k) {
        fprintf(out, "| %s | ", ss_compare_change_name(l->items[k].judgement->change));
        write_cell(l->items[k].label, out);
        fputc(' ', out);
        write_cell(l->items[k].judgement->moved, out);
        fputc('\n', out);
    }
}

/* The lines that `write` prints, each as an item of a list. */
static bool write_items(const ss_compare_result *c,
                        void (*write)(const ss_compare_result *, FILE *), FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&text, &size);
    if (stream == NULL)
        return false;
    write(c, stream);
    const bool whole = fclose(stream) == 0 && text != NULL;
    for (char *at = text, *end = NULL; whole && (end = strchr(at, '\n')) != NULL; at = end + 1)
        fprintf(out, "- %.*s\n", (int)(end - at), at);
    free(text);
    return whole;
}

static void write_sides(const ss_compare_result *c, FILE *out)
{
    write_side(&c->base, out);
    write_side(&c->new, out);
}

bool ss_compare_markdown(const ss_compare_result *comparison, FILE *out, ss_error *error)
{
    lines l;
    if (!collect(&l, comparison, error))
        return false;
    fprintf(out, "# Comparison: %s\n\n", ss_compare_overall_words(comparison->overall));
    const bool whole =
        write_items(comparison, write_sides, out) && write_items(comparison, write_counts, out) &&
        write_items(comparison, write_notes, out) && write_items(comparison, write_verdict, out);
    write_markdown_table(&l, out);
    free_lines(&l);
    return whole || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the report");
}

/* A text or number of a record that may be missing. */
#define TEXT_OF(record, member)  ((record) != NULL ? (record)->row.member : NULL)
#define VALUE_OF(record, column) ((record) != NULL ? (double)(record)->row.column : NAN)

static void write_row(const ss_compare_result *c, size_t k, FILE *out)
{
    const ss_record *const base = c->match.pairs[k].base, *const new = c->match.pairs[k].new;
    const ss_summary_row *const r = base != NULL ? &base->row : &new->row;
    const ss_compare_judgement *const j = &c->judgements[k];
    const ss_compare_row row = {.verdict = ss_compare_change_name(j->change),
                                .problem = r->problem,
                                .instance = r->instance,
                                .parameters = r->parameters,
                                .outer = r->outer,
                                .stop = r->stop,
                                .warm_start = r->warm_start,
                                .base_solver = TEXT_OF(base, solver),
                                .new_solver = TEXT_OF(new, solver),
                                .base_options = TEXT_OF(base, options),
                                .new_options = TEXT_OF(new, options),
                                .base_status = TEXT_OF(base, status),
                                .new_status = TEXT_OF(new, status),
                                .moved = j->moved,
                                .base_steps = VALUE_OF(base, steps),
                                .new_steps = VALUE_OF(new, steps),
#define X(column, kind)                                                                            \
    .base_##column = VALUE_OF(base, column), .new_##column = VALUE_OF(new, column),
                                SS_COMPARE_MEASURE_LIST(X)
#undef X
                                    .time_floor = j->floor,
                                .base_build = TEXT_OF(base, build),
                                .new_build = TEXT_OF(new, build)};
    ss_compare_write(out, &row);
}

bool ss_compare_csv(const ss_compare_result *comparison, FILE *out, ss_error *error)
{
    (void)error;
    ss_compare_header(out);
    for (size_t k = 0; k < comparison->match.n; ++k)
        write_row(comparison, k, out);
    return true;
}

static bool write_file(const ss_compare_result *c, const char *folder, const char *name,
                       bool (*write)(const ss_compare_result *, FILE *, ss_error *),
                       ss_error *error)
{
    ss_output output = {0};
    const bool written = ss_output_open(&output, folder, name, error) &&
                         write(c, output.file, error) && ss_output_close(&output, error);
    ss_output_discard(&output);
    return written;
}

bool ss_compare_save(const ss_compare_result *comparison, const char *folder, ss_error *error)
{
    return ss_output_make_folder(folder, error) &&
           write_file(comparison, folder, "compare.csv", ss_compare_csv, error) &&
           write_file(comparison, folder, "compare.md", ss_compare_markdown, error);
}
