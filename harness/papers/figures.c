/* The figures of a paper with our runs in them: each row of figures.csv says what it shows, and in
 * which kind of picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/figures/kinds.h"
#include "harness/process/interrupt.h"
#include "harness/piles/piles.h"
#include "harness/tables/output.h"

#include <stdlib.h>
#include <string.h>

/* The data of a figure: the first of its results that is complete, and all of them as a group. */
typedef struct subject {
    const ss_reproduce_result *of;
    ss_figure_group group;
    const char *store;
    char growth[SS_PATH_SIZE]; /* folder of the first run, where it is a growing pile */
} subject;

/* A table that the store keeps of the run: the growing pile has those of its folder. */
static bool find_table(const ss_figure_subject *shown, const char *name, char *path,
                       ss_error *error)
{
    const subject *const s = shown->context;
    int series = 0;
    while (series < SS_CAMPAIGN_SERIES_COUNT &&
           strcmp(ss_campaign_all_series[series].name, name) != 0)
        ++series;
    return series < SS_CAMPAIGN_SERIES_COUNT
               ? ss_campaign_store_series_path(s->store, s->of->hash, (ss_campaign_series)series,
                                               path, error)
               : ss_error_set(error, SS_ERROR_DATA, "the store keeps no %s", name);
}

/* The k-th of the results that a figure shows: the first instance of its run, or, of a group, all
 * instances of all runs that its column `solver` stands for, in the table of the first; of its
 * reading. NULL past the last; *run is the run. */
static ss_reproduce_result *shown_at(const ss_reproduce_results *r, const ss_reproduce_figure *f,
                                     size_t k, const ss_paper_run **run)
{
    const bool group = f->kind->group != NULL;
    size_t table = 0, n = 0;
    for (size_t j = 0; j < r->data.runs.n; ++j) {
        *run = &r->data.runs.runs[j];
        const size_t instances = group ? ss_reproduce_instances(r->data.job, *run) : 1;
        if (strcmp((*run)->problem, f->problem) != 0 || !ss_reproduce_matches(f->solver, *run) ||
            strcmp((*run)->reading, *f->reading ? f->reading : r->data.runs.runs[0].reading) != 0 ||
            (table > 0 && (!group || (*run)->table != table)))
            continue;
        table = (*run)->table;
        if (k < n + instances)
            return ss_reproduce_result_of(r, *run, k - n);
        n += instances;
    }
    return NULL;
}

size_t ss_reproduce_mark_figures(ss_reproduce_results *r)
{
    const ss_paper_run *run;
    size_t n = 0;
    for (size_t row = 0; row < r->data.figures_file.n_rows; ++row) {
        const ss_reproduce_figure *const f = &r->data.figures[row];
        ss_reproduce_result *shown;
        if (!ss_reproduce_wants(r->data.job, &r->data.job->figures, f->number))
            continue;
        ++n;
        for (size_t k = 0; (shown = shown_at(r, f, k, &run)) != NULL; ++k)
            shown->wanted = true;
    }
    return n;
}

/* Fill in the complete results that a figure shows; runs: room for all. Returns whether all are:
 * after Ctrl-C a figure of some of its runs would look like one of all. */
static bool gather(const ss_reproduce_results *r, const ss_reproduce_figure *f, subject *s,
                   ss_figure_run *runs)
{
    const ss_paper_run *run;
    const ss_reproduce_result *shown;
    size_t n = 0, k = 0;
    for (; (shown = shown_at(r, f, k, &run)) != NULL; ++k) {
        if (!ss_reproduce_is_complete(shown))
            continue;
        if (s->of == NULL && (!ss_reproduce_is_growth(run) ||
                              ss_reproduce_growth_folder(s->growth, r->data.job->folder, run,
                                                         &(ss_error){.code = SS_ERROR_NONE})))
            s->of = shown;
        runs[n++] = (ss_figure_run){run->row, &shown->series};
    }
    s->group = (ss_figure_group){runs, n, &r->data.measures.list};
    return n > 0 && n == k;
}

/* "After Figure 6 of Sanni et al. (2010): ..."; phenomena have no figure to go by. */
static void entitle(char *title, size_t size, const ss_reproduce_about *about,
                    const ss_reproduce_figure *f)
{
    const int used =
        about->key[0] == '\0'
            ? 0
            : snprintf(title, size, "After Figure %zu of %s: ", f->number, about->cited);
    snprintf(title + used, size - (size_t)used, "%s", f->caption);
}

/* Draw it: from the tables of the first run, or from series. */
static bool draw(const ss_reproduce_results *r, const ss_reproduce_figure *f, subject *s,
                 ss_error *error)
{
    char name[80], store[SS_PATH_SIZE], title[512];
    const ss_reproduce *const job = r->data.job;
    const ss_figure_kind *const kind = f->kind;
    const ss_summary_row *const row = s->of->complete != NULL ? &s->of->complete->row : NULL;
    const bool scene = kind->table != NULL && strcmp(kind->table, "bodies") == 0;
    const size_t step = (size_t)strtoul(f->step, NULL, 10); /* 0: the last */
    snprintf(name, sizeof name, "fig%02zu%s%.60s", f->number, f->part[0] != '\0' ? "-" : "",
             f->part);
    entitle(title, sizeof title, &r->data.about, f);
    if (!ss_path_join(store, sizeof store, job->folder, "store", error))
        return false;
    s->store = store;
    const ss_figure figure = {.folder = job->folder,
                              .name = name,
                              .title = title,
                              .note = job->quick ? "QUICK smoke run with fewer time steps" : NULL,
                              .scripts = job->plots};
    const ss_figure_subject tables = {
        .kind = kind,
        .solver = row != NULL ? row->solver : ss_csv_text(&s->of->growth.file, 0, "solver"),
        .step = step > 0                ? step
                : row != NULL && !scene ? row->steps
                                        : SS_SCENE_LAST,
        .run = row,
        .folder = s->growth,
        .table = find_table,
        .context = s};
    if (kind->draw != NULL)
        return kind->draw(&figure, &tables, error);
    ss_figure_drawing d;
    return ss_figure_begin(&d, &figure, kind->script, error) &&
           ss_figure_end(&d,
                         kind->series != NULL ? kind->series(&d, kind, &s->of->series, error)
                                              : kind->group(&d, kind, &s->group, error),
                         error);
}

bool ss_reproduce_draw_figures(const ss_reproduce_results *r, ss_error *error)
{
    ss_figure_run *const runs = calloc(r->data.runs.n * r->stride + 1, sizeof *runs);
    size_t n_drawn = 0;
    if (runs == NULL)
        return ss_error_memory(error, "the figures");
    for (size_t row = 0; row < r->data.figures_file.n_rows; ++row) {
        const ss_reproduce_figure *const f = &r->data.figures[row];
        subject s = {.of = NULL};
        ss_error one = {.code = SS_ERROR_NONE};
        if (!ss_reproduce_wants(r->data.job, &r->data.job->figures, f->number) ||
            (!gather(r, f, &s, runs) && ss_interrupted()))
            continue;
        if (s.of == NULL)
            ss_error_set(&one, SS_ERROR_INTERNAL, "its run is not complete");
        else
            n_drawn += draw(r, f, &s, &one);
        if (one.code != SS_ERROR_NONE)
            ss_error_set(error, one.code, "figure %zu: %s", f->number, one.text);
    }
    free(runs);
    if (n_drawn > 0)
        printf("figures drawn: %zu (%s/figNN.svg, .pdf)\n", n_drawn, r->data.job->folder);
    return error->code == SS_ERROR_NONE;
}
