/* The making of a table's numbers, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/tables/rows.h"

#include <string.h>

/* The parameters of a run, as they are given. */
static const char *set_of(const ss_reproduce *job, const ss_paper_run *run)
{
    return job->quick && run->quick_set[0] != '\0' ? run->quick_set : run->set;
}

/* Copy a list "a=1,b=2" with a blank after each comma, so that a line of text can break there. */
static void space_out(char *text, size_t size, const char *list)
{
    size_t used = 0;
    for (; *list != '\0' && used + 2 < size; ++list) {
        text[used++] = *list;
        if (*list == ',')
            text[used++] = ' ';
    }
    text[used] = '\0';
}

/* Instances of a run, in words; those of some rows of its table may be fewer. */
static void describe_instances(const ss_reproduce *job, const ss_paper_run *run, char *text,
                               size_t size)
{
    const size_t n = ss_reproduce_instances(job, run);
    if (run->instances == 0)
        snprintf(text, size, "one run, since nothing in it is drawn at random");
    else if (job->instance > 0)
        snprintf(text, size, "instance %zu of the packing", job->instance);
    else if (n == 1)
        snprintf(text, size, "one instance of the packing, which proves little (--instances N)");
    else
        snprintf(text, size, "instances 1 to %zu of the packing (--instances 1: quick form)", n);
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
    for (size_t k = 0; k < results->runs.n * results->stride; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k / results->stride];
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

/* A text that grows in a room of its own; what does not fit is cut. */
typedef struct growing_text {
    char *at;
    size_t room;
} growing_text;

static void append(growing_text *text, const char *before, const char *words, const char *after)
{
    const int used = snprintf(text->at, text->room, "%s%s%s", before, words, after);
    const size_t taken = (size_t)used < text->room ? (size_t)used : text->room - 1;
    text->at += taken;
    text->room -= taken;
}

/* Are both rows of the table and reading of `a`, and made alike but for their solvers? */
static bool made_alike(const ss_reproduce *job, const ss_paper_run *a, const ss_paper_run *b)
{
    return a->table == b->table && strcmp(a->reading, b->reading) == 0 &&
           strcmp(a->problem, b->problem) == 0 &&
           ss_reproduce_instances(job, a) == ss_reproduce_instances(job, b) &&
           strcmp(set_of(job, a), set_of(job, b)) == 0;
}

/* Append what each row is a run of, where they are runs of several scenes or parameters; rows that
 * are made alike together. */
static void describe_rows(const ss_reproduce_results *results, size_t table, const char *reading,
                          growing_text *text)
{
    const ss_reproduce *const job = results->job;
    const ss_paper_run *const runs = results->runs.runs;
    for (size_t k = 0; k < results->runs.n; ++k) {
        char set[512];
        size_t first = 0, n = 0;
        while (!made_alike(job, &runs[first], &runs[k]))
            ++first;
        if (runs[k].table != table || strcmp(runs[k].reading, reading) != 0 || first < k)
            continue;
        for (size_t j = k; j < results->runs.n; ++j)
            if (made_alike(job, &runs[j], &runs[k]))
                append(text, n++ == 0 ? " Row `" : ", `", runs[j].row, "`");
        append(text, ": ", runs[k].problem, "");
        space_out(set, sizeof set, set_of(job, &runs[k]));
        append(text, set[0] != '\0' ? " with " : "", set, ", ");
        snprintf(set, sizeof set, "%zu", ss_reproduce_instances(job, &runs[k]));
        append(text, set, " instance", strcmp(set, "1") == 0 ? "." : "s.");
    }
}

const char *ss_reproduce_settings(const ss_reproduce_place *at, size_t reading, char *text,
                                  size_t size)
{
    char parameters[1024], instances[128], repeats[64] = "";
    const ss_reproduce_results *const results = at->results;
    const size_t table = at->table;
    const char *const name = ss_csv_text(&results->readings, reading, "reading");
    const char *const meaning = ss_csv_text(&results->readings, reading, "text");
    const making m = making_of(results, table, name);
    if (m.first == NULL && !m.grown)
        return NULL;
    if (!m.alike || m.grown) {
        const int used = snprintf(text, size,
                                  "Reading `%s`: %s. All its runs took %.*f s of CPU "
                                  "time.",
                                  name, meaning, m.cpu < 10.0 ? 2 : 0, m.cpu);
        describe_rows(results, table, name, &(growing_text){text + used, size - (size_t)used});
        return text;
    }
    describe_instances(results->job, m.first_run, instances, sizeof instances);
    space_out(parameters, sizeof parameters, m.first->parameters);
    if (m.first->repeats > 1)
        snprintf(repeats, sizeof repeats, ", each time the median of %zu", m.first->repeats);
    snprintf(text, size,
             "Reading `%s`: %s. Problem %s, %s; all its runs, those of the claims included, took "
             "%.*f s of CPU time%s. From %s each step; parameters %s.",
             name, meaning, m.first->problem, instances, m.cpu < 10.0 ? 2 : 0, m.cpu, repeats,
             strcmp(m.first->warm_start, "yes") == 0 ? "the impulses of the last" : "r = 0",
             parameters);
    return text;
}
