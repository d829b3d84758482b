/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/records/board.h"

#include "harness/catalogue/library.h"
#include "harness/run/referee.h"
#include "harness/tables/home.h"
#include "harness/tables/label.h"
#include "problems/files/frozen.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_DIGITS = 16 }; /* of a file's hash in the name of its witness */

const char *ss_record_state(double e1)
{
    return e1 <= SS_RECORD_SOLVED ? "solved" : e1 <= SS_RECORD_HARD ? "hard" : "open";
}

bool ss_board_read(ss_board *board, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *board = (ss_board){.n = 0};
    const bool placed = folder != NULL
                            ? ss_path_join(board->folder, SS_PATH_SIZE, "", folder, error)
                            : ss_home_path(board->folder, SS_PATH_SIZE, "results/records", error);
    if (!placed || !ss_path_join(path, sizeof path, board->folder, "records.csv", error))
        return false;
    if (access(path, F_OK) != 0)
        return access(board->folder, F_OK) == 0 ||
               ss_error_set(error, SS_ERROR_DATA, "there is no folder %s", board->folder);
    board->rows =
        ss_record_read_file(ss_rows_find("records"), &board->csv, path, sizeof *board->rows, error);
    board->n = board->rows != NULL ? board->csv.n_rows : 0;
    return board->rows != NULL;
}

void ss_board_free(ss_board *board)
{
    free(board->rows);
    ss_csv_free(&board->csv);
    board->rows = NULL;
    board->n = 0;
}

/* A file's problem, as its defaults have it. */
static bool open_problem(ss_frozen *frozen, const char *path, ss_error *error)
{
    ss_frozen_params params;
    ss_options_defaults(&ss_problem_file.params, &params);
    return ss_frozen_open(frozen, path, &params, error);
}

/* E1 of impulses of so many contacts. */
static bool judge(double *e1, const ss_frozen *frozen, const double *r, size_t n, ss_error *error)
{
    ss_solve_report report;
    ss_rules rules = {.tol = SS_RECORD_SOLVED, .max_sweeps = 1, .label = "record", .step = 1};
    const bool judged =
        ss_estimator_find_stop("e1", &rules.stop, error) &&
        (frozen->problem.n_contacts == n ||
         ss_error_set(error, SS_ERROR_DATA, "%zu contacts of impulses; the problem has %zu", n,
                      frozen->problem.n_contacts)) &&
        ss_referee_judge(&frozen->problem, r, &rules, &report, error);
    if (judged)
        *e1 = report.values[SS_ESTIMATE_e1];
    return judged;
}

/* ---- verify ---- */

/* The file of a record's problem: in the program's data, or in the user's library. False: not
 * here. */
static bool find_file(char path[SS_PATH_SIZE], const char *problem)
{
    char data[SS_PATH_SIZE];
    const char *const library = getenv("STICKSLIP_FCLIB");
    if (ss_home_path(data, sizeof data, "problems/data", NULL) &&
        ss_path_join(path, SS_PATH_SIZE, data, problem, NULL) && access(path, F_OK) == 0)
        return true;
    return library != NULL && ss_path_join(path, SS_PATH_SIZE, library, problem, NULL) &&
           access(path, F_OK) == 0;
}

static double *read_witness(const ss_board *board, const ss_records_row *row, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv csv = {.n_rows = 0};
    ss_witness_row *rows = NULL;
    double *r = NULL;
    if (strchr(row->witness, '/') != NULL) {
        ss_error_set(error, SS_ERROR_DATA, "%s: its witness '%s' is in another folder",
                     row->problem, row->witness);
        return NULL;
    }
    if (ss_path_join(path, sizeof path, board->folder, row->witness, error))
        rows = ss_record_read_file(ss_rows_find("witness"), &csv, path, sizeof *rows, error);
    if (rows != NULL && csv.n_rows != row->contacts)
        ss_error_set(error, SS_ERROR_DATA, "%s: %zu contacts; the record has %zu", path, csv.n_rows,
                     row->contacts);
    else if (rows != NULL && (r = calloc(3 * csv.n_rows + 1, sizeof *r)) == NULL)
        ss_error_memory(error, "%s", path);
    for (size_t c = 0; r != NULL && c < csv.n_rows; ++c) {
        r[3 * c] = rows[c].r_n_ns;
        r[3 * c + 1] = rows[c].r_t1_ns;
        r[3 * c + 2] = rows[c].r_t2_ns;
    }
    free(rows);
    ss_csv_free(&csv);
    return r;
}

