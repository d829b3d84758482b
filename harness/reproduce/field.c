/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/field.h"

#include "harness/campaign/grid.h"
#include "harness/reproduce/field_report.h"
#include "harness/tables/output.h"
#include "harness/tables/home.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct state {
    const ss_field_job *job;
    char **files; /* sorted paths */
    size_t n_files;
} state;

static const ss_collection collections[] = {
    {"siconos", "small problems of Siconos' own tests, spheres to rovers", "problems/data"},
};

const ss_collection *ss_collection_at(size_t k)
{
    return k < sizeof collections / sizeof collections[0] ? &collections[k] : NULL;
}

/* The folder that a name stands for: a collection's, or the name itself. */
static bool folder_of(char *folder, size_t size, const char *name, ss_error *error)
{
    for (size_t k = 0; ss_collection_at(k) != NULL; ++k)
        if (strcmp(name, ss_collection_at(k)->name) == 0)
            return ss_home_path(folder, size, ss_collection_at(k)->folder, error);
    return ss_path_join(folder, size, "", name, error);
}

static bool add_file(state *s, const char *path, ss_error *error)
{
    char **const larger = realloc(s->files, (s->n_files + 1) * sizeof *s->files);
    if (larger != NULL)
        s->files = larger;
    char *const copy = strdup(path);
    if (larger == NULL || copy == NULL) {
        free(copy);
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the list of files");
    }
    s->files[s->n_files++] = copy;
    return true;
}

static bool ends_in_hdf5(const char *name)
{
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".hdf5") == 0;
}

/* All *.hdf5 of a folder and the folders below. */
static bool find_files(state *s, const char *folder, int depth, ss_error *error)
{
    enum { max_depth = 16 };
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, NULL, alphasort);
    bool valid = n >= 0;
    if (!valid)
        ss_error_set(error, SS_ERROR_DATA, "cannot read the folder %.400s", folder);
    for (int k = 0; k < n; ++k) {
        char path[SS_PATH_SIZE];
        struct stat status;
        const char *const name = entries[k]->d_name;
        valid = valid && (name[0] == '.' || ss_path_join(path, sizeof path, folder, name, error));
        if (valid && name[0] != '.' && stat(path, &status) == 0) {
            if (S_ISDIR(status.st_mode) && depth < max_depth)
                valid = find_files(s, path, depth + 1, error);
            else if (S_ISREG(status.st_mode) && ends_in_hdf5(name))
                valid = add_file(s, path, error);
        }
        free(entries[k]);
    }
    free(entries);
    return valid;
}

/* The part of a path below the folder it was found in. */
static const char *short_name(const ss_field_job *job, const char *path)
{
    for (size_t k = 0; k < job->n_folders; ++k) {
        char folder[SS_PATH_SIZE];
        ss_error ignored = {.code = SS_ERROR_NONE};
        if (!folder_of(folder, sizeof folder, job->folders[k], &ignored))
            continue;
        const size_t length = strlen(folder);
        if (strncmp(path, folder, length) == 0)
            return path + length + strspn(path + length, "/");
    }
    return path;
}

/* Everything of every file, tolerance and contender, in this order: no run is left out, though it
 * be the same as another. */
static bool make_plan(const state *s, ss_campaign_plan *plan, ss_error *error)
{
    const ss_field_job *const job = s->job;
    char rho_bar[32], max_sweeps[40], tols[SS_FIELD_MAX][32], *tolerances[SS_FIELD_MAX];
    char *const set[] = {rho_bar, max_sweeps};
    ss_campaign_spec_problem *const problems = calloc(s->n_files, sizeof *problems);
    ss_campaign_texts names = {.n = 0}, solvers = {.n = 0};
    bool ok = problems != NULL ||
              ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu files", s->n_files);
    ok = ok && ss_campaign_texts_split(&solvers, job->solvers, error);
    snprintf(rho_bar, sizeof rho_bar, "rho-bar=%.20s", job->rho_bar);
    snprintf(max_sweeps, sizeof max_sweeps, "max-sweeps=%zu", job->max_sweeps);
    for (size_t k = 0; k < job->n_tols; ++k) {
        snprintf(tols[k], sizeof tols[k], "%.17g", job->tols[k]);
        tolerances[k] = tols[k];
    }
    for (size_t k = 0; ok && k < s->n_files; ++k) {
        char name[SS_PATH_SIZE + 8];
        const int length = snprintf(name, sizeof name, "file:%s", s->files[k]);
        ok = ss_campaign_texts_add(&names, name, (size_t)length, error);
        if (ok)
            problems[k] = (ss_campaign_spec_problem){.name = names.at[k], .set = set, .n_set = 2};
    }
    const ss_campaign_spec spec = {.problems = problems,
                                   .n_problems = (unsigned)s->n_files,
                                   .solvers = solvers.at,
                                   .n_solvers = (unsigned)solvers.n,
                                   .tolerances = tolerances,
                                   .n_tolerances = (unsigned)job->n_tols,
                                   .stop = job->stop,
                                   .as_asked = true};
    ok = ok && ss_campaign_plan_make(plan, &spec, error);
    ss_campaign_texts_free(&names);
    ss_campaign_texts_free(&solvers);
    free(problems);
    return ok;
}

