/* The roofline figure: kernels under what memory and arithmetic allow (Williams, Waterman and
 * Patterson 2009).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/report.h"

#include "harness/figures/figure.h"
#include "harness/tables/output.h"
#include "harness/tables/home.h"

#include <math.h>
#include <string.h>

/* Is this row a point of the roofline: a sweep of one thread, whose bytes and operations are known?
 */
static bool is_point(const ss_bench_row *row)
{
    return strcmp(row->kind, "sweep") == 0 && strcmp(row->subject, "sweep") == 0 &&
           row->threads == 1 && !isnan(row->ratio);
}

enum { MOST_KERNELS = 64, NAME = 96 };

/* The kernels of the figure, in the order of their first rows. */
typedef struct points {
    const ss_bench *bench;
    char names[MOST_KERNELS][NAME];
    size_t n;
} points;

/* Number of the row's kernel, from 0; a new one is added while there is room. */
static size_t kernel_number(points *p, const ss_bench_row *row)
{
    char name[NAME];
    size_t k = 0;
    ss_bench_kernel(name, NAME, row);
    while (k < p->n && strcmp(p->names[k], name) != 0)
        ++k;
    if (k == p->n && k < MOST_KERNELS)
        memcpy(p->names[p->n++], name, NAME);
    return k;
}

static bool write_points(FILE *out, const void *context, ss_error *error)
{
    (void)error;
    points p = *(const points *)context;
    fputs("# intensity (flop/byte), rate (flop/s), contacts, kernel\n", out);
    for (size_t k = 0; k < p.bench->n_rows; ++k) {
        const ss_bench_row *const row = &p.bench->rows[k];
        if (is_point(row))
            fprintf(out, "%.6g %.6g %zu %zu\n", row->flops_per_unit / row->bytes_per_unit,
                    1e9 * row->flops_per_unit / row->median, row->contacts,
                    kernel_number(&p, row) + 1);
    }
    return true;
}

/* The lines that give the script the roofs and the names of the kernels. */
static void print_variables(FILE *out, const void *context)
{
    const points *const p = context;
    const ss_bench_machine *const machine = &p->bench->machine;
    for (size_t k = 0; k < machine->n_rows; ++k) {
        const ss_machine_row *const row = &machine->rows[k];
        if (row->threads == 1 && strcmp(row->quantity, "cache") != 0) /* triads and peaks */
            fprintf(out, "%s_%s = %.6g\n", row->quantity, row->where, row->median);
    }
    for (size_t k = 0; k < p->n; ++k)
        fprintf(out, "%s%s", k == 0 ? "kernels = '" : " ", p->names[k]);
    fputs("'\n", out);
}

bool ss_bench_draw(const ss_bench *bench, const char *folder, ss_error *error)
{
    char plots[SS_PATH_SIZE];
    points p = {.bench = bench, .n = 0};
    for (size_t k = 0; k < bench->n_rows; ++k)
        if (is_point(&bench->rows[k]))
            kernel_number(&p, &bench->rows[k]);
    if (p.n == 0)
        return true;
    if (!ss_home_path(plots, sizeof plots, "plots", error))
        return false;
    const ss_figure figure = {.folder = folder,
                              .name = "bench-roofline",
                              .title = "Sweeps under the roofs of this machine, one thread",
                              .note = bench->job->quick ? "QUICK: short batches" : NULL,
                              .scripts = plots};
    const ss_figure_content content = {.script = "roofline.gp",
                                       .print_data = write_points,
                                       .print_settings = print_variables,
                                       .context = &p};
    return ss_figure_draw(&figure, &content, error);
}
