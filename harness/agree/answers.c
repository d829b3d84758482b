/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/agree/agree.h"

#include "problems/files/source.h"
#include "solvers/sphere/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ss_agree_distance_of(ss_agree_distance *distance, const ss_problem *problem, const double *r,
                          const double *other, ss_error *error)
{
    const size_t n = 3 * problem->n_contacts;
    double *const dr = calloc(4 * n + ss_operator_state_length(problem) + 1, sizeof *dr);
    double energy = 0.0, all = 0.0, change = 0.0, size = 0.0;
    *distance = (ss_agree_distance){NAN, 0.0, NAN};
    if (dr == NULL)
        return ss_error_memory(error, "%zu contacts", n / 3);
    double *const u = dr + n, *const v = u + n, *const state = v + 2 * n;
    ss_whole_image(u, state, NULL, problem, r);
    ss_whole_image(v, state, NULL, problem, other);
    for (size_t c = 0; c < n / 3; ++c) {
        double du[3];
        ss_sub3(du, v + 3 * c, u + 3 * c);
        distance->velocity = fmax(distance->velocity, ss_norm(du));
    }
    for (size_t k = 0; k < n; ++k) {
        dr[k] = other[k] - r[k];
        energy += dr[k] * (v[k] - u[k]);
        all += r[k] * (u[k] - problem->q[k]);
        change += dr[k] * dr[k];
        size += r[k] * r[k];
    }
    free(dr);
    if (all > 0.0) /* what is 0 but for rounding may be negative; its size is what can be told */
        distance->apart = sqrt(fabs(energy) / all);
    if (size > 0.0)
        distance->impulses = sqrt(change / size);
    return true;
}

/* The impulses of one solver in the table; to be freed. NULL: it has other contacts, or an error.
 */
static double *read_impulses(const ss_csv *csv, const char *solver, size_t n_contacts,
                             ss_error *error)
{
    double *const r = calloc(3 * n_contacts + 1, sizeof *r);
    size_t n = 0;
    bool ok = r != NULL || ss_error_memory(error, "the impulses of %s", solver);
    for (size_t k = 0; ok && k < csv->n_rows; ++k) {
        ss_impulses_row row;
        ok = ss_impulses_row_read(csv, k, &row, error);
        if (!ok || strcmp(row.solver, solver) != 0)
            continue;
        if (row.contact >= n_contacts)
            ok = ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: contact %zu of %zu", csv->path,
                              ss_csv_line(csv, k), row.contact, n_contacts);
        if (ok)
            memcpy(r + 3 * row.contact, (double[3]){row.r_n_ns, row.r_t1_ns, row.r_t2_ns},
                   3 * sizeof *r);
        n += ok;
    }
    if (ok && n != n_contacts)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s has %zu contacts of %s, the problem %zu",
                          csv->path, n, solver, n_contacts);
    if (ok)
        return r;
    free(r);
    return NULL;
}

static const ss_report_column answers_columns[] = {
    {"problem", SS_REPORT_HEADING, false}, {"solver", SS_REPORT_LEFT, false},
    {"E1", SS_REPORT_NUMBER, false},       {"kernel", SS_REPORT_RIGHT, false},
    {"apart", SS_REPORT_NUMBER, false},    {"u apart (m/s)", SS_REPORT_NUMBER, false},
    {"r apart", SS_REPORT_NUMBER, false}};

/* The impulses that move nothing; SIZE_MAX: not looked for. */
static bool find_kernel(size_t *kernel, const ss_problem *problem, ss_error *error)
{
    size_t rank = 0;
    ss_block_problem *const blocks =
        problem->form == SS_FORM_BLOCKS ? NULL : ss_block_problem_from_body(problem, error);
    const bool found =
        (problem->form == SS_FORM_BLOCKS || blocks != NULL) &&
        ss_frozen_rank(&rank, blocks != NULL ? ss_block_problem_view(blocks) : problem, 3, error);
    *kernel = rank == SIZE_MAX ? SIZE_MAX : 3 * problem->n_contacts - rank;
    ss_block_problem_free(blocks);
    return found;
}

