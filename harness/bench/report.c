/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/report.h"

#include "harness/bench/costs.h"
#include "harness/bench/kinds.h"
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How the two formats for people differ. */
typedef struct format {
    const char *begin, *between, *end; /* of a line of the table */
    bool markdown;
} format;

static const format text = {"", "  ", "\n", false};
static const format markdown = {"| ", " | ", " |\n", true};

static const struct {
    const char *title;
    int width; /* of the column in text; negative: to the left */
} columns[] = {{"what", -10}, {"kernel", -30},  {"contacts", 8}, {"balls", 7},    {"median", 9},
               {"unit", -13}, {"q1", 9},        {"q3", 9},       {"bound", 8},    {"by", -11},
               {"ratio", 6},  {"x siconos", 9}, {"x nsn", 6},    {"speed-up", 8}, {"sweeps", 6},
               {"E1", 8},     {"verdict", -12}};

enum { N_COLUMNS = sizeof columns / sizeof columns[0], CELL = 96 };

/* A number of three digits, or nothing. */
static void number(char cell[CELL], double value)
{
    if (isnan(value))
        cell[0] = '\0';
    else
        snprintf(cell, CELL, fabs(value) >= 999.5 ? "%.0f" : "%.3g", value);
}

void ss_bench_kernel(char *name, size_t size, const ss_bench_row *row)
{
    const bool plain = row->variant[0] == '\0';
    snprintf(name, size, "%s%s%s%s%s%s", row->outer, plain ? "" : "[", row->variant,
             plain ? "" : "]", row->outer[0] != '\0' ? "/" : "", row->solver);
}

/* The larger bound, and which it is. */
static void bound(char value[CELL], char by[CELL], const ss_bench_row *row)
{
    const bool memory = !(row->arithmetic_bound > row->memory_bound);
    number(value, memory ? row->memory_bound : row->arithmetic_bound);
    snprintf(by, CELL, "%s", isnan(row->ratio) ? "" : memory ? row->level : "arithmetic");
}

static void make_cells(char cells[N_COLUMNS][CELL], const ss_bench_row *row)
{
    size_t k = 0;
    snprintf(cells[k++], CELL, "%s", row->subject);
    ss_bench_kernel(cells[k++], CELL, row);
    snprintf(cells[k++], CELL, "%zu", row->contacts);
    snprintf(cells[k++], CELL, "%zu", row->bodies);
    number(cells[k++], row->median);
    snprintf(cells[k++], CELL, "%s", row->unit);
    number(cells[k++], row->q1);
    number(cells[k++], row->q3);
    bound(cells[k], cells[k + 1], row);
    k += 2;
    number(cells[k++], row->ratio);
    number(cells[k++], row->times_siconos);
    number(cells[k++], row->times_siconos_nsn);
    number(cells[k++], row->speedup);
    cells[k][0] = '\0';
    if (row->sweeps > 0)
        snprintf(cells[k], CELL, "%zu", row->sweeps);
    ++k;
    number(cells[k++], row->e1);
    snprintf(cells[k++], CELL, "%s", row->verdict);
}

static void print_row(FILE *out, const format *f, const ss_bench_row *row, const bool *shown)
{
    char cells[N_COLUMNS][CELL];
    bool first = true;
    make_cells(cells, row);
    fputs(f->begin, out);
    for (size_t k = 0; k < N_COLUMNS; ++k) {
        if (!shown[k])
            continue;
        fprintf(out, "%s%*s", first ? "" : f->between, f->markdown ? 0 : columns[k].width,
                cells[k]);
        first = false;
    }
    fputs(f->end, out);
}

static void print_header(FILE *out, const format *f, const bool *shown)
{
    bool first = true;
    fputs(f->begin, out);
    for (size_t k = 0; k < N_COLUMNS; ++k) {
        if (!shown[k])
            continue;
        fprintf(out, "%s%*s", first ? "" : f->between, f->markdown ? 0 : columns[k].width,
                columns[k].title);
        first = false;
    }
    fputs(f->end, out);
    first = true;
    for (size_t k = 0; f->markdown && k < N_COLUMNS; ++k) {
        if (!shown[k])
            continue;
        fprintf(out, "%s%s", first ? "| " : " | ", columns[k].width < 0 ? "---" : "---:");
        first = false;
    }
    if (f->markdown)
        fputs(" |\n", out);
}

