/* The making of a table's numbers, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/tables/rows.h"

#include "problems/base/names.h"

#include <stdio.h>
#include <string.h>

/* Print a list "a=1,b=2" with a blank after each comma, so that a line of text can break there. */
static void print_list(FILE *out, const char *list)
{
    for (; *list != '\0'; ++list)
        fprintf(out, "%c%s", *list, *list == ',' ? " " : "");
}

/* The complete runs of a reading of a table, together. */
typedef struct making {
    const ss_paper_run *first_run;
    const ss_summary_row *first; /* NULL: none of them has ended */
    double cpu;                  /* s */
    bool alike;                  /* all have the same parameters */
    bool grown;                  /* a growing pile is among them */
} making;

static making making_of(const ss_reproduce_results *results, size_t table, const char *reading)
{
    making m = {.alike = true};
    for (size_t k = 0; k < results->data.runs.n * results->stride; ++k) {
        const ss_paper_run *const run = &results->data.runs.runs[k / results->stride];
        const ss_campaign_stored_run *const stored = results->at[k].complete;
        const ss_reproduce_growth *const growth = &results->at[k].growth;
        if (run->table != table || strcmp(run->reading, reading) != 0)
            continue;
        for (size_t step = 1; step <= growth->n; ++step)
            m.cpu += ss_series_at(&results->at[k].series, "cpu_s", step);
        m.grown = m.grown || growth->n > 0;
        if (stored == NULL)
            continue;
        if (m.first == NULL) {
            m.first_run = run;
            m.first = &stored->row;
        }
        m.cpu += stored->row.cpu_s + stored->row.cpu_mechanics_s;
        m.alike = m.alike && strcmp(m.first->problem, stored->row.problem) == 0 &&
                  strcmp(m.first->parameters, stored->row.parameters) == 0;
    }
    return m;
}

/* Are both rows of the table and reading of `a`, and made alike but for their solvers? */
static bool made_alike(const ss_reproduce *job, const ss_paper_run *a, const ss_paper_run *b)
{
    return a->table == b->table && strcmp(a->reading, b->reading) == 0 &&
           strcmp(a->problem, b->problem) == 0 &&
           ss_reproduce_instances(job, a) == ss_reproduce_instances(job, b) &&
           strcmp(ss_reproduce_set(job, a), ss_reproduce_set(job, b)) == 0;
}

/* Print what each row is a run of, where they are runs of several scenes or parameters; rows that
 * are made alike together. */
static void print_rows(FILE *out, const ss_reproduce_data *data, size_t table, const char *reading)
{
    const ss_paper_run *const runs = data->runs.runs;
    for (size_t k = 0; k < data->runs.n; ++k) {
        const size_t instances = ss_reproduce_instances(data->job, &runs[k]);
        size_t first = 0, n = 0;
        while (!made_alike(data->job, &runs[first], &runs[k]))
            ++first;
        if (runs[k].table != table || strcmp(runs[k].reading, reading) != 0 || first < k)
            continue;
        for (size_t j = k; j < data->runs.n; ++j)
            if (made_alike(data->job, &runs[j], &runs[k]))
                fprintf(out, "%s%s`", n++ == 0 ? " Row `" : ", `", runs[j].row);
        fprintf(out, ": %s%s", runs[k].problem,
                ss_reproduce_set(data->job, &runs[k])[0] != '\0' ? " with " : "");
        print_list(out, ss_reproduce_set(data->job, &runs[k]));
        fprintf(out, ", %zu instance%s.", instances, ss_name_plural(instances));
    }
}

/* All runs are of one problem and its parameters; instances of some rows may be fewer. */
static void print_alike(FILE *out, const ss_reproduce *job, const making *m)
{
    const size_t n = ss_reproduce_instances(job, m->first_run);
    fprintf(out, " Problem %s, ", m->first->problem);
    if (m->first_run->instances == 0)
        fputs("one run, since nothing in it is drawn at random", out);
    else if (job->instance > 0)
        fprintf(out, "instance %zu of the packing", job->instance);
    else if (n == 1)
        fputs("one instance of the packing, which proves little (--instances N)", out);
    else
        fprintf(out, "instances 1 to %zu of the packing (--instances 1: quick form)", n);
    fprintf(out, "; all its runs, those of the claims included, took %.*f s of CPU time",
            m->cpu < 10.0 ? 2 : 0, m->cpu);
    if (m->first->repeats > 1)
        fprintf(out, ", each time the median of %zu", m->first->repeats);
    fprintf(out, ". From %s each step; parameters ",
            strcmp(m->first->warm_start, "yes") == 0 ? "the impulses of the last" : "r = 0");
    print_list(out, m->first->parameters);
    fputc('.', out);
}

char *ss_reproduce_settings(const ss_reproduce_place *at, size_t reading)
{
    char *text = NULL;
    size_t size;
    const ss_reproduce_data *const data = &at->results->data;
    const making m = making_of(at->results, at->table, at->reading);
    FILE *const out = m.first != NULL || m.grown ? open_memstream(&text, &size) : NULL;
    if (out == NULL)
        return NULL;
    fprintf(out, "Reading `%s`: %s.", at->reading, ss_csv_text(&data->readings, reading, "text"));
    if (m.alike && !m.grown)
        print_alike(out, data->job, &m);
    else {
        fprintf(out, " All its runs took %.*f s of CPU time.", m.cpu < 10.0 ? 2 : 0, m.cpu);
        print_rows(out, data, at->table, at->reading);
    }
    fclose(out);
    return text;
}