static ss_field_row row_of(const state *s, const ss_campaign_stored_run *run, size_t file,
                           size_t contender)
{
    const ss_summary_row *const in = &run->row;
    return (ss_field_row){.problem = short_name(s->job, s->files[file]),
                          .contacts = in->contacts_last,
                          .solver = ss_choice_solver_label(&s->job->contenders->at[contender]),
                          .stop = in->stop,
                          .tol = in->tol,
                          .status = in->status,
                          .sweeps = in->sweeps_last,
                          .e1 = in->e1,
                          .e1_max = in->e1_max,
                          .e1_floor = in->e1_floor,
                          .siconos_rel = in->siconos_rel,
                          .abh_rel = in->abh_rel,
                          .pen_true_m_per_s = in->pen_true_last_m_per_s,
                          .error_claimed = in->error_claimed,
                          .cpu_s = in->cpu_s,
                          .wall_s = in->wall_s,
                          .message = in->message};
}

/* The name of a trial, from the plan. */
typedef struct hash {
    char text[SS_HASH_SIZE];
} hash;

/* The finished trials by tolerance, file, contender. */
static bool write_rows(const state *s, const hash *hashes, const ss_campaign_stored_runs *stored,
                       ss_error *error)
{
    const size_t n_tols = s->job->n_tols, n_solvers = s->job->contenders->n;
    size_t n = 0;
    ss_field_row *const rows = calloc(s->n_files * n_tols * n_solvers, sizeof *rows);
    if (rows == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the rows of the field");
    for (size_t t = 0; t < n_tols; ++t)
        for (size_t f = 0; f < s->n_files; ++f)
            for (size_t c = 0; c < n_solvers; ++c) {
                const ss_campaign_stored_run *const run = ss_campaign_stored_runs_find(
                    stored, hashes[(f * n_tols + t) * n_solvers + c].text);
                if (run != NULL)
                    rows[n++] = row_of(s, run, f, c);
            }
    const bool written = ss_field_report_write(s->job->folder, rows, n, n_solvers, error);
    free(rows);
    return written;
}

static bool run_and_report(const state *s, ss_error *error)
{
    ss_campaign_plan plan = {.n = 0};
    ss_campaign_stored_runs stored = {.n = 0};
    ss_error outcome = {.code = SS_ERROR_NONE};
    ss_campaign campaign = s->job->campaign;
    campaign.what = "field";
    campaign.hasty = true;
    bool ok = make_plan(s, &plan, error);
    hash *const hashes = calloc(plan.n + 1, sizeof *hashes);
    for (size_t k = 0; hashes != NULL && k < plan.n; ++k)
        memcpy(hashes[k].text, plan.runs[k].hash, sizeof hashes[k].text);
    ok = ok && (hashes != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the field"));
    ok = ok && ss_campaign_fill(&campaign, &plan, s->job->folder, &stored, error);
    if (stored.by_hash != NULL && !write_rows(s, hashes, &stored, &outcome))
        ok = ss_error_set(error, outcome.code, "%s", outcome.text);
    free(hashes);
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_plan_free(&plan);
    return ok;
}

bool ss_field_run(const ss_field_job *job, ss_error *error)
{
    state s = {.job = job};
    bool complete = true;
    for (size_t k = 0; complete && k < job->n_folders; ++k) {
        char folder[SS_PATH_SIZE];
        complete = folder_of(folder, sizeof folder, job->folders[k], error) &&
                   find_files(&s, folder, 0, error);
    }
    if (complete && s.n_files == 0)
        complete = ss_error_set(error, SS_ERROR_DATA, "no *.hdf5 in %.400s", job->folders[0]);
    complete = complete && run_and_report(&s, error);
    for (size_t k = 0; k < s.n_files; ++k)
        free(s.files[k]);
    free(s.files);
    return complete;
}
