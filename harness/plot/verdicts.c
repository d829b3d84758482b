/* The verdicts of a reproduction, a figure a table: a dot a printed cell, at ours over the paper's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/figures/data.h"
#include "harness/printed/verdict.h"
#include "harness/tables/record.h"
#include "harness/tables/rows.h"
#include "problems/base/names.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The verdicts that are drawn are the first ones, in the order of the marks of plots/verdicts.gp.
 */
enum { N_DRAWN = SS_VERDICT_OUTSIDE + 1 };

static int is_table(const struct dirent *entry)
{
    unsigned long number = 0;
    int end = 0;
    return sscanf(entry->d_name, "table%lu.csv%n", &number, &end) == 1 && end > 0 &&
           entry->d_name[end] == '\0';
}

/* The number of the verdict; N_DRAWN where the cell has no ratio to draw. */
static size_t verdict_of(const ss_printed_row *row)
{
    size_t k = 0;
    while (k < N_DRAWN && strcmp(row->verdict, ss_verdict_word((ss_verdict)k)) != 0)
        ++k;
    return row->ratio > 0.0 && isfinite(row->ratio) && row->paper_compared > 0.0 ? k : N_DRAWN;
}

/* The rows that are drawn come first, in their order; returns how many. */
static size_t choose(ss_printed_row *rows, size_t n, size_t count[N_DRAWN])
{
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k) {
        const size_t verdict = verdict_of(&rows[k]);
        if (verdict == N_DRAWN)
            continue;
        ++count[verdict];
        rows[kept++] = rows[k];
    }
    return kept;
}

/* What lies further than a thousand times from 1 is drawn there. */
static const double furthest = 1e3;

/* The cells of a table that are drawn. */
typedef struct cells {
    const ss_printed_row *rows; /* borrowed */
    size_t n;
} cells;

static void print(const ss_figure_drawing *d, const void *subject)
{
    const ss_printed_row *const rows = ((const cells *)subject)->rows;
    const size_t n = ((const cells *)subject)->n;
    char name[200];
    double reach = 4.0;
    fputs("# One row per cell, from the top: ours/paper, least, largest over the instances, "
          "verdict\n",
          d->dat);
    ss_data_count(d->gp, "n_cells", n);
    ss_data_array(d->gp, "cell", n);
    for (size_t k = 0; k < n; ++k) {
        const ss_printed_row *const row = &rows[k];
        const bool several = row->instances > 1;
        const double low = several ? row->least / row->paper_compared : NAN;
        const double high = several ? row->largest / row->paper_compared : NAN;
        const double places[] = {row->ratio, low, high};
        for (size_t p = 0; p < 3; ++p)
            if (places[p] > 0.0)
                reach = fmax(reach, 1.25 * fmin(fmax(places[p], 1.0 / places[p]), furthest));
        const bool other = strcmp(row->reading, "printed") != 0 && row->reading[0] != '\0';
        snprintf(name, sizeof name, "%s: %s%s%s", row->row, row->column, other ? ", " : "",
                 other ? row->reading : "");
        ss_data_text_at(d->gp, "cell", k, name);
        ss_data_row_of(d->dat, row->ratio, low, high, (double)verdict_of(row));
    }
    ss_data_number(d->gp, "reach", reach);
}

/* "23 cells with a ratio to the paper's: 12 match, ...". */
static void describe(char *note, size_t size, const ss_printed_row *rows, size_t n,
                     const size_t count[N_DRAWN])
{
    size_t most = 0, n_far = 0;
    int used = snprintf(note, size, "%s%zu cell%s with a ratio to the paper's:",
                        rows->quick != 0 ? "QUICK, " : "", n, ss_name_plural(n));
    for (size_t k = 0; k < N_DRAWN; ++k)
        used += snprintf(note + used, size - (size_t)used, "%s %zu %s", k > 0 ? "," : "", count[k],
                         ss_verdict_word((ss_verdict)k));
    for (size_t k = 0; k < n; ++k)
        most = rows[k].instances > most ? rows[k].instances : most;
    if (most > 1)
        used += snprintf(note + used, size - (size_t)used,
                         "; bars: least to largest of %zu instances", most);
    for (size_t k = 0; k < n; ++k)
        n_far += rows[k].ratio > furthest || rows[k].ratio < 1.0 / furthest;
    if (n_far > 0)
        snprintf(note + used, size - (size_t)used, "; %zu at an edge: a factor beyond %g", n_far,
                 furthest);
}

/* One table; true without a figure where no cell has a ratio. */
static bool draw(ss_plot *plot, const char *file, ss_error *error)
{
    char path[SS_PATH_SIZE], name[64], title[200], note[300];
    size_t count[N_DRAWN] = {0}, n = 0;
    ss_csv csv = {.n_rows = 0};
    ss_printed_row *rows = NULL;
    bool drawn = ss_path_join(path, sizeof path, plot->request->folder, file, error) &&
                 (rows = ss_record_read_file(ss_rows_find("printed"), &csv, path, sizeof *rows,
                                             error)) != NULL;
    if (drawn && (n = choose(rows, csv.n_rows, count)) > 0) {
        snprintf(name, sizeof name, "verdicts-%.*s", (int)strlen(file) - 4, file);
        snprintf(title, sizeof title, "Table %zu of the paper: ours over its numbers", rows->table);
        describe(note, sizeof note, rows, n, count);
        const ss_figure figure = ss_plot_figure(plot, name, title, note);
        const cells drawn_cells = {rows, n};
        drawn = ss_plot_draw(plot, &figure, &(ss_plot_script){"verdicts.gp", print, &drawn_cells},
                             error);
    }
    free(rows);
    ss_csv_free(&csv);
    return drawn;
}

static bool draw_all(ss_plot *plot, ss_error *error)
{
    struct dirent **entries = NULL;
    const int n = scandir(plot->request->folder, &entries, is_table, versionsort);
    bool drawn = true;
    for (int k = 0; k < n; ++k) {
        drawn = drawn && (ss_plot_is_enough(plot) || draw(plot, entries[k]->d_name, error));
        free(entries[k]);
    }
    free(entries);
    return drawn && (plot->n_drawn > 0 || ss_plot_lacks(plot, plot->request->folder, error));
}

const ss_figure_kind ss_figure_kind_verdicts = {
    .name = "verdicts",
    .doc = "one dot per printed cell, at ours over the paper's, with the verdict and our band, "
           "from the "
           "tableN.csv of 'stickslip reproduce'",
    .title = "Verdicts",
    .lack = "tableN.csv whose cells have a ratio to the paper's",
    .record = "'stickslip reproduce PAPER' writes them",
    .draw_all = draw_all};