/* Columns with something in them in the rows of this kind. */
static void choose_columns(const ss_bench *bench, const char *kind, bool *shown)
{
    memset(shown, 0, N_COLUMNS * sizeof *shown);
    for (size_t i = 0; i < bench->n_rows; ++i) {
        char cells[N_COLUMNS][CELL];
        if (strcmp(bench->rows[i].kind, kind) != 0)
            continue;
        make_cells(cells, &bench->rows[i]);
        for (size_t k = 0; k < N_COLUMNS; ++k)
            shown[k] = shown[k] || cells[k][0] != '\0';
    }
}

static bool has_kind(const ss_bench *bench, const char *kind)
{
    for (size_t i = 0; i < bench->n_rows; ++i)
        if (strcmp(bench->rows[i].kind, kind) == 0)
            return true;
    return false;
}

/* Is there a row of another code? It has no outer solver. */
static bool has_other_code(const ss_bench *bench)
{
    for (size_t i = 0; i < bench->n_rows; ++i)
        if (strcmp(bench->rows[i].kind, "siconos") == 0 && bench->rows[i].outer[0] == '\0')
            return true;
    return false;
}

static void print_kind(FILE *out, const format *f, const ss_bench *bench, const char *kind,
                       const char *meaning)
{
    bool shown[N_COLUMNS];
    if (!has_kind(bench, kind))
        return;
    fprintf(out, f->markdown ? "\n## %s: %s\n\n" : "\n%s: %s\n", kind, meaning);
    choose_columns(bench, kind, shown);
    print_header(out, f, shown);
    for (size_t i = 0; i < bench->n_rows; ++i)
        if (strcmp(bench->rows[i].kind, kind) == 0)
            print_row(out, f, &bench->rows[i], shown);
    if (strcmp(kind, "siconos") == 0 && !has_other_code(bench))
        fputs("\nSiconos is not in this build (package libsiconos-numerics-dev): ours alone.\n",
              out);
}

static const struct {
    const char *quantity, *unit;
    double factor;
} machine_units[] = {{"cache", "MiB", 1048576.0},
                     {"triad", "GB/s", 1e9},
                     {"peak", "Gflop/s", 1e9},
                     {"share", "of a core each", 1.0}};

static void print_machine_row(FILE *out, const format *f, const ss_machine_row *row)
{
    size_t k = 0;
    while (strcmp(machine_units[k].quantity, row->quantity) != 0)
        ++k;
    const double factor = machine_units[k].factor;
    fprintf(out, "%s%-8s%s%-8s%s%7zu%s%7.4g %s%s%.4g to %.4g%s%s%s", f->begin, row->quantity,
            f->between, row->where, f->between, row->threads, f->between, row->median / factor,
            machine_units[k].unit, f->between, row->q1 / factor, row->q3 / factor, f->between,
            row->verdict, f->end);
}

static void print_machine(FILE *out, const format *f, const ss_machine *machine)
{
    static const char *const titles[] = {"machine ", "where   ",  "threads",
                                         " median",  "quartiles", "verdict"};
    fputs(f->begin, out);
    for (size_t k = 0; k < sizeof titles / sizeof titles[0]; ++k)
        fprintf(out, "%s%s", k > 0 ? f->between : "", titles[k]);
    fputs(f->end, out);
    if (f->markdown)
        fputs("| --- | --- | ---: | ---: | ---: | --- |\n", out);
    for (size_t k = 0; k < machine->n_rows; ++k)
        print_machine_row(out, f, &machine->rows[k]);
}

/* Whether two threads had two cores, in a line. */
static void print_cores(FILE *out, const ss_machine *machine)
{
    for (size_t k = 0; k < machine->n_rows; ++k)
        if (strcmp(machine->rows[k].quantity, "share") == 0)
            fprintf(out, "\nTwo cores were %sfree: each of two threads got %.0f %% of one.\n",
                    strcmp(machine->rows[k].verdict, "ok") == 0 ? "" : "NOT ",
                    100.0 * machine->rows[k].median);
}

