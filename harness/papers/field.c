/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field.h"

#include "harness/campaign/files.h"
#include "harness/estimators/estimators.h"
#include "harness/judge/ranking.h"
#include "harness/papers/field_table.h"
#include "harness/tables/standing.h"
#include "harness/tables/home.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "file:";

typedef struct state {
    const ss_field_job *job;
    ss_campaign_texts folders;
    ss_campaign_texts problems; /* the prefix and the path of a file */
} state;

static const ss_collection collections[] = {
    {"siconos", "small problems of Siconos' own tests, spheres to rovers", "problems/data"},
};

const ss_collection *ss_collection_at(size_t k)
{
    return k < sizeof collections / sizeof collections[0] ? &collections[k] : NULL;
}

/* The part of a file's path below the folder it was found in. */
static const char *short_name(const state *s, size_t file)
{
    const char *const path = s->problems.at[file] + strlen(prefix);
    size_t length = 0;
    for (size_t k = 0; k < s->folders.n; ++k) {
        const size_t n = strlen(s->folders.at[k]);
        const bool below = n > 0 && strncmp(path, s->folders.at[k], n) == 0 &&
                           (path[n] == '/' || path[n - 1] == '/');
        length = below && n > length ? n : length;
    }
    return path + length + strspn(path + length, length > 0 ? "/" : "");
}

/* Everything of every file, tolerance and contender, in this order: no run is left out, though it
 * be the same as another. */
static bool make_plan(const state *s, ss_campaign_plan *plan, ss_error *error)
{
    const ss_field_job *const job = s->job;
    ss_campaign_spec_problem *const problems = calloc(s->problems.n, sizeof *problems);
    ss_campaign_texts set = {.n = 0}, tolerances = {.n = 0};
    const ss_estimator *stop = NULL;
    bool ok = problems != NULL || ss_error_memory(error, "%zu files", s->problems.n);
    ok = ok && ss_estimator_find_stop(job->stop, &stop, error) &&
         ss_campaign_texts_add(&set, error, "rho-bar=%s", job->rho_bar) &&
         ss_campaign_texts_add(&set, error, "max-sweeps=%zu", job->max_sweeps);
    for (size_t k = 0; ok && k < job->n_tols; ++k)
        ok = ss_campaign_texts_add(&tolerances, error, "%.17g", job->tols[k]);
    for (size_t k = 0; ok && k < s->problems.n; ++k)
        problems[k] = (ss_campaign_spec_problem){.name = s->problems.at[k], .set = set.at};
    const ss_campaign_spec spec = {.problems = problems,
                                   .n_problems = s->problems.n,
                                   .solvers = job->names,
                                   .tolerances = tolerances.at,
                                   .stop = job->stop,
                                   .repeats = "5", /* a time is judged from three on */
                                   .sought = stop != &ss_estimator_siconos_rel, /* their own */
                                   .as_asked = true};
    ok = ok && ss_campaign_plan_make(plan, &spec, error);
    ss_campaign_texts_free(&set);
    ss_campaign_texts_free(&tolerances);
    free(problems);
    return ok;
}

/* ---- from the runs to the tables ---- */

/* Most columns are those of summary.csv. `run` NULL: missing. */
static bool read_row(ss_field_row *row, const state *s, const ss_campaign_stored_run *run,
                     ss_error *error)
{
    const ss_field_row known = *row;
    if (run == NULL)
        return true;
    const bool read = ss_field_row_read(&run->file, 0, row, error);
    row->problem = known.problem;
    row->solver = known.solver;
    row->outer = known.outer;
    row->contacts = run->row.contacts_last;
    row->sweeps = run->row.sweeps_last;
    row->pen_true_m_per_s = run->row.pen_true_last_m_per_s;
    row->rho_bar = s->job->rho_bar;
    row->standing = ss_standing_name(ss_standing_of(&run->row));
    row->reason = ss_standing_reason(&run->row);
    return read;
}

/* The name of a trial, from the plan. */
typedef struct hash {
    char text[SS_HASH_SIZE];
} hash;

/* The one ranking's headline (judge/ranking.h) of these n runs of the folder's store, NULL:
 * missing; to be freed. NULL where they cannot be ranked, as of problems that could not be read. */
static char *headline_of(const char *folder, const ss_summary_row *const *runs, size_t n)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_ranking ranking;
    char *text = NULL;
    size_t size;
    ss_summary summary = {.records = calloc(n + 1, sizeof *summary.records)};
    const ss_summary *const read = &summary;
    for (size_t k = 0; summary.records != NULL && k < n; ++k) {
        ss_record *const record = &summary.records[summary.n];
        if (runs[k] == NULL || !ss_outcome_find(runs[k]->status, &record->outcome))
            continue;
        record->row = *runs[k];
        record->path = folder;
        ++summary.n;
    }
    if (ss_ranking_open(&ranking,
                        &(ss_profile_scope){.folders = &folder, .n_folders = 1, .read = &read},
                        &error)) {
        FILE *const out = open_memstream(&text, &size);
        if (out != NULL) {
            ss_ranking_headline(&ranking, out);
            fclose(out);
        }
        ss_ranking_free(&ranking);
    }
    free(summary.records);
    return text;
}