/* A record whose file is at `path`. */
static bool verify_one(const ss_board *board, const ss_records_row *row, const char *path,
                       ss_error *error)
{
    char digits[SS_LIBRARY_DIGITS + 1];
    ss_frozen frozen = {.rho_bar = NULL};
    double e1 = NAN, *const r = read_witness(board, row, error);
    bool right = r != NULL && ss_library_hash(digits, path, error);
    if (right && strcmp(digits, row->sha256) != 0)
        right = ss_error_set(error, SS_ERROR_DATA,
                             "%s: the file at %s is another than the record's", row->problem, path);
    right =
        right && open_problem(&frozen, path, error) && judge(&e1, &frozen, r, row->contacts, error);
    /* sums may round otherwise on another machine */
    if (right && !(fabs(e1 - row->e1) <= 1e-3 * row->e1 + 10.0 * DBL_EPSILON))
        right = ss_error_set(error, SS_ERROR_DATA,
                             "%s: E1 of its witness %s is %.3g; the record says %.3g", row->problem,
                             row->witness, e1, row->e1);
    if (right && strcmp(row->state, ss_record_state(row->e1)) != 0)
        right = ss_error_set(error, SS_ERROR_DATA, "%s: E1 %.3g is %s; the record says '%s'",
                             row->problem, row->e1, ss_record_state(row->e1), row->state);
    ss_frozen_free(&frozen);
    free(r);
    return right;
}

bool ss_board_verify(const ss_board *board, size_t *n_here, ss_error *error)
{
    bool right = true;
    *n_here = 0;
    for (size_t k = 0; right && k < board->n; ++k) {
        char path[SS_PATH_SIZE];
        if (!find_file(path, board->rows[k].problem))
            continue;
        ++*n_here;
        right = verify_one(board, &board->rows[k], path, error);
    }
    return right;
}

/* ---- propose ---- */

/* Is one answer better than another? By a tenth of E1, above what rounding leaves; there by a tenth
 * of the work. */
static bool is_better(double e1, double work, double other_e1, double other_work)
{
    const double mine = fmax(e1, SS_RECORD_ROUNDING), other = fmax(other_e1, SS_RECORD_ROUNDING);
    return mine < 0.9 * other || (mine == other && work < 0.9 * other_work);
}

/* A problem's name on the board: below problems/data, of the library, or the file's own. */
static bool name_problem(ss_proposal *p, const char *path, ss_error *error)
{
    char data[SS_PATH_SIZE];
    const char *const inside = strstr(path, "problems/data/");
    ss_library library;
    if (!ss_library_hash(p->sha256, path, error) || !ss_library_read(&library, error))
        return false;
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    if (inside != NULL && ss_home_path(data, sizeof data, inside, NULL) && access(data, F_OK) == 0)
        name = inside + strlen("problems/data/");
    for (size_t k = 0; k < library.n; ++k)
        if (strcmp(library.files[k].sha256, p->sha256) == 0)
            name = library.files[k].path;
    const bool named = ss_path_join(p->problem, sizeof p->problem, "", name, error);
    ss_library_free(&library);
    return named;
}

/* The impulses of a solver of the run, its contacts in *n; NULL: it has none. */
static double *read_impulses(size_t *n, const ss_csv *csv, const ss_impulses_row *rows,
                             const char *solver)
{
    double *const r = calloc(3 * csv->n_rows + 1, sizeof *r);
    *n = 0;
    for (size_t k = 0; r != NULL && k < csv->n_rows; ++k) {
        if (strcmp(rows[k].solver, solver) != 0)
            continue;
        r[3 * *n] = rows[k].r_n_ns;
        r[3 * *n + 1] = rows[k].r_t1_ns;
        r[3 * (*n)++ + 2] = rows[k].r_t2_ns;
    }
    return r;
}

/* The tables of a run on a file. */
typedef struct answers {
    ss_summary summary;
    ss_csv csv;            /* impulses.csv, */
    ss_impulses_row *rows; /* and its rows; owned */
} answers;

/* Keep the best of the run's answers to the problem in *r. */
static bool choose_best(ss_proposal *p, double **r, const answers *a, const ss_frozen *frozen,
                        ss_error *error)
{
    for (size_t k = 0; k < a->summary.n; ++k) {
        const ss_summary_row *const run = &a->summary.records[k].row;
        size_t n = 0;
        double e1 = INFINITY, *const found = read_impulses(&n, &a->csv, a->rows, run->solver);
        if (found == NULL)
            return ss_error_memory(error, "impulses");
        if (n > 0 && !judge(&e1, frozen, found, n, error)) {
            free(found);
            return false;
        }
        if (n == 0 ||
            (*r != NULL && !is_better(e1, run->work_units_total, p->row.e1, p->row.work_units))) {
            free(found);
            continue;
        }
        char *const label = ss_label_contender(run->solver, run->outer);
        snprintf(p->solver, sizeof p->solver, "%s", label != NULL ? label : run->solver);
        free(label);
        free(*r);
        *r = found;
        p->row = (ss_records_row){.contacts = n,
                                  .e1 = e1,
                                  .state = ss_record_state(e1),
                                  .solver = p->solver,
                                  .work_units = run->work_units_total,
                                  .build = run->build};
    }
    return *r != NULL || ss_error_set(error, SS_ERROR_DATA, "no solver has its impulses");
}

