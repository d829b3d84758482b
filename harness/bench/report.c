/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"

#include "harness/bench/costs.h"
#include "harness/figures/figure.h"
#include "harness/figures/looks.h"
#include "harness/process/interrupt.h"
#include "harness/report/sheet.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A table of a kind shows the columns in which it has something. */
static const ss_report_column columns[] = {
    {"what", SS_REPORT_LEFT, true},      {"kernel", SS_REPORT_LEFT, true},
    {"contacts", SS_REPORT_RIGHT, true}, {"balls", SS_REPORT_RIGHT, true},
    {"median", SS_REPORT_RIGHT, true},   {"unit", SS_REPORT_LEFT, true},
    {"q1", SS_REPORT_RIGHT, true},       {"q3", SS_REPORT_RIGHT, true},
    {"bound", SS_REPORT_RIGHT, true},    {"by", SS_REPORT_LEFT, true},
    {"ratio", SS_REPORT_RIGHT, true},    {"x siconos", SS_REPORT_RIGHT, true},
    {"x nsn", SS_REPORT_RIGHT, true},    {"speed-up", SS_REPORT_RIGHT, true},
    {"sweeps", SS_REPORT_RIGHT, true},   {"E1", SS_REPORT_RIGHT, true},
    {"verdict", SS_REPORT_LEFT, true}};

/* "nlgs[isa=avx2]/exact": the outer solver, its options and the local solver of a row, what there
 * is of them. */
static void print_kernel(char *name, size_t size, const ss_bench_row *row)
{
    char form[64];
    ss_bench_form_name(form, sizeof form, row->outer, row->variant);
    snprintf(name, size, "%s%s%s", form, row->outer[0] != '\0' ? "/" : "", row->solver);
}

/* Three digits, and whole numbers from a thousand on; nothing where there is no number. */
static void add_number(ss_report_sheet *sheet, double value)
{
    ss_report_number(sheet, fabs(value) >= 999.5 ? round(value) : value, 3, "");
}

/* A time, and what follows from it: none is negative, but for a difference of times that noise has
 * made so. */
static void add_time(ss_report_sheet *sheet, double value, double time)
{
    if (isnan(value) || time >= 0.0)
        add_number(sheet, value);
    else
        ss_report_cells(sheet, "-", NULL);
}

static void add_row(ss_report_sheet *sheet, const ss_bench_row *row)
{
    const bool memory = row->memory_bound >= row->arithmetic_bound || isnan(row->arithmetic_bound);
    char kernel[96];
    print_kernel(kernel, sizeof kernel, row);
    ss_report_cells(sheet, row->subject, kernel, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->contacts);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->bodies);
    add_time(sheet, row->median, row->median);
    ss_report_cells(sheet, row->unit, NULL);
    add_time(sheet, row->q1, row->q1);
    add_time(sheet, row->q3, row->q3);
    add_number(sheet, memory ? row->memory_bound : row->arithmetic_bound);
    ss_report_cells(sheet, isnan(row->ratio) ? "" : memory ? row->level : "arithmetic", NULL);
    add_time(sheet, row->ratio, row->median);
    add_time(sheet, row->times_siconos, row->median);
    add_time(sheet, row->times_siconos_nsn, row->median);
    if (row->threads > 1 && isnan(row->speedup))
        ss_report_cells(sheet, "-", NULL);
    else
        add_time(sheet, row->speedup, row->median);
    add_number(sheet, row->sweeps > 0 ? (double)row->sweeps : NAN);
    add_number(sheet, row->e1);
    ss_report_cells(sheet, row->verdict, NULL);
}

/* The table of a kind that has rows. */
static void add_kind(ss_report_sheet *sheet, const ss_bench *bench, const char *kind,
                     const char *meaning)
{
    size_t n = 0;
    bool other_code = false; /* is there a row of an external solver? It has no outer solver */
    for (size_t i = 0; i < bench->n_rows; ++i) {
        if (strcmp(bench->rows[i].kind, kind) != 0)
            continue;
        if (n++ == 0) {
            ss_report_add(sheet, SS_REPORT_SECTION, "%s: %s", kind, meaning);
            SS_REPORT_COLUMNS(sheet, NULL, columns);
        }
        add_row(sheet, &bench->rows[i]);
        other_code = other_code || bench->rows[i].outer[0] == '\0';
    }
    if (n > 0 && strcmp(kind, "siconos") == 0 && !other_code)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "Siconos is not in this build (package "
                      "libsiconos-numerics-dev): ours alone.");
}

static const struct {
    const char *quantity, *unit;
    double factor;
} machine_units[] = {{"cache", "MiB", 1048576.0},
                     {"triad", "GB/s", 1e9},
                     {"peak", "Gflop/s", 1e9},
                     {"share", "of a core each", 1.0}};

