/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/field.h"

#include "harness/run/choice.h"
#include "harness/reproduce/field_report.h"
#include "harness/process/interrupt.h"
#include "problems/base/child.h"
#include "harness/tables/output.h"
#include "harness/process/pool.h"
#include "harness/tables/home.h"
#include "harness/tables/provenance.h"
#include "harness/run/trial.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What one trial hands back to the parent, in shared memory. */
typedef struct slot {
    bool done;
    size_t contacts;
    ss_trial_result result;
} slot;

typedef struct state {
    const ss_field_job *job;
    char **files; /* sorted paths */
    size_t n_files, n_trials;
    slot *slots; /* n_trials, shared: tolerance, then file, then contender */
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

/* Trial k: which contender, file and tolerance. */
static void place_of(const state *s, size_t k, size_t *tol, size_t *file, size_t *contender)
{
    const size_t n = s->job->contenders->n;
    *contender = k % n;
    *file = k / n % s->n_files;
    *tol = k / n / s->n_files;
}

static bool open_file(ss_frozen *frozen, const ss_field_job *job, const char *path, ss_error *error)
{
    char name[SS_PATH_SIZE + 8];
    ss_problem_choice choice = {.entry = NULL};
    snprintf(name, sizeof name, "file:%s", path);
    const bool opened = ss_problem_choice_parse(&choice, name, error) &&
                        ss_options_set(&choice.entry->params, choice.params, "field", "rho-bar",
                                       job->rho_bar, error) &&
                        ss_frozen_open(frozen, path, choice.params, error);
    ss_problem_choice_free(&choice);
    return opened;
}

/* One trial, in a worker process of the pool; the contender gets a child of its own. */
static int work(size_t k, volatile double *progress, void *context)
{
    const state *const s = context;
    size_t tol = 0, file = 0, contender = 0;
    ss_error error = {.code = SS_ERROR_NONE};
    ss_frozen frozen = {.rho_bar = NULL};
    slot *const out = &s->slots[k];
    (void)progress;
    place_of(s, k, &tol, &file, &contender);
    if (open_file(&frozen, s->job, s->files[file], &error)) {
        const ss_trial trial = {.solver = &s->job->contenders->at[contender],
                                .problem = &frozen.problem,
                                .stop = s->job->stop,
                                .tol = s->job->tols[tol],
                                .max_sweeps = s->job->max_sweeps,
                                .timeout_s = s->job->timeout_s,
                                .memory_bytes = s->job->memory_bytes};
        out->contacts = frozen.problem.n_contacts;
        ss_trial_run(&trial, &out->result, &error);
    }
    ss_frozen_free(&frozen);
    if (error.code == SS_ERROR_INTERRUPTED)
        return ss_error_exit_code(error.code);
    if (error.code != SS_ERROR_NONE) {
        ss_trial_no_result(&out->result);
        snprintf(out->result.message, sizeof out->result.message, "%.255s", error.text);
    }
    out->done = true;
    return 0;
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

static ss_field_row row_of(const state *s, size_t k)
{
    size_t tol = 0, file = 0, contender = 0;
    const slot *const in = &s->slots[k];
    const ss_solve_report *const report = &in->result.report;
    place_of(s, k, &tol, &file, &contender);
    return (ss_field_row){.problem = short_name(s->job, s->files[file]),
                          .contacts = in->contacts,
                          .solver = ss_choice_solver_label(&s->job->contenders->at[contender]),
                          .stop = s->job->stop != NULL ? s->job->stop->name : "eps",
                          .tol = s->job->tols[tol],
                          .status = ss_outcome_name(in->result.outcome),
                          .sweeps = in->result.sweeps,
                          .e1 = report->e1,
                          .e1_max = report->e1_max,
                          .e1_floor = report->e1_floor,
                          .siconos_rel = report->siconos_rel,
                          .abh_rel = report->abh_rel,
                          .pen_true_m_per_s = report->pen_true,
                          .error_claimed = in->result.error_claimed,
                          .cpu_s = in->result.cpu_s,
                          .wall_s = in->result.wall_s,
                          .message = in->result.message};
}

static bool write_rows(const state *s, ss_error *error)
{
    size_t n = 0;
    ss_field_row *const rows = calloc(s->n_trials + 1, sizeof *rows);
    if (rows == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu rows", s->n_trials);
    for (size_t k = 0; k < s->n_trials; ++k)
        if (s->slots[k].done)
            rows[n++] = row_of(s, k);
    const bool written =
        ss_field_report_write(s->job->folder, rows, n, s->job->contenders->n, error);
    free(rows);
    return written;
}

static bool run_trials(state *s, ss_error *error)
{
    const ss_field_job *const job = s->job;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int *const exit_codes = calloc(s->n_trials + 1, sizeof *exit_codes);
    if (exit_codes == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu trials", s->n_trials);
    const ss_pool pool = {.what = "field",
                          .n_jobs = s->n_trials,
                          .n_parallel =
                              job->n_jobs > 0 ? job->n_jobs : (size_t)(cores > 0 ? cores : 1),
                          .work = work,
                          .context = s,
                          .exit_codes = exit_codes};
    ss_pool_run(&pool, error);
    free(exit_codes);
    return error->code == SS_ERROR_NONE;
}

/* A worker that died (its contender cannot do that to it) still leaves a row. */
static void mark_lost(state *s)
{
    for (size_t k = 0; k < s->n_trials && !ss_interrupted(); ++k) {
        if (s->slots[k].done)
            continue;
        ss_trial_no_result(&s->slots[k].result);
        snprintf(s->slots[k].result.message, sizeof s->slots[k].result.message,
                 "the worker process was lost");
        s->slots[k].done = true;
    }
}

static bool run_and_report(state *s, ss_error *error)
{
    const ss_field_job *const job = s->job;
    ss_error outcome = {.code = SS_ERROR_NONE};
    const size_t size = (s->n_trials + 1) * sizeof *s->slots;
    s->slots = ss_child_share(size, error);
    if (s->slots == NULL)
        return false;
    bool complete = ss_output_make_folder(job->folder, error) &&
                    ss_provenance_write(job->folder, job->argc, job->argv, error);
    if (complete) {
        complete = run_trials(s, error);
        mark_lost(s);
        if (!write_rows(s, &outcome))
            complete = ss_error_set(error, outcome.code, "%s", outcome.text);
    }
    ss_child_unshare(s->slots, size);
    return complete;
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
    s.n_trials = s.n_files * job->n_tols * job->contenders->n;
    complete = complete && run_and_report(&s, error);
    for (size_t k = 0; k < s.n_files; ++k)
        free(s.files[k]);
    free(s.files);
    return complete;
}
