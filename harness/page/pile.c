/* The page of a pile of `grow`: its solvers beside each other and beside the exact pile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/record.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ss_report_column columns[] = {{"solver", SS_REPORT_LEFT, false},
                                           {"steps solved", SS_REPORT_RIGHT, false},
                                           {"sweeps", SS_REPORT_NUMBER, false},
                                           {"CPU (s)", SS_REPORT_NUMBER, false},
                                           {"height (m)", SS_REPORT_NUMBER, false},
                                           {"exact (m)", SS_REPORT_NUMBER, true},
                                           {"largest error (m)", SS_REPORT_NUMBER, true},
                                           {"slope/k", SS_REPORT_NUMBER, false},
                                           {"gap", SS_REPORT_NUMBER, false}};

static const char *const terms[][2] = {
    {"sweeps", "Sum over the steps of sandpile.csv: of anderson an iteration is a pair of them, of "
               "gradient a product by the operator."},
    {"CPU (s)", "Sum of cpu_s over the steps: of one run."},
    {"height (m)", "Height at the centre after the last step."},
    {"exact (m)", "The same of the exact pile, once its foot has not reached the edge."},
    {"largest error (m)",
     "Largest difference of the heights from the exact ones, after that step."},
    {"slope/k", "The steepest triangle of any step, over the critical slope: above 1 by what the "
                "tolerance leaves."},
    {"gap", "The largest duality gap of any step: 0 at the solution."}};

/* A solver's rows, which follow each other. */
typedef struct heap {
    const ss_sandpile_row *last;
    size_t steps, solved, sweeps;
    double cpu_s, slope, gap;
} heap;

/* The heap of the rows from `begin` on; *end: the row behind them. */
static heap heap_of(const ss_sandpile_row *rows, size_t n, size_t begin, size_t *end)
{
    heap h = {.steps = 0};
    for (*end = begin; *end < n && strcmp(rows[*end].solver, rows[begin].solver) == 0; ++*end) {
        h.last = &rows[*end];
        ++h.steps;
        h.solved += strcmp(h.last->status, "solved") == 0;
        h.sweeps += h.last->sweeps;
        h.cpu_s += h.last->cpu_s;
        h.slope = fmax(h.slope, h.last->max_slope_over_k);
        h.gap = fmax(h.gap, fabs(h.last->gap));
    }
    return h;
}

/* Who solved all, and how far apart their heights are. */
static void add_verdict(ss_report_sheet *sheet, const ss_sandpile_row *rows, size_t n)
{
    size_t n_solvers = 0, n_whole = 0;
    double low = INFINITY, high = -INFINITY, error = 0.0;
    for (size_t begin = 0, end; begin < n; begin = end) {
        const heap h = heap_of(rows, n, begin, &end);
        const bool whole = h.solved == h.steps;
        ++n_solvers;
        n_whole += whole;
        low = whole ? fmin(low, h.last->height_m) : low;
        high = whole ? fmax(high, h.last->height_m) : high;
        error = whole ? fmax(error, h.last->err_inf_m) : error; /* passes NAN over */
    }
    ss_report_add(sheet, n_whole == n_solvers ? SS_REPORT_GOOD : SS_REPORT_MIND,
                  "%zu of %zu solver%s met the tolerance in all steps", n_whole, n_solvers,
                  ss_name_plural(n_solvers));
    if (n_whole > 1)
        ss_report_append(sheet, "; their heights at the centre differ by %.2g of the height",
                         (high - low) / high);
    if (n_whole > 0 && error > 0.0)
        ss_report_append(sheet, "; the largest error against the exact pile is %.3g m", error);
    ss_report_append(sheet, ". Nobody is ranked: each was run once, to one tolerance.");
}

static void add_table(ss_report_sheet *sheet, const ss_sandpile_row *rows, size_t n)
{
    ss_report_add(sheet, SS_REPORT_SECTION, "Solvers");
    SS_REPORT_COLUMNS(sheet, "solvers", columns);
    for (size_t begin = 0, end; begin < n; begin = end) {
        const heap h = heap_of(rows, n, begin, &end);
        ss_report_cells(sheet, h.last->solver, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", h.solved, h.steps);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", h.sweeps);
        ss_report_number(sheet, h.cpu_s, 3, "-");
        ss_report_number(sheet, h.last->height_m, 4, "-");
        ss_report_number(sheet, h.last->height_exact_m, 4, "");
        ss_report_number(sheet, h.last->err_inf_m, 3, "");
        ss_report_add(sheet, SS_REPORT_CELL, "%.6f", h.slope);
        ss_report_number(sheet, h.gap, 2, "-");
    }
}

bool ss_page_pile(ss_page_gallery *g, const char *folder, bool figures, ss_error *error)
{
    ss_report_sheet *const sheet = g->sheet;
    ss_csv csv = {.n_rows = 0};
    ss_sandpile_row *const rows =
        ss_record_read_folder(ss_rows_find("sandpile"), &csv, folder, sizeof *rows, error);
    bool done = rows != NULL && (csv.n_rows > 0 || ss_error_set(error, SS_ERROR_DATA,
                                                                "%s/sandpile.csv has no row: "
                                                                "nothing was run",
                                                                folder));
    if (done) {
        ss_report_add(sheet, SS_REPORT_TITLE, "A growing pile: n = %zu, %.4g s in steps of %.4g s",
                      rows->n, rows[csv.n_rows - 1].time_s, rows->dt_s);
        add_verdict(sheet, rows, csv.n_rows);
        add_table(sheet, rows, csv.n_rows);
    }
    if (done && figures) {
        ss_report_add(sheet, SS_REPORT_SECTION, "Figures");
        done = ss_page_plot_surfaces(g, folder, error);
    }
    if (done) {
        ss_report_add(sheet, SS_REPORT_SECTION, "Conditions");
        ss_report_add(sheet, SS_REPORT_FACT, "parameters\t`%s`", rows->parameters);
        ss_report_add(sheet, SS_REPORT_FACT, "build\t`%s`", rows->build);
        ss_report_add(
            sheet, SS_REPORT_FACT,
            "again\t`stickslip grow` with these parameters, each by --set; the tables are "
            "sandpile.csv and surface.csv");
        ss_report_add(sheet, SS_REPORT_SECTION, "Columns");
        for (size_t k = 0; k < sizeof terms / sizeof *terms; ++k)
            ss_report_add(sheet, SS_REPORT_TERM, "%s\t%s", terms[k][0], terms[k][1]);
    }
    free(rows);
    ss_csv_free(&csv);
    return done;
}