static void add_machine(ss_report_sheet *sheet, const ss_bench_machine *machine)
{
    static const ss_report_column titles[] = {
        {"machine", SS_REPORT_LEFT, false},    {"where", SS_REPORT_LEFT, false},
        {"threads", SS_REPORT_RIGHT, false},   {"median", SS_REPORT_RIGHT, false},
        {"quartiles", SS_REPORT_RIGHT, false}, {"verdict", SS_REPORT_LEFT, false}};
    SS_REPORT_COLUMNS(sheet, NULL, titles);
    for (size_t i = 0; i < machine->n_rows; ++i) {
        const ss_machine_row *const row = &machine->rows[i];
        size_t k = 0;
        while (strcmp(machine_units[k].quantity, row->quantity) != 0)
            ++k;
        const double factor = machine_units[k].factor;
        ss_report_cells(sheet, row->quantity, row->where, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->threads);
        ss_report_add(sheet, SS_REPORT_CELL, "%.4g %s", row->median / factor,
                      machine_units[k].unit);
        ss_report_add(sheet, SS_REPORT_CELL, "%.4g to %.4g", row->q1 / factor, row->q3 / factor);
        ss_report_cells(sheet, row->verdict, NULL);
    }
}

/* Lines on cores and noise, which say what can be believed. */
static void add_noise(ss_report_sheet *sheet, const ss_bench *bench)
{
    const ss_machine_row *const share = bench->machine.share;
    const size_t total = bench->n_rows + bench->machine.n_rows;
    size_t noisy = 0;
    for (size_t k = 0; k < bench->n_rows; ++k)
        noisy += strcmp(bench->rows[k].verdict, "ok") != 0;
    for (size_t k = 0; k < bench->machine.n_rows; ++k)
        noisy += strcmp(bench->machine.rows[k].verdict, "ok") != 0;
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Two cores were %sfree: each of two threads got %.0f %% of one.",
                  strcmp(share->verdict, "ok") == 0 ? "" : "NOT ", 100.0 * share->median);
    if (noisy == 0)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "The machine was quiet: all %zu figures are within the limits.", total);
    else
        ss_report_add(
            sheet, SS_REPORT_REMARK,
            "NOISY: %zu of %zu figures are beyond a limit (column verdict); conclude nothing "
            "from those.",
            noisy, total);
    ss_report_add(
        sheet, SS_REPORT_REMARK,
        "Limits: quartiles %.0f %% of the median apart; fixed arithmetic %.0f %% slower than "
        "its fastest;\nless than %.0f %% of a core for each thread.",
        100.0 * SS_BENCH_MAX_SPREAD, 100.0 * (SS_BENCH_MAX_SLOWER - 1.0),
        100.0 * SS_BENCH_MIN_SHARE);
}

static void add_all(ss_report_sheet *sheet, const ss_bench *bench)
{
    add_machine(sheet, &bench->machine);
    const ss_bench_kind *kind;
    ss_error why;
    for (size_t k = 0; (kind = ss_bench_kind_at(k)) != NULL; ++k) {
        add_kind(sheet, bench, kind->name, kind->meaning);
        if (strcmp(kind->name, "step") == 0)
            add_kind(sheet, bench, "memory", "bytes allocated, room to grow included");
    }
    for (size_t k = 0; ss_bench_form_refused(k, &why); ++k)
        ss_report_add(sheet, SS_REPORT_REMARK, "Not measured: %s.", why.text);
    add_noise(sheet, bench);
}

bool ss_bench_print(const ss_bench *bench, FILE *out, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    add_all(&sheet, bench);
    return ss_report_end(&sheet, bench->job->json ? &ss_report_json : &ss_report_text, out, error);
}

/* The words before the tables. */
static void add_introduction(ss_report_sheet *sheet, const ss_bench *bench)
{
    ss_report_add(sheet, SS_REPORT_TITLE, "What it costs on this machine");
    ss_report_add(sheet, SS_REPORT_REMARK, "%s%s", ss_provenance_version,
                  bench->job->quick ? "; QUICK: short batches" : "");
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "`bound` is the larger of two: bytes moved at least, over the bandwidth of the "
                  "level where the working set lies\n(triad, same number of threads), and "
                  "operations on the longest path, over the peak; harness/bench/costs.c\nderives "
                  "both. `ratio` is the median over it. Times are CPU time of the thread, "
                  "wall-clock time for more than one.");
    ss_report_add(
        sheet, SS_REPORT_ITEM,
        "`run to eps`, `run to e1`: a real run from r = 0 with its convergence checks: what "
        "cpu_s / visits_total of a run says;\n`looks at`: its convergence checks besides, "
        "cpu_looks_s / visits_total");
    ss_report_add(
        sheet, SS_REPORT_ITEM,
        "`late`: the sweeps alone, sweeps 11 to 30 from the r that 100 sweeps of nlgs with "
        "exact leave, again and again");
    ss_report_add(sheet, SS_REPORT_ITEM, "`early`: sweeps 2 to 21 from r = 0");
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "`set-up`: what is made once a problem, and sweep 1: it is not in the others");
    ss_report_add(
        sheet, SS_REPORT_ITEM,
        "`sweep`, `to e1`: the same problem by Siconos and by ours, 200 sweeps, and all of "
        "it to that E1 with every check of the\niterates; `x siconos`, `x nsn`: how many times "
        "as fast as siconos-nsgs and siconos-nsgs-nsn");
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Beds: balls of balls-500 settled by simulation up to 10 000 contacts; larger "
                  "ones are that bed and its mirror images\nside by side. Solvers start at rest, "
                  "loaded by gravity. Discs are those of segregation, settled too, blocks the wall "
                  "of block-wall.");
}

