/* A state travels as a text within the file that `freeze` writes; the row of a run is what the
 * file says of itself, what the summary says of the run, and ratios to the runs of other solvers
 * on the same file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/states.h"

#include "harness/tables/output.h"
#include "harness/tables/pairs.h"
#include "harness/tables/record.h"
#include "problems/files/frozen.h"
#include "problems/contact/guess.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

char *ss_study_state_print(const ss_study_state *state)
{
    char *text = NULL;
    return asprintf(&text, "scene=%s,instance=%zu,step=%zu,name=%s,form=%s,moving=%zu,pushing=%zu",
                    state->scene, state->instance, state->step, state->name,
                    state->sum ? "sum" : "weighted", state->n_moving, state->n_pushing) < 0
               ? NULL
               : text;
}

bool ss_study_state_parse(ss_study_state *state, const char *text)
{
    char form[SS_STUDY_STATE_WORD];
    const struct {
        const char *key;
        char *word;    /* SS_STUDY_STATE_WORD bytes, or */
        size_t *count; /* a number */
    } facts[] = {{"scene", state->scene, NULL},
                 {"name", state->name, NULL},
                 {"form", form, NULL},
                 {"instance", NULL, &state->instance},
                 {"step", NULL, &state->step},
                 {"moving", NULL, &state->n_moving},
                 {"pushing", NULL, &state->n_pushing}};
    for (size_t k = 0; k < sizeof facts / sizeof *facts; ++k) {
        ss_key_value pair;
        double number = 0.0;
        const bool counts = facts[k].count != NULL;
        if (!ss_pairs_find(text, facts[k].key, &pair) || pair.value_length >= SS_STUDY_STATE_WORD)
            return false;
        if (counts && (!ss_pairs_number(text, facts[k].key, &number) || !(number >= 0.0) ||
                       number > 1e9 || number != floor(number)))
            return false;
        if (counts)
            *facts[k].count = (size_t)number;
        else
            snprintf(facts[k].word, SS_STUDY_STATE_WORD, "%.*s", (int)pair.value_length,
                     pair.value);
    }
    state->sum = strcmp(form, "sum") == 0;
    return state->sum || strcmp(form, "weighted") == 0;
}

/* The description that the run's file has of itself. */
static bool look_up(ss_study_state *state, const ss_record *record, ss_error *error)
{
    const char *const path = ss_frozen_path(record->row.problem);
    ss_fclib_problem file;
    if (path == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: %s is no frozen problem",
                            record->path, record->line, record->row.problem);
    if (!ss_fclib_read(&file, path, error))
        return false;
    const bool known = ss_study_state_parse(state, file.state) ||
                       ss_error_set(error, SS_ERROR_DATA,
                                    "%s ('%s') does not say of which scene and step it is: "
                                    "make it with 'stickslip freeze' of this version",
                                    path, file.title);
    ss_fclib_free(&file);
    return known;
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
            strcmp(at->warm_start, run->warm_start) == 0 &&
            strcmp(at->follows, run->follows) == 0 && strcmp(at->status, "solved") == 0)
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
    const bool sweeps = exact != NULL && exact->sweeps_last > 0,
               times = sbp != NULL && sbp->cpu_s > 0.0;
    return (ss_states_row){
        .scene = state->scene,
        .phase = state->name,
        .seed = state->instance,
        .step = state->step,
        .mean_form = state->sum ? "sum" : "weighted",
        .n_contacts = run->contacts_last,
        .solver = run->solver,
        .outer = run->outer,
        .start = ss_guess_words[ss_guess_of_cell(run->warm_start)],
        .stop = run->stop,
        .tol = run->tol,
        .sweeps = run->sweeps_last,
        .visits = run->visits_total,
        .work_units = run->work_units_total,
        .e1 = run->e1_last,
        .outcome = run->status,
        .n_bodies = (double)state->n_moving,
        .hyperstatic = 3.0 * (double)state->n_pushing - 6.0 * (double)state->n_moving,
        .local_iterations = run->local_iterations_total,
        .projections = run->projections_total,
        .eps_s_j = run->eps_s_j,
        .pen_true_m_per_s = run->pen_true_last_m_per_s,
        .cpu_s = run->cpu_s,
        .ns_per_visit = run->visits_total > 0 ? 1e9 * run->cpu_s / (double)run->visits_total : NAN,
        .sweeps_to_exact = sweeps ? (double)run->sweeps_last / (double)exact->sweeps_last : NAN,
        .cpu_to_sbp = times ? run->cpu_s / sbp->cpu_s : NAN};
}

bool ss_study_states_write(const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_summary summary = {.n = 0};
    ss_output out = {0};
    ss_study_state state;
    const char *looked_up = ""; /* rows of one file stand together, most often */
    bool ok = ss_path_join(path, sizeof path, folder, "summary.csv", error) &&
              ss_summary_read(&summary, path, "", error) &&
              ss_output_open(&out, folder, "states.csv", error);
    if (ok)
        ss_states_header(out.file);
    for (size_t k = 0; ok && k < summary.n; ++k) {
        const ss_summary_row *const run = &summary.records[k].row;
        if (strcmp(run->problem, looked_up) != 0)
            ok = look_up(&state, &summary.records[k], error);
        looked_up = run->problem;
        if (ok) {
            const ss_states_row row = row_of(&state, &summary, run);
            ss_states_write(out.file, &row);
        }
    }
    ok = ok && ss_output_close(&out, error);
    ss_output_discard(&out);
    ss_summary_free(&summary);
    return ok;
}
