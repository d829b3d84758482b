/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/states.h"

#include "harness/tables/output.h"
#include "harness/tables/record.h"
#include "problems/files/frozen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool ss_study_state_parse(ss_study_state *state, const char *title)
{
    static const char form[] = "sum form";
    int read = 0;
    *state = (ss_study_state){.n_bodies = NAN, .hyperstatic = NAN};
    if (sscanf(title, "%63[^,], instance %zu, step %zu%n", state->scene, &state->instance,
               &state->step, &read) != 3)
        return false;
    for (const char *rest = title + read; *rest != '\0';) {
        if (strncmp(rest, ", ", 2) != 0 || state->sum)
            return false;
        const size_t length = strcspn(rest += 2, ",");
        state->sum = length == strlen(form) && strncmp(rest, form, length) == 0;
        if (!state->sum && (state->name[0] != '\0' || length >= sizeof state->name))
            return false;
        if (!state->sum)
            memcpy(state->name, rest, length);
        rest += length;
    }
    return true;
}

void ss_study_state_weigh(ss_study_state *state, const char *description)
{
    size_t moving = 0, pushing = 0, n_contacts = 0;
    if (sscanf(description, "%zu bodies move, %zu of %zu contacts push;", &moving, &pushing,
               &n_contacts) != 3)
        return;
    state->n_bodies = (double)moving;
    state->hyperstatic = 3.0 * (double)pushing - 6.0 * (double)moving;
}

/* The words in the title of the run's file. */
static bool look_up(ss_study_state *state, const ss_record *record, ss_error *error)
{
    const char *const path = ss_frozen_path(record->row.problem);
    ss_fclib_problem file;
    if (path == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: %.100s is no frozen problem",
                            record->path, record->line, record->row.problem);
    if (!ss_fclib_read(&file, path, error))
        return false;
    const bool known = ss_study_state_parse(state, file.title) ||
                       ss_error_set(error, SS_ERROR_DATA,
                                    "%.300s: its title '%.100s' is not one that 'stickslip freeze' "
                                    "gives: SCENE, instance K, step N",
                                    path, file.title);
    if (known)
        ss_study_state_weigh(state, file.description);
    ss_fclib_free(&file);
    return known;
}

static double ratio(double a, double b)
{
    return b > 0.0 ? a / b : NAN;
}

/* The solved run of the solver whose label begins with `solver`, all else as of `run`; NULL if
 * there is none. */
static const ss_summary_row *solved_by(const char *solver, const ss_summary *summary,
                                       const ss_summary_row *run)
{
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const at = &summary->records[k].row;
        if (at->tol == run->tol && strncmp(at->solver, solver, strlen(solver)) == 0 &&
            strcmp(at->problem, run->problem) == 0 && strcmp(at->outer, run->outer) == 0 &&
            strcmp(at->warm_start, run->warm_start) == 0 && strcmp(at->status, "solved") == 0)
            return at;
    }
    return NULL;
}

static ss_states_row row_of(const ss_study_state *state, const ss_summary *summary,
                            const ss_summary_row *run)
{
    const bool solved = strcmp(run->status, "solved") == 0;
    const ss_summary_row *const exact = solved ? solved_by("exact", summary, run) : NULL;
    const ss_summary_row *const sbp = solved ? solved_by("sbp", summary, run) : NULL;
    return (ss_states_row){
        .scene = state->scene,
        .phase = state->name,
        .seed = state->instance,
        .step = state->step,
        .mean_form = state->sum ? "sum" : "weighted",
        .n_contacts = run->contacts_last,
        .solver = run->solver,
        .outer = run->outer,
        .start = strcmp(run->warm_start, "yes") == 0 ? "warm" : "cold",
        .stop = run->stop,
        .tol = run->tol,
        .sweeps = run->sweeps_last,
        .visits = run->visits_total,
        .work_units = run->work_units_total,
        .e1 = run->e1_last,
        .outcome = run->status,
        .n_bodies = state->n_bodies,
        .hyperstatic = state->hyperstatic,
        .local_iterations = run->local_iterations_total,
        .projections = run->projections_total,
        .eps_s_j = run->eps_s_j,
        .pen_true_m_per_s = run->pen_true_last_m_per_s,
        .cpu_s = run->cpu_s,
        .ns_per_visit = run->visits_total > 0 ? 1e9 * run->cpu_s / (double)run->visits_total : NAN,
        .sweeps_to_exact =
            ratio((double)run->sweeps_last, exact != NULL ? (double)exact->sweeps_last : NAN),
        .cpu_to_sbp = ratio(run->cpu_s, sbp != NULL ? sbp->cpu_s : NAN)};
}

/* Rows of one file stand together, most often. */
static bool write_rows(FILE *out, const ss_summary *summary, ss_error *error)
{
    ss_study_state state;
    const char *looked_up = "";
    ss_states_header(out);
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const run = &summary->records[k].row;
        if (strcmp(run->problem, looked_up) != 0 && !look_up(&state, &summary->records[k], error))
            return false;
        looked_up = run->problem;
        const ss_states_row row = row_of(&state, summary, run);
        ss_states_write(out, &row);
    }
    return true;
}

bool ss_study_states_write(const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_summary summary = {.n = 0};
    ss_output out = {0};
    bool ok = ss_path_join(path, sizeof path, folder, "summary.csv", error) &&
              ss_summary_read(&summary, path, "", error) &&
              ss_output_open(&out, folder, "states.csv", error);
    if (ok && (ok = write_rows(out.file, &summary, error)))
        ok = ss_output_close(&out, error);
    else
        ss_output_discard(&out);
    ss_summary_free(&summary);
    return ok;
}
