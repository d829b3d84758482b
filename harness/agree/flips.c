/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/agree/agree.h"

#include "harness/tables/status.h"
#include "problems/base/memory.h"
#include "problems/contact/cone.h"

#include <stdlib.h>
#include <string.h>

/* A contact of a step as the last sweep left it, and who left it so. */
typedef struct standing {
    size_t step, contact;
    unsigned char status, other; /* NONE, or an ss_zone: of the reference, of the solver */
} standing;

enum { NONE = 255 };

/* Those that are known; rows of a table come by step, contacts of a step in turn. */
typedef struct standings {
    standing *at; /* owned */
    size_t n, room;
} standings;

static int by_contact(const void *left, const void *right)
{
    const standing *const a = left, *const b = right;
    return a->step != b->step ? (a->step > b->step) - (a->step < b->step)
                              : (a->contact > b->contact) - (a->contact < b->contact);
}

/* Note a row: the first sweep of the reference makes a contact known, all later ones change it. */
static bool note(standings *s, const standing *row, ss_error *error)
{
    standing *found = s->n > 0 ? bsearch(row, s->at, s->n, sizeof *s->at, by_contact) : NULL;
    if (found == NULL) {
        standing *const more = ss_memory_grow(s->at, &s->room, s->n + 1, sizeof *more);
        if (more == NULL)
            return ss_error_memory(error, "statuses");
        s->at = more;
        found = &s->at[s->n++];
        *found = (standing){row->step, row->contact, NONE, NONE};
        if (s->n > 1 && by_contact(found - 1, found) > 0)
            qsort(s->at, s->n, sizeof *s->at, by_contact);
        found = bsearch(row, s->at, s->n, sizeof *s->at, by_contact);
    }
    if (row->status != NONE)
        found->status = row->status;
    if (row->other != NONE)
        found->other = row->other;
    return true;
}

/* The last status of each contact and step stands, for both: rows are in the order of sweeps. */
bool ss_agree_count(ss_agree_flips *flips, const char *path, const char *reference,
                    const char *solver, ss_error *error)
{
    ss_csv csv;
    standings s = {.n = 0};
    bool ok = ss_csv_read(&csv, path, error) &&
              ss_record_require(&csv, "solver,step,sweep,contact,status", error);
    for (size_t k = 0; ok && k < csv.n_rows; ++k) {
        ss_statuses_row row;
        ss_zone zone = SS_ZONE_SEPARATION;
        ok = ss_statuses_row_read(&csv, k, &row, error);
        const bool is_reference = ok && strcmp(row.solver, reference) == 0;
        const bool is_solver = ok && strcmp(row.solver, solver) == 0;
        if (!is_reference && !is_solver)
            continue;
        ok = ss_status_find(row.status, csv.path, ss_csv_line(&csv, k), &zone, error);
        const standing one = {row.step, row.contact, is_reference ? (unsigned char)zone : NONE,
                              is_solver ? (unsigned char)zone : NONE};
        ok = ok && note(&s, &one, error);
    }
    for (size_t k = 0; ok && k < s.n; ++k)
        if (s.at[k].status == NONE || s.at[k].other == NONE)
            ++flips->unmatched;
        else
            ++flips->count[s.at[k].status][s.at[k].other];
    free(s.at);
    ss_csv_free(&csv);
    return ok;
}

/* ---- the table ---- */

static const ss_report_column flips_columns[] = {
    {"solver", SS_REPORT_HEADING, false},     {"contacts", SS_REPORT_RIGHT, false},
    {"agree (%)", SS_REPORT_NUMBER, false},   {"open->stick", SS_REPORT_RIGHT, false},
    {"open->slide", SS_REPORT_RIGHT, false},  {"stick->open", SS_REPORT_RIGHT, false},
    {"stick->slide", SS_REPORT_RIGHT, false}, {"slide->open", SS_REPORT_RIGHT, false},
    {"slide->stick", SS_REPORT_RIGHT, false}, {"unmatched", SS_REPORT_RIGHT, false}};

/* Its row: the contacts that both have, how many agree, and the flips by direction. */
static void add_solver(ss_report_sheet *sheet, const char *solver, const ss_agree_flips *flips)
{
    size_t all = 0, same = 0;
    for (int from = 0; from < SS_AGREE_STATUSES; ++from)
        for (int to = 0; to < SS_AGREE_STATUSES; ++to) {
            all += flips->count[from][to];
            same += from == to ? flips->count[from][to] : 0;
        }
    ss_report_cells(sheet, solver, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", all);
    ss_report_number(sheet, 100.0 * (double)same / (double)all, 6, "-");
    for (int from = 0; from < SS_AGREE_STATUSES; ++from)
        for (int to = 0; to < SS_AGREE_STATUSES; ++to)
            if (from != to)
                ss_report_add(sheet, SS_REPORT_CELL, "%zu", flips->count[from][to]);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", flips->unmatched);
}

/* Did all in the folder solve the same problems? */
static bool is_one_sequence(const ss_summary *summary, const char *folder, ss_error *error)
{
    const ss_summary_row *const first = &summary->records[0].row;
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const row = &summary->records[k].row;
        const bool frozen = strncmp(row->problem, "file:", 5) == 0 || row->follows[0] != '\0';
        if (!frozen || strcmp(row->follows, first->follows) != 0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s: each solver moved the scene by its own answers, so their "
                                "contacts are not the same: run with --follow reference",
                                folder);
    }
    return true;
}

/* The flips of a solver over all folders. */
static bool count_all(ss_agree_flips *flips, const ss_agree_scope *scope, const char *solver,
                      ss_error *error)
{
    bool ok = true;
    *flips = (ss_agree_flips){.unmatched = 0};
    for (size_t k = 0; ok && k < scope->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        ok = ss_agree_path(path, scope, k, "statuses.csv", error) &&
             ss_agree_count(flips, path, scope->against, solver, error);
    }
    return ok;
}

/* Solvers are those of the first folder; each is counted over all folders. */
bool ss_agree_add_flips(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error)
{
    ss_summary first;
    bool ok = ss_agree_summary(&first, scope, 0, error);
    for (size_t k = 0; ok && k < scope->n_folders; ++k) {
        ss_summary summary;
        ok = ss_agree_summary(&summary, scope, k, error) &&
             is_one_sequence(&summary, scope->folders[k], error);
        ss_summary_free(&summary);
    }
    if (ok)
        SS_REPORT_COLUMNS(sheet, "flips", flips_columns);
    for (size_t k = 0; ok && k < first.n; ++k) {
        char *const solver = ss_agree_label(&first, &first.records[k].row);
        ss_agree_flips flips;
        const bool is_other = solver != NULL && strcmp(solver, scope->against) != 0;
        ok = solver != NULL || ss_error_memory(error, "a label");
        if (ok && is_other && (ok = count_all(&flips, scope, solver, error)))
            add_solver(sheet, solver, &flips);
        free(solver);
    }
    if (ok)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "Contacts of all traced steps, as the last sweep left them: %s -> solver.",
                      scope->against);
    ss_summary_free(&first);
    return ok;
}
