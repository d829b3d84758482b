/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/field_report.h"

#include "harness/tables/output.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    size_t least, most; /* contacts */
} classes[] = {{"1-10", 1, 10},
               {"11-100", 11, 100},
               {"101-1000", 101, 1000},
               {"1001-", 1001, (size_t)-1},
               {"all", 0, (size_t)-1}};

enum { n_classes = sizeof classes / sizeof classes[0] };

/* The rows and how they are grouped. */
typedef struct table {
    const ss_field_row *rows;
    size_t n, n_solvers;
} table;

static bool solved(const ss_field_row *row)
{
    return strcmp(row->status, ss_outcome_name(SS_OUTCOME_SOLVED)) == 0;
}

static ss_rates_row rate_of(const table *t, const char *solver, double tol, size_t k)
{
    ss_rates_row rate = {.solver = solver, .tol = tol, .size_class = classes[k].name};
    for (size_t i = 0; i < t->n; ++i) {
        const ss_field_row *const row = &t->rows[i];
        if (strcmp(row->solver, solver) != 0 || row->tol != tol ||
            row->contacts < classes[k].least || row->contacts > classes[k].most)
            continue;
        ++rate.problems;
        rate.solved += solved(row);
    }
    rate.rate = rate.problems > 0 ? (double)rate.solved / (double)rate.problems : NAN;
    return rate;
}

/* Is row i the first of its tolerance? Rows are ordered by tolerance. */
static bool begins_tolerance(const table *t, size_t i)
{
    return i == 0 || t->rows[i].tol != t->rows[i - 1].tol;
}

/* Number of the solvers that the first problem of a tolerance shows. */
static size_t solvers_at(const table *t, size_t i)
{
    return i + t->n_solvers <= t->n ? t->n_solvers : t->n - i;
}

static void write_field(FILE *out, const table *t)
{
    ss_field_header(out);
    for (size_t i = 0; i < t->n; ++i)
        ss_field_write(out, &t->rows[i]);
}

static void write_rates(FILE *out, const table *t)
{
    ss_rates_header(out);
    for (size_t i = 0; i < t->n; ++i) {
        if (!begins_tolerance(t, i))
            continue;
        for (size_t s = 0; s < solvers_at(t, i); ++s)
            for (size_t k = 0; k < n_classes; ++k) {
                const ss_rates_row rate = rate_of(t, t->rows[i + s].solver, t->rows[i].tol, k);
                ss_rates_write(out, &rate);
            }
    }
}

/* How the two formats for people differ. */
typedef struct format {
    const char *begin, *between, *end; /* of a line of the table */
    const char *escape;                /* characters that need a backslash */
} format;

static const format markdown = {"| ", " | ", " |\n", "|_*"};
static const format latex = {"", " & ", " \\\\\n", "_%&#$"};

static void text(FILE *out, const format *f, const char *words)
{
    for (; *words != '\0'; ++words) {
        if (strchr(f->escape, *words) != NULL)
            fputc('\\', out);
        fputc(*words, out);
    }
}

/* "140 (3e-9) 0.02 s" when solved: sweeps, E1 and CPU time; otherwise the status, with E1 where
 * there is one. */
static void cell(FILE *out, const format *f, const ss_field_row *row)
{
    fputs(f->between, out);
    if (solved(row))
        fprintf(out, "%zu (%.1e) %.1g s", row->sweeps, row->e1, row->cpu_s);
    else if (isnan(row->e1))
        text(out, f, row->status);
    else
        fprintf(out, "%s (%.1e)", row->status, row->e1);
}

static void header(FILE *out, const format *f, const table *t, size_t i, const char *corner)
{
    fputs(f->begin, out);
    fputs(corner, out);
    for (size_t s = 0; s < solvers_at(t, i); ++s) {
        fputs(f->between, out);
        text(out, f, t->rows[i + s].solver);
    }
    fputs(f->end, out);
}

static void problem_lines(FILE *out, const format *f, const table *t, size_t i)
{
    for (; i < t->n; i += t->n_solvers) {
        fputs(f->begin, out);
        text(out, f, t->rows[i].problem);
        fprintf(out, "%s%zu", f->between, t->rows[i].contacts);
        for (size_t s = 0; s < solvers_at(t, i); ++s)
            cell(out, f, &t->rows[i + s]);
        fputs(f->end, out);
        if (i + t->n_solvers < t->n && begins_tolerance(t, i + t->n_solvers))
            return;
    }
}

static void rate_lines(FILE *out, const format *f, const table *t, size_t i)
{
    for (size_t k = 0; k < n_classes; ++k) {
        fprintf(out, "%ssolved, %s%scontacts", f->begin, classes[k].name, f->between);
        for (size_t s = 0; s < solvers_at(t, i); ++s) {
            const ss_rates_row rate = rate_of(t, t->rows[i + s].solver, t->rows[i].tol, k);
            fprintf(out, "%s%zu/%zu", f->between, rate.solved, rate.problems);
        }
        fputs(f->end, out);
    }
}

static void write_md(FILE *out, const table *t)
{
    fputs("# Solvers of the field on frozen problems\n\nA cell is `sweeps (E1) CPU time` where "
          "the status is solved, else the status. E1 is the referee's own, from r and the file; "
          "outside codes "
          "count their own iterations. All residuals are in field.csv.\n",
          out);
    for (size_t i = 0; i < t->n; ++i) {
        if (!begins_tolerance(t, i))
            continue;
        fprintf(out, "\n## Tolerance %g, stopped by %s\n\n", t->rows[i].tol, t->rows[i].stop);
        header(out, &markdown, t, i, "problem | contacts");
        fputs("| --- | ---:", out);
        for (size_t s = 0; s < solvers_at(t, i); ++s)
            fputs(" | ---:", out);
        fputs(" |\n", out);
        problem_lines(out, &markdown, t, i);
        rate_lines(out, &markdown, t, i);
    }
}

static void write_tex(FILE *out, const table *t)
{
    fputs("% Written by stickslip; needs \\usepackage{booktabs,graphicx}.\n", out);
    for (size_t i = 0; i < t->n; ++i) {
        if (!begins_tolerance(t, i))
            continue;
        fprintf(out,
                "\\begin{table}\n  \\centering\n  \\caption{Frozen problems, tolerance %g, "
                "stopped by %s: sweeps ($E_1$) and CPU time where solved, else the status.}\n",
                t->rows[i].tol, t->rows[i].stop);
        fputs("  \\resizebox{\\linewidth}{!}{\\begin{tabular}{lr*{99}{r}}\n\\toprule\n", out);
        header(out, &latex, t, i, "problem & contacts");
        fputs("\\midrule\n", out);
        problem_lines(out, &latex, t, i);
        fputs("\\midrule\n", out);
        rate_lines(out, &latex, t, i);
        fputs("\\bottomrule\n\\end{tabular}}\n\\end{table}\n", out);
    }
}

bool ss_field_report_write(const char *folder, const ss_field_row *rows, size_t n, size_t n_solvers,
                           ss_error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *out, const table *t);
    } files[] = {{"field.csv", write_field},
                 {"rates.csv", write_rates},
                 {"field.md", write_md},
                 {"field.tex", write_tex}};
    const table t = {rows, n, n_solvers};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        ss_output output = {0};
        if (!ss_output_open(&output, folder, files[k].name, error))
            return false;
        files[k].write(output.file, &t);
        if (!ss_output_close(&output, error))
            return false;
    }
    return true;
}