/* Another code leaves none. */
static bool has_impulses(const ss_csv *csv, const char *solver)
{
    for (size_t k = 0; k < csv->n_rows; ++k) {
        const char *const of = ss_csv_text(csv, k, "solver");
        if (of != NULL && strcmp(of, solver) == 0)
            return true;
    }
    return false;
}

static void add_answer(ss_report_sheet *sheet, const ss_summary_row *row, const char *label,
                       size_t kernel, const ss_agree_distance *distance)
{
    ss_report_cells(sheet, row->problem, label, NULL);
    ss_report_number(sheet, row->e1, 3, "-");
    if (kernel == SIZE_MAX)
        ss_report_cells(sheet, "not looked for", NULL);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", kernel);
    ss_report_number(sheet, distance->apart, 3, "-");
    ss_report_number(sheet, distance->velocity, 3, "-");
    ss_report_number(sheet, distance->impulses, 3, "-");
}

/* A row a solver of the folder, on its problem. */
static bool add_rows(ss_report_sheet *sheet, const ss_summary *summary, const ss_csv *csv,
                     const ss_problem *problem, const char *against, ss_error *error)
{
    size_t kernel = 0;
    const size_t n = problem->n_contacts;
    double *const r = read_impulses(csv, against, n, error);
    bool ok = r != NULL && find_kernel(&kernel, problem, error);
    for (size_t k = 0; ok && k < summary->n; ++k) {
        const ss_summary_row *const row = &summary->records[k].row;
        ss_agree_distance distance;
        char *const label = ss_agree_label(summary, row);
        ok = label != NULL || ss_error_memory(error, "a label");
        if (ok && has_impulses(csv, label)) {
            double *const other = read_impulses(csv, label, n, error);
            ok = other != NULL && ss_agree_distance_of(&distance, problem, r, other, error);
            free(other);
            if (ok)
                add_answer(sheet, row, label, kernel, &distance);
        }
        free(label);
    }
    free(r);
    return ok;
}

/* The problem is posed anew from what the rows say of it: velocities come from r alone. */
static bool add_folder(ss_report_sheet *sheet, const ss_agree_scope *scope, size_t k,
                       const ss_summary *summary, ss_error *error)
{
    const ss_summary_row *const first = &summary->records[0].row;
    char path[SS_PATH_SIZE];
    ss_problem_choice choice = {.entry = NULL};
    ss_source source = {.problem = NULL};
    const ss_problem *problem = NULL;
    ss_csv csv = {.n_rows = 0};
    const bool ok =
        ss_agree_path(path, scope, k, "impulses.csv", error) && ss_csv_read(&csv, path, error) &&
        ss_problem_choice_parse(&choice, first->problem, error) &&
        ss_problem_choice_set_list(&choice, first->parameters, error) &&
        ss_source_open(&source, &choice, error) && ss_source_begin(&source, SS_GUESS_COLD, error) &&
        ss_source_pose(&source, &problem, error) &&
        add_rows(sheet, summary, &csv, problem, scope->against, error);
    ss_source_close(&source);
    ss_problem_choice_free(&choice);
    ss_csv_free(&csv);
    return ok;
}

bool ss_agree_add_answers(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error)
{
    bool ok = true, begun = false;
    for (size_t k = 0; ok && k < scope->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        ss_summary summary;
        ok = ss_agree_summary(&summary, scope, k, error) &&
             ss_agree_path(path, scope, k, "impulses.csv", error);
        if (ok && strncmp(summary.records[0].row.problem, "file:", 5) == 0 &&
            access(path, F_OK) == 0) {
            if (!begun)
                SS_REPORT_COLUMNS(sheet, "answers", answers_columns);
            begun = true;
            ok = add_folder(sheet, scope, k, &summary, error);
        }
        ss_summary_free(&summary);
    }
    if (ok && begun)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "Answers from that of %s. kernel: directions of impulses that move nothing; "
                      "unless it is 0, r is not unique, and what must agree is `apart`, the "
                      "resultants on the bodies over their masses, in energy, over those of %s.",
                      scope->against, scope->against);
    return ok;
}
