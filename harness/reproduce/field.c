/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/field.h"

#include "harness/campaign/grid.h"
#include "harness/report/sheet.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "solvers/base/outcome.h"

#include <fts.h>
#include <math.h>
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

/* Add the folder that a name stands for: a collection's, or the name itself. */
static bool add_folder(state *s, const char *name, ss_error *error)
{
    char path[SS_PATH_SIZE];
    const char *folder = name;
    for (size_t k = 0; ss_collection_at(k) != NULL; ++k)
        if (strcmp(name, ss_collection_at(k)->name) == 0) {
            folder = path;
            if (!ss_home_path(path, sizeof path, ss_collection_at(k)->folder, error))
                return false;
        }
    return ss_campaign_texts_add(&s->folders, error, "%s", folder);
}

static bool add_file(state *s, const FTSENT *file, ss_error *error)
{
    const char *const ending = strrchr(file->fts_name, '.');
    if (ending == NULL || strcmp(ending, ".hdf5") != 0)
        return true;
    return ss_campaign_texts_add(&s->problems, error, "%s%s", prefix, file->fts_path);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Add all *.hdf5 of a folder and the folders below; what is hidden is passed over. */
static bool find_files(state *s, char *folder, ss_error *error)
{
    char *const roots[] = {folder, NULL};
    FTS *const tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    FTSENT *entry = NULL;
    bool valid = tree != NULL;
    while (valid && (entry = fts_read(tree)) != NULL) {
        const bool is_root = entry->fts_level == FTS_ROOTLEVEL;
        if (!is_root && entry->fts_name[0] == '.')
            fts_set(tree, entry, FTS_SKIP);
        else if (!is_root && entry->fts_info == FTS_F)
            valid = add_file(s, entry, error);
        else if (entry->fts_info == FTS_DNR)
            valid = false;
        else if (is_root)
            valid = entry->fts_info == FTS_D || entry->fts_info == FTS_DP;
    }
    if (tree != NULL)
        fts_close(tree);
    return valid || ss_error_set(error, SS_ERROR_DATA, "cannot read the folder %.400s", folder);
}

/* The part of a file's path below the folder it was found in. */
static const char *short_name(const state *s, size_t file)
{
    const char *const path = s->problems.at[file] + strlen(prefix);
    size_t length = 0;
    for (size_t k = 0; length == 0 && k < s->folders.n; ++k)
        if (strncmp(path, s->folders.at[k], strlen(s->folders.at[k])) == 0)
            length = strlen(s->folders.at[k]);
    return path + length + strspn(path + length, length > 0 ? "/" : "");
}

/* Everything of every file, tolerance and contender, in this order: no run is left out, though it
 * be the same as another. */
static bool make_plan(const state *s, ss_campaign_plan *plan, ss_error *error)
{
    const ss_field_job *const job = s->job;
    ss_campaign_spec_problem *const problems = calloc(s->problems.n, sizeof *problems);
    ss_campaign_texts solvers = {.n = 0}, set = {.n = 0}, tolerances = {.n = 0};
    bool ok = problems != NULL ||
              ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu files", s->problems.n);
    ok = ok && ss_campaign_texts_split(&solvers, job->solvers, error) &&
         ss_campaign_texts_add(&set, error, "rho-bar=%s", job->rho_bar) &&
         ss_campaign_texts_add(&set, error, "max-sweeps=%zu", job->max_sweeps);
    for (size_t k = 0; ok && k < job->n_tols; ++k)
        ok = ss_campaign_texts_add(&tolerances, error, "%.17g", job->tols[k]);
    for (size_t k = 0; ok && k < s->problems.n; ++k)
        problems[k] = (ss_campaign_spec_problem){.name = s->problems.at[k], .set = set.at};
    const ss_campaign_spec spec = {.problems = problems,
                                   .n_problems = s->problems.n,
                                   .solvers = solvers.at,
                                   .tolerances = tolerances.at,
                                   .stop = job->stop,
                                   .as_asked = true};
    ok = ok && ss_campaign_plan_make(plan, &spec, error);
    ss_campaign_texts_free(&solvers);
    ss_campaign_texts_free(&set);
    ss_campaign_texts_free(&tolerances);
    free(problems);
    return ok;
}

/* ---- the tables ---- */

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

/* ---- for people ---- */

/* "140 (3e-9) 0.02 s" when solved: sweeps, E1 and CPU time; otherwise the status, with E1 where
 * there is one. */
static void add_cell(ss_report_sheet *sheet, const ss_field_row *row)
{
    if (solved(row)) {
        ss_report_add(sheet, SS_REPORT_CELL, "%zu (%.1e) %.1g s", row->sweeps, row->e1, row->cpu_s);
        return;
    }
    ss_report_cells(sheet, row->status, NULL);
    if (!isnan(row->e1))
        ss_report_append(sheet, " (%.1e)", row->e1);
}

/* End a row after `n` solvers. */
static void end_row(ss_report_sheet *sheet, const table *t, size_t n)
{
    for (; n < t->n_solvers; ++n)
        ss_report_cells(sheet, "", NULL);
}

static void add_problems(ss_report_sheet *sheet, const table *t, size_t i)
{
    do {
        ss_report_cells(sheet, t->rows[i].problem, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", t->rows[i].contacts);
        for (size_t s = 0; s < solvers_at(t, i); ++s)
            add_cell(sheet, &t->rows[i + s]);
        end_row(sheet, t, solvers_at(t, i));
        i += t->n_solvers;
    } while (i < t->n && !begins_tolerance(t, i));
}

static void add_rates(ss_report_sheet *sheet, const table *t, size_t i)
{
    for (size_t k = 0; k < n_classes; ++k) {
        ss_report_add(sheet, k == 0 ? SS_REPORT_RULED : SS_REPORT_CELL, "solved, %s",
                      classes[k].name);
        ss_report_cells(sheet, "contacts", NULL);
        for (size_t s = 0; s < solvers_at(t, i); ++s) {
            const ss_rates_row rate = rate_of(t, t->rows[i + s].solver, t->rows[i].tol, k);
            ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", rate.solved, rate.problems);
        }
        end_row(sheet, t, solvers_at(t, i));
    }
}

/* `columns`: room for n_solvers + 2. */
static void fill_sheet(ss_report_sheet *sheet, const table *t, ss_report_column *columns)
{
    columns[0] = (ss_report_column){"problem", SS_REPORT_LEFT, false};
    columns[1] = (ss_report_column){"contacts", SS_REPORT_RIGHT, false};
    for (size_t s = 0; s < t->n_solvers; ++s)
        columns[2 + s] =
            (ss_report_column){s < t->n ? t->rows[s].solver : "", SS_REPORT_RIGHT, false};
    ss_report_add(sheet, SS_REPORT_TITLE, "Solvers of the field on frozen problems");
    for (size_t i = 0; i < t->n; ++i) {
        if (!begins_tolerance(t, i))
            continue;
        ss_report_add(sheet, SS_REPORT_SECTION,
                      "Frozen problems, tolerance %g, stopped by %s, rho_bar %s", t->rows[i].tol,
                      t->rows[i].stop, t->rows[i].rho_bar);
        ss_report_table(sheet, columns, t->n_solvers + 2);
        add_problems(sheet, t, i);
        add_rates(sheet, t, i);
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "A cell is `sweeps (E1) CPU time` where the status is solved, else the "
                      "status. E1 is the referee's own, from r and the file; outside codes count "
                      "their own iterations. All residuals are in field.csv.");
    }
}

static bool write_sheet(const char *folder, const table *t, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_column *const columns = calloc(t->n_solvers + 2, sizeof *columns);
    if (columns == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the table of the field");
    fill_sheet(&sheet, t, columns);
    const bool written = ss_report_write(&sheet, &ss_report_markdown, folder, "field", error) &&
                         ss_report_write(&sheet, &ss_report_latex, folder, "field", error);
    ss_report_free(&sheet);
    free(columns);
    return written;
}

/* Write field.csv, rates.csv, field.md and field.tex into `folder`, each whole or not at all. Rows
 * are ordered by tolerance, problem, solver; `n_solvers` rows of one problem and tolerance follow
 * each other. */
static bool write_report(const char *folder, const ss_field_row *rows, size_t n, size_t n_solvers,
                         ss_error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *out, const table *t);
    } files[] = {{"field.csv", write_field}, {"rates.csv", write_rates}};
    const table t = {rows, n, n_solvers};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        ss_output output = {0};
        if (!ss_output_open(&output, folder, files[k].name, error))
            return false;
        files[k].write(output.file, &t);
        if (!ss_output_close(&output, error))
            return false;
    }
    return write_sheet(folder, &t, error);
}