/* The row of a run that is missing. */
static ss_field_row missing_row(const state *s, double tol, size_t file, size_t contender)
{
    const ss_choice *const who = &s->job->contenders->at[contender];
    return (ss_field_row){.problem = short_name(s, file),
                          .solver = ss_choice_solver_label(who),
                          .outer = ss_choice_outer_label(who),
                          .tol = tol,
                          .stop = s->job->stop,
                          .rho_bar = s->job->rho_bar,
                          .standing = "",
                          .reason = ""};
}

/* The trials by tolerance, file, contender; a missing one has its place. */
static bool write_rows(const state *s, const hash *hashes, const ss_campaign_stored_runs *stored,
                       ss_error *error)
{
    const ss_field_job *const job = s->job;
    const size_t n_tols = job->n_tols, n_solvers = job->contenders->n;
    ss_field_row *const rows = calloc(s->problems.n * n_tols * n_solvers, sizeof *rows);
    const ss_summary_row **const runs = calloc(s->problems.n * n_tols * n_solvers, sizeof *runs);
    bool written =
        (rows != NULL && runs != NULL) || ss_error_memory(error, "the rows of the field");
    size_t n = 0;
    for (size_t t = 0; written && t < n_tols; ++t)
        for (size_t f = 0; f < s->problems.n; ++f)
            for (size_t c = 0; c < n_solvers; ++c, ++n) {
                rows[n] = missing_row(s, job->tols[t], f, c);
                const ss_campaign_stored_run *const run = ss_campaign_stored_runs_find(
                    stored, hashes[(f * n_tols + t) * n_solvers + c].text);
                runs[n] = run != NULL ? &run->row : NULL;
                written = read_row(&rows[n], s, run, error) && written;
            }
    char *const headline = written ? headline_of(job->folder, runs, n) : NULL;
    const ss_field_table of = {.rows = rows,
                               .runs = runs,
                               .names = job->names,
                               .contenders = job->contenders,
                               .headline = headline,
                               .n_tols = n_tols,
                               .n_problems = s->problems.n,
                               .n_solvers = n_solvers};
    written = written && ss_field_table_write(&of, job->folder, error);
    free(headline);
    free(rows);
    free(runs);
    return written;
}

/* Run the trials as a campaign; what there is of them at the end, after Ctrl-C too, is written. */
bool ss_field_run(const ss_field_job *job, ss_error *error)
{
    state s = {.job = job};
    ss_campaign_plan plan = {.n = 0};
    ss_campaign_stored_runs stored = {.n = 0};
    ss_error outcome = {.code = SS_ERROR_NONE};
    ss_campaign campaign = job->campaign;
    bool ok = true;
    for (size_t k = 0; ok && k < job->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        const char *folder = job->folders[k];
        for (size_t c = 0; ok && ss_collection_at(c) != NULL; ++c)
            if (strcmp(job->folders[k], ss_collection_at(c)->name) == 0) {
                ok = ss_home_path(path, sizeof path, ss_collection_at(c)->folder, error);
                folder = path;
            }
        ok = ok && ss_campaign_texts_add(&s.folders, error, "%s", folder) &&
             ss_campaign_files_in(&s.problems, s.folders.at[k], error);
    }
    if (ok && s.problems.n == 0)
        ok = ss_error_set(error, SS_ERROR_DATA, "no *.hdf5 in %s", job->folders[0]);
    ok = ok && make_plan(&s, &plan, error);
    hash *const hashes = calloc(plan.n + 1, sizeof *hashes); /* running may leave some out */
    for (size_t k = 0; hashes != NULL && k < plan.n; ++k)
        memcpy(hashes[k].text, plan.runs[k].hash, sizeof hashes[k].text);
    ok = ok && (hashes != NULL || ss_error_memory(error, "the field"));
    campaign.what = "field";
    campaign.hasty = true;
    campaign.ranks = true;
    ok = ok && ss_campaign_fill(&campaign, &plan, job->folder, &stored, error);
    if (stored.read && !write_rows(&s, hashes, &stored, &outcome))
        ok = ss_error_set(error, outcome.code, "%s", outcome.text);
    free(hashes);
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_plan_free(&plan);
    ss_campaign_texts_free(&s.folders);
    ss_campaign_texts_free(&s.problems);
    return ok;
}