/* The same, of the one file that all runs must be of. */
static bool find_best(ss_proposal *p, double **r, const answers *a, ss_error *error)
{
    const char *const problem = a->summary.records[0].row.problem;
    ss_frozen frozen = {.rho_bar = NULL};
    for (size_t k = 1; k < a->summary.n; ++k)
        if (strcmp(a->summary.records[k].row.problem, problem) != 0)
            return ss_error_set(error, SS_ERROR_DATA, "its runs are of several problems: %s, %s",
                                problem, a->summary.records[k].row.problem);
    const bool found = open_problem(&frozen, ss_frozen_path(problem), error) &&
                       choose_best(p, r, a, &frozen, error);
    ss_frozen_free(&frozen);
    return found;
}

/* The row beside that of the board: better, or the first. */
static void compare(ss_proposal *p, const ss_board *board)
{
    p->before = NULL;
    for (size_t k = 0; k < board->n; ++k)
        if (strcmp(board->rows[k].sha256, p->sha256) == 0)
            p->before = &board->rows[k];
    p->better = p->before == NULL ||
                is_better(p->row.e1, p->row.work_units, p->before->e1, p->before->work_units);
}

bool ss_board_propose(ss_proposal *p, double **r, const ss_board *board, const char *folder,
                      ss_error *error)
{
    char found[SS_PATH_SIZE], path[SS_PATH_SIZE];
    answers a = {.rows = NULL};
    *p = (ss_proposal){.better = false};
    *r = NULL;
    bool done = ss_summary_folder(found, folder, error) &&
                ss_path_join(path, sizeof path, found, "summary.csv", error) &&
                ss_summary_read(&a.summary, path, "work_units_total,build", error) &&
                ss_path_join(path, sizeof path, found, "impulses.csv", error) &&
                (access(path, F_OK) == 0 ||
                 ss_error_set(error, SS_ERROR_DATA, "%s has no impulses.csv: run with --impulses",
                              folder)) &&
                (a.rows = ss_record_read_file(ss_rows_find("impulses"), &a.csv, path,
                                              sizeof *a.rows, error)) != NULL;
    if (done && (a.summary.n == 0 || ss_frozen_path(a.summary.records[0].row.problem) == NULL))
        done = ss_error_set(error, SS_ERROR_DATA, "%s is of no file: records are of file:PATH",
                            folder);
    done = done && find_best(p, r, &a, error) &&
           name_problem(p, ss_frozen_path(a.summary.records[0].row.problem), error);
    if (done) {
        snprintf(p->witness, sizeof p->witness, "%.*s-witness.csv", NAME_DIGITS, p->sha256);
        compare(p, board);
        /* texts that outlive the tables */
        p->row.problem = p->problem;
        p->row.sha256 = p->sha256;
        p->row.witness = p->witness;
        snprintf(p->build, sizeof p->build, "%s", p->row.build);
        p->row.build = p->build;
    }
    free(a.rows);
    ss_csv_free(&a.csv);
    ss_summary_free(&a.summary);
    return done;
}

static int by_problem(const void *a, const void *b)
{
    return strcmp(((const ss_records_row *)a)->problem, ((const ss_records_row *)b)->problem);
}

bool ss_board_take(const ss_board *board, const ss_proposal *p, const double *r, ss_error *error)
{
    const size_t n = board->n + (p->before == NULL ? 1 : 0);
    ss_witness_row *const witness = calloc(p->row.contacts + 1, sizeof *witness);
    ss_records_row *const rows = calloc(n + 1, sizeof *rows);
    ss_output output = {0};
    bool taken = (witness != NULL && rows != NULL) || ss_error_memory(error, "a record");
    for (size_t k = 0; taken && k < board->n; ++k)
        rows[k] = &board->rows[k] == p->before ? p->row : board->rows[k];
    if (taken && p->before == NULL)
        rows[board->n] = p->row;
    if (taken)
        qsort(rows, n, sizeof *rows, by_problem);
    taken = taken && ss_output_open(&output, board->folder, p->witness, error);
    if (taken) {
        const ss_table *const table = ss_rows_find("witness");
        ss_rows_header(table, output.file);
        for (size_t c = 0; c < p->row.contacts; ++c) {
            const ss_witness_row row = {r[3 * c], r[3 * c + 1], r[3 * c + 2]};
            ss_rows_write(table, output.file, &row);
        }
        taken = ss_output_close(&output, error) &&
                ss_rows_write_file(ss_rows_find("records"), board->folder, rows, n, sizeof *rows,
                                   error);
    }
    ss_output_discard(&output);
    free(witness);
    free(rows);
    return taken;
}