/* ---- from the runs to the tables ---- */

/* Most columns are those of summary.csv. */
static bool read_row(ss_field_row *row, const state *s, const ss_campaign_stored_run *run,
                     size_t file, size_t contender, ss_error *error)
{
    const bool read = ss_field_row_read(&run->file, 0, row, error);
    row->problem = short_name(s, file);
    row->contacts = run->row.contacts_last;
    row->solver = ss_choice_solver_label(&s->job->contenders->at[contender]);
    row->sweeps = run->row.sweeps_last;
    row->pen_true_m_per_s = run->row.pen_true_last_m_per_s;
    row->rho_bar = s->job->rho_bar;
    return read;
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
    ss_field_row *const rows = calloc(s->problems.n * n_tols * n_solvers, sizeof *rows);
    if (rows == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the rows of the field");
    bool written = true;
    for (size_t t = 0; t < n_tols; ++t)
        for (size_t f = 0; f < s->problems.n; ++f)
            for (size_t c = 0; c < n_solvers; ++c) {
                const ss_campaign_stored_run *const run = ss_campaign_stored_runs_find(
                    stored, hashes[(f * n_tols + t) * n_solvers + c].text);
                if (run != NULL)
                    written = read_row(&rows[n++], s, run, f, c, error) && written;
            }
    written = written && write_report(s->job->folder, rows, n, n_solvers, error);
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
    if (stored.read && !write_rows(s, hashes, &stored, &outcome))
        ok = ss_error_set(error, outcome.code, "%s", outcome.text);
    free(hashes);
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_plan_free(&plan);
    return ok;
}

bool ss_field_run(const ss_field_job *job, ss_error *error)
{
    state s = {.job = job};
    bool ok = true;
    for (size_t k = 0; ok && k < job->n_folders; ++k)
        ok = add_folder(&s, job->folders[k], error) && find_files(&s, s.folders.at[k], error);
    if (ok && s.problems.n == 0)
        ok = ss_error_set(error, SS_ERROR_DATA, "no *.hdf5 in %.400s", job->folders[0]);
    ok = ok && run_and_report(&s, error);
    ss_campaign_texts_free(&s.folders);
    ss_campaign_texts_free(&s.problems);
    return ok;
}