static bool write_markdown(const ss_bench *bench, const char *folder, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    add_introduction(&sheet, bench);
    add_all(&sheet, bench);
    const bool written = ss_report_write(&sheet, &ss_report_markdown, folder, "bench", error);
    ss_report_free(&sheet);
    return written;
}

/* ---- the roofline: kernels under what memory and arithmetic allow (Williams, Waterman and
 * Patterson 2009) ---- */

/* Is the row a point of the roofline: a sweep of one thread with known bytes and operations? */
static bool is_point(const ss_bench_row *row)
{
    return strcmp(row->kind, "kernel") == 0 && strcmp(row->subject, "late") == 0 &&
           row->threads == 1 && !isnan(row->ratio) && row->bytes_per_unit > 0.0;
}

enum { MOST_KERNELS = 64, NAME = 96 };

/* The kernels of the figure, in the order of their first rows. */
typedef struct kernel_names {
    char at[MOST_KERNELS][NAME];
    size_t n;
} kernel_names;

/* Number of the row's kernel, from 0; a new one is added while there is room. */
static size_t kernel_number(kernel_names *p, const ss_bench_row *row)
{
    char name[NAME];
    size_t k = 0;
    print_kernel(name, NAME, row);
    while (k < p->n && strcmp(p->at[k], name) != 0)
        ++k;
    if (k == p->n && k < MOST_KERNELS)
        memcpy(p->at[p->n++], name, NAME);
    return k;
}

/* Draw bench-roofline.svg and .pdf into the folder; nothing without a sweep that has bounds. */
static bool draw_roofline(const ss_bench *bench, const char *folder, ss_error *error)
{
    char plots[SS_PATH_SIZE];
    kernel_names names = {.n = 0};
    ss_figure_drawing d;
    for (size_t k = 0; k < bench->n_rows; ++k)
        if (is_point(&bench->rows[k]))
            kernel_number(&names, &bench->rows[k]);
    if (names.n == 0)
        return true;
    if (!ss_home_path(plots, sizeof plots, "plots", error))
        return false;
    const ss_figure figure = {.folder = folder,
                              .name = "bench-roofline",
                              .title = "Sweeps under the roofs of this machine, one thread",
                              .note = bench->job->quick ? "QUICK: short batches" : NULL,
                              .scripts = plots};
    if (!ss_figure_begin(&d, &figure, "roofline.gp", error))
        return false;
    ss_figure_looks_print_solvers(d.gp);
    fputs("# intensity (flop/byte), rate (flop/s), contacts, kernel\n", d.dat);
    for (size_t k = 0; k < bench->n_rows; ++k) {
        const ss_bench_row *const row = &bench->rows[k];
        if (is_point(row))
            fprintf(d.dat, "%.6g %.6g %zu %zu\n", row->flops_per_unit / row->bytes_per_unit,
                    1e9 * row->flops_per_unit / row->median, row->contacts,
                    kernel_number(&names, row) + 1);
    }
    for (size_t k = 0; k < bench->machine.n_rows; ++k) {
        const ss_machine_row *const row = &bench->machine.rows[k];
        if (row->threads == 1 && strcmp(row->quantity, "cache") != 0) /* triads and peaks */
            fprintf(d.gp, "%s_%s = %.6g\n", row->quantity, row->where, row->median);
    }
    for (size_t k = 0; k < names.n; ++k)
        fprintf(d.gp, "%s%s", k == 0 ? "kernels = '" : " ", names.at[k]);
    fputs("'\n", d.gp);
    return ss_figure_end(&d, true, error);
}

bool ss_bench_report(const ss_bench *bench, const char *folder, ss_error *error)
{
    const ss_bench_machine *const machine = &bench->machine;
    return ss_rows_write_file(ss_rows_find("bench"), folder, bench->rows, bench->n_rows,
                              sizeof *bench->rows, error) &&
           ss_rows_write_file(ss_rows_find("machine"), folder, machine->rows, machine->n_rows,
                              sizeof *machine->rows, error) &&
           write_markdown(bench, folder, error) &&
           (ss_interrupted() || draw_roofline(bench, folder, error));
}
