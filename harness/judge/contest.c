/* From folders to a grid with one run in each cell: the rows of all summaries; who contends, of
 * which --solvers may name some; what is asked; of a cell's runs the longest; and at last only the
 * questions that all were run on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"

#include "harness/tables/label.h"
#include "harness/tables/partial.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <stdlib.h>
#include <string.h>

/* Read the summaries, unless the scope has them, and their rows into the grid. */
static bool read_summaries(ss_profile_contest *c, const ss_profile_scope *scope, ss_error *error)
{
    c->folders = calloc(c->n_folders + 1, sizeof *c->folders);
    c->summaries = calloc(c->n_folders + 1, sizeof *c->summaries);
    if (c->folders == NULL || c->summaries == NULL)
        return ss_error_memory(error, "a profile");
    for (size_t k = 0; k < c->n_folders; ++k) {
        char path[SS_PATH_SIZE];
        if (!ss_summary_folder(c->folders[k], scope->folders[k], error) ||
            !ss_path_join(path, sizeof path, c->folders[k], "summary.csv", error))
            return false;
        if (c->is_borrowed)
            c->summaries[k] = *scope->read[k];
        else if (!ss_summary_read(&c->summaries[k], path,
                                  "visits_total,local_iterations_total,sweeps_total,sweeps_last,"
                                  "contacts_last,steps",
                                  error))
            return false;
        if (c->summaries[k].n == 0)
            return ss_error_set(error, SS_ERROR_DATA, "%s has no row", path);
        if (!ss_grid_add_all(&c->grid, &c->summaries[k], k, error))
            return false;
    }
    return true;
}

/* ---- who contends ---- */

/* Let those of the list `text` contend, which names one at least, in its order. */
static bool choose(ss_profile_contest *c, const char *text, ss_error *error)
{
    const ss_names names = {.kind = "--solvers: no run of",
                            .hint = "without --solvers the page has the names of all",
                            .first = &c->grid.contenders[0].label,
                            .n = c->grid.n_contenders,
                            .stride = sizeof *c->grid.contenders};
    size_t *const chosen = calloc(names.n, sizeof *chosen);
    size_t n = 0;
    bool valid = chosen != NULL || ss_error_memory(error, "a profile");
    for (const char *end = text; valid && (*end != '\0' || n == 0); text = end + 1) {
        end = text + ss_label_length(text, ',');
        char *const label = strndup(text, (size_t)(end - text));
        const ss_grid_contender *const found =
            label != NULL ? ss_names_find(&names, label, error) : NULL;
        valid = found != NULL || (label == NULL && ss_error_memory(error, "a profile"));
        free(label);
        for (size_t k = 0; valid && k < n; ++k)
            if (chosen[k] == (size_t)(found - c->grid.contenders))
                valid =
                    ss_error_set(error, SS_ERROR_USAGE, "--solvers names %s twice", found->label);
        if (valid)
            chosen[n++] = (size_t)(found - c->grid.contenders);
    }
    valid = valid && ss_grid_choose(&c->grid, chosen, n, error);
    free(chosen);
    return valid;
}

/* ---- on what ---- */

bool ss_profile_contest_is_single(const ss_profile_contest *c, bool at_equal_accuracy,
                                  ss_error *error)
{
    const ss_grid_row *const rows = c->grid.rows;
    bool single = true;
    for (size_t k = 1; single && k < c->grid.n; ++k)
        if (rows[k].contender == rows[k - 1].contender &&
            strcmp(rows[k].key, rows[k - 1].key) == 0 &&
            (!at_equal_accuracy || ss_frozen_path(rows[k].record->row.problem) == NULL))
            single = ss_error_set(error, SS_ERROR_DATA,
                                  "%s, line %zu, and %s, line %zu, are two runs of %s on "
                                  "the same problem; 'stickslip compare' judges two builds",
                                  rows[k - 1].record->path, rows[k - 1].record->line,
                                  rows[k].record->path, rows[k].record->line,
                                  c->grid.contenders[rows[k].contender].label);
    return single;
}

/* Of several runs of one contender on one question the longest one's trace says all of the others';
 * that is so where tolerance, cap and estimator only end the trace of a frozen problem. */