/* How far the figures can be believed, in a line. */
static void print_noise(FILE *out, const ss_bench *bench)
{
    const size_t total = bench->n_rows + bench->machine.n_rows;
    size_t noisy = 0;
    for (size_t k = 0; k < bench->n_rows; ++k)
        noisy += strcmp(bench->rows[k].verdict, "ok") != 0;
    for (size_t k = 0; k < bench->machine.n_rows; ++k)
        noisy += strcmp(bench->machine.rows[k].verdict, "ok") != 0;
    if (noisy == 0)
        fprintf(out, "\nThe machine was quiet: all %zu figures are within the limits.\n", total);
    else
        fprintf(out,
                "\nNOISY: %zu of %zu figures are beyond a limit (column verdict); conclude nothing "
                "from those.\n",
                noisy, total);
    fprintf(out,
            "Limits: quartiles %.0f %% of the median apart; fixed arithmetic %.0f %% slower than "
            "its fastest;\nless than %.0f %% of a core for each thread.\n",
            100.0 * SS_BENCH_MAX_SPREAD, 100.0 * (SS_BENCH_MAX_SLOWER - 1.0),
            100.0 * SS_BENCH_MIN_SHARE);
}

/* The forms of the table that this machine or build does not serve, with the reason. */
static void print_refused(FILE *out)
{
    ss_error why;
    for (size_t k = 0; ss_bench_form_refused(k, &why); ++k)
        fprintf(out, "\nNot measured: %s.\n", why.text);
}

static void print_all(FILE *out, const format *f, const ss_bench *bench)
{
    print_machine(out, f, &bench->machine);
    for (size_t k = 0; ss_bench_kind_at(k) != NULL; ++k) {
        print_kind(out, f, bench, ss_bench_kind_at(k), ss_bench_kind_meaning(k));
        if (strcmp(ss_bench_kind_at(k), "step") == 0)
            print_kind(out, f, bench, "memory", "bytes allocated, room to grow included");
    }
    print_refused(out);
    print_cores(out, &bench->machine);
    print_noise(out, bench);
}

void ss_bench_print(const ss_bench *bench, FILE *out)
{
    print_all(out, &text, bench);
}

static void write_markdown(FILE *out, const ss_bench *bench)
{
    fprintf(out,
            "# What it costs on this machine\n\n%s%s\n\n"
            "`bound` is the larger of two: bytes moved at least, over the bandwidth of the level "
            "where the working set lies\n(triad, same number of threads), and operations on the "
            "longest path, over the peak; harness/bench/costs.c\nderives both. `ratio` is the "
            "median over it. Times are CPU time of the thread, wall-clock time for more than one.\n"
            "\n- `sweep`: 20 sweeps from the r that 100 sweeps of nlgs with exact leave, again and "
            "again\n- `early`: sweeps 2 to 21 from r = 0\n- `first`: sweep 1 from r = 0 with the "
            "setup before it\n\nBeds: balls of balls-500 settled by simulation up to 10 000 "
            "contacts; larger ones are that bed and its mirror images\nside by side. Solvers start "
            "at rest, loaded by gravity.\n\n",
            ss_provenance_version(), bench->job->quick ? "; QUICK: short batches" : "");
    print_all(out, &markdown, bench);
}

static void write_rows(FILE *out, const ss_bench *bench)
{
    ss_bench_header(out);
    for (size_t k = 0; k < bench->n_rows; ++k)
        ss_bench_write(out, &bench->rows[k]);
}

static void write_machine(FILE *out, const ss_bench *bench)
{
    ss_machine_header(out);
    for (size_t k = 0; k < bench->machine.n_rows; ++k)
        ss_machine_write(out, &bench->machine.rows[k]);
}

bool ss_bench_report(const ss_bench *bench, const char *folder, ss_error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *out, const ss_bench *bench);
    } files[] = {
        {"bench.csv", write_rows}, {"machine.csv", write_machine}, {"bench.md", write_markdown}};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        ss_output output = {0};
        if (!ss_output_open(&output, folder, files[k].name, error))
            return false;
        files[k].write(output.file, bench);
        if (!ss_output_close(&output, error))
            return false;
    }
    return ss_interrupted() || ss_bench_draw(bench, folder, error);
}