static void keep_longest(ss_profile_contest *c)
{
    const ss_grid *const grid = &c->grid;
    ss_grid_row *kept = grid->rows;
    for (ss_grid_row *z = kept + 1; z < grid->rows + grid->n; ++z) {
        if (z->contender != kept->contender || strcmp(z->key, kept->key) != 0) {
            kept = z;
            continue;
        }
        if (z->record->row.sweeps_total > kept->record->row.sweeps_total) {
            kept->record = z->record;
            kept->source = z->source;
        }
        z->record = NULL;
    }
    ss_grid_drop(&c->grid);
}

bool ss_profile_contest_read(ss_profile_contest *c, const ss_profile_scope *scope, ss_error *error)
{
    *c = (ss_profile_contest){.n_folders = scope->n_folders,
                              .is_borrowed = scope->read != NULL,
                              .ignored = scope->ignored != NULL ? scope->ignored : ""};
    const bool read = read_summaries(c, scope, error) && ss_grid_name(&c->grid, true, error) &&
                      (scope->solvers == NULL || choose(c, scope->solvers, error));
    for (size_t k = 0; read && !scope->mix_machines && k < c->grid.n; ++k)
        ss_machines_note(&c->machines, &c->grid.rows[k].record->row);
    if (!read)
        ss_profile_contest_free(c);
    return read;
}

bool ss_profile_contest_arrange(ss_profile_contest *c, bool at_equal_accuracy, ss_error *error)
{
    const unsigned parts = SS_QUESTION & ~(unsigned)SS_ASKED_OUTER;
    char *looser = NULL;
    const bool made = asprintf(&looser, "tol,max-sweeps,%s", c->ignored) >= 0;
    const ss_question_rule all = {parts, c->ignored, ""};
    const ss_question_rule physics = {parts & ~(unsigned)SS_ASKED_STOP, looser, ""};
    const bool arranged =
        made ? ss_grid_arrange(&c->grid, &(ss_grid_rule){all, at_equal_accuracy ? physics : all},
                               error)
             : ss_error_memory(error, "a profile");
    free(made ? looser : NULL);
    return arranged;
}

bool ss_profile_contest_open(ss_profile_contest *c, const ss_profile_scope *scope,
                             bool at_equal_accuracy, ss_error *error)
{
    bool open = ss_profile_contest_read(c, scope, error);
    open = open && ss_profile_contest_arrange(c, at_equal_accuracy, error) &&
           ss_profile_contest_is_single(c, at_equal_accuracy, error);
    if (open) { /* the questions that rank all contenders */
        keep_longest(c);
        size_t n_left_out[SS_GRID_REASONS];
        ss_grid_keep_taken(&c->grid, n_left_out);
        c->n_left_out = n_left_out[SS_GRID_NOT_BY_ALL];
        c->n_empty = n_left_out[SS_GRID_IDLE];
        for (size_t q = 0; q < c->grid.n_questions; ++q)
            ss_grid_note_gap(&c->gap, &c->grid.questions[q]);
        if (c->grid.n_questions == 0 && c->n_empty > 0)
            open = ss_error_set(error, SS_ERROR_DATA,
                                "no run had a contact in any step: there is nothing to compare; "
                                "run more steps");
        else if (c->grid.n_questions == 0)
            open = ss_error_set(error, SS_ERROR_DATA,
                                "no problem that all %zu solvers were run on with the same "
                                "parameters; choose solvers with --solvers",
                                c->grid.n_contenders);
    }
    if (!open)
        ss_profile_contest_free(c);
    return open;
}

bool ss_profile_contest_tell_partial(const ss_profile_contest *c, FILE *out, ss_report_sheet *notes,
                                     ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < c->n_folders; ++k) {
        ss_partial partial;
        ok = ss_partial_read(&partial, c->folders[k], &c->summaries[k], error);
        if (ok && notes == NULL)
            ss_partial_print(out, &partial);
        for (size_t i = 0; ok && notes != NULL && i < partial.n; ++i)
            ss_report_add(notes, SS_REPORT_NOTE, "%s", partial.at[i].words);
    }
    return ok;
}

void ss_profile_contest_free(ss_profile_contest *c)
{
    ss_grid_free(&c->grid);
    for (size_t k = 0; c->summaries != NULL && !c->is_borrowed && k < c->n_folders; ++k)
        ss_summary_free(&c->summaries[k]);
    free(c->summaries);
    free(c->folders);
    *c = (ss_profile_contest){.n_folders = 0};
}
