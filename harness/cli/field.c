/* `reproduce field`: the table of the field.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/options.h"
#include "harness/run/choice.h"
#include "harness/reproduce/field.h"
#include "harness/cli/verbs.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct words {
    ss_field_job job;
    const char *tols, *solvers, *stop;
    ss_campaign_words common;
    ss_error error;
} words;

enum { KEY_MAX_SWEEPS = 256, KEY_STOP, KEY_RHO_BAR };

static const struct argp_option options[] = {
    {"data", 'd', "FOLDER", 0,
     "Folder of FCLIB files (*.hdf5), searched below, or a collection of 'stickslip list'; may be "
     "repeated",
     0},
    {"tol", 't', "E[,E...]", 0, "Tolerances (default 1e-4,1e-8,1e-12)", 0},
    {"max-sweeps", KEY_MAX_SWEEPS, "N", 0, "Cap of sweeps or iterations (default 1000000)", 0},
    {"stop", KEY_STOP, "ESTIMATOR", 0,
     "The estimator that stops ours and settles every status (default siconos)", 0},
    {"rho-bar", KEY_RHO_BAR, "normal|lambda", 0, "Reduced mass of a contact (default normal)", 0},
    {"solver", 's', "S[,S...]", 0, "Contenders (default: all of ours and all that is installed)",
     0},
    {0}};

static void add_folder(struct argp_state *state, words *w, const char *folder)
{
    if (w->job.n_folders == SS_FIELD_MAX)
        argp_error(state, "more than %d --data", (int)SS_FIELD_MAX);
    w->job.folders[w->job.n_folders++] = folder;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {
        {'t', &w->tols}, {'s', &w->solvers}, {KEY_STOP, &w->stop}, {KEY_RHO_BAR, &w->job.rho_bar}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &w->common;
        return 0;
    case 'd':
        add_folder(state, w, arg);
        return 0;
    case KEY_MAX_SWEEPS:
        ss_parse_count(arg, "--max-sweeps", &w->job.max_sweeps, &w->error);
        return 0;
    case ARGP_KEY_ARG: /* the word "field" itself */
        if (state->arg_num > 0)
            argp_error(state, "'%s' is one word too many; folders follow --data", arg);
        return 0;
    case ARGP_KEY_END:
        if (w->job.n_folders == 0)
            argp_error(state, "--data is needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool parse_tols(ss_field_job *job, const char *text, ss_error *error)
{
    const char *at = text;
    for (job->n_tols = 0; job->n_tols < SS_FIELD_MAX; at += 1) {
        char *end = NULL;
        const double tol = strtod(at, &end);
        if (end == at || !(tol > 0.0) || tol > 1.0 || (*end != ',' && *end != '\0'))
            break;
        job->tols[job->n_tols++] = tol;
        at = end;
        if (*end == '\0')
            return true;
    }
    return ss_error_set(error, SS_ERROR_USAGE,
                        "--tol=%s must be one to %d numbers above 0, at most 1, with commas", text,
                        (int)SS_FIELD_MAX);
}

/* The names of all of ours, and of the outside codes that are installed. */
static void all_contenders(char *text, size_t size)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; ss_local_solver_at(k) != NULL && used < size; ++k)
        used += (size_t)snprintf(text + used, size - used, "%s%s", k > 0 ? "," : "",
                                 ss_local_solver_at(k)->name);
    for (size_t k = 0; ss_external_solver_at(k) != NULL && used < size; ++k)
        if (ss_external_solver_available(ss_external_solver_at(k), &ignored))
            used +=
                (size_t)snprintf(text + used, size - used, ",%s", ss_external_solver_at(k)->name);
}

static bool understand(words *w, ss_choice_list *contenders, ss_error *error)
{
    const ss_estimator *stop = NULL;
    if (w->error.code != SS_ERROR_NONE)
        return ss_error_set(error, w->error.code, "%s", w->error.text);
    if (!parse_tols(&w->job, w->tols, error) ||
        !ss_campaign_resolve(&w->common, &w->job.campaign, error) ||
        !ss_estimator_find_stop(w->stop, &stop, error) ||
        !ss_choice_list_parse(contenders, w->solvers, SS_CHOICE_OUTER_DEFAULT, error))
        return false;
    if (strcmp(w->job.rho_bar, "normal") != 0 && strcmp(w->job.rho_bar, "lambda") != 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--rho-bar=%s is unknown; it must be normal or lambda", w->job.rho_bar);
    w->job.stop = w->stop;
    w->job.solvers = w->solvers;
    w->job.folder = w->common.out;
    w->job.contenders = contenders;
    return true;
}

int ss_verb_field(int argc, char **argv)
{
    const struct argp_child children[] = {{&ss_campaign_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "field",
        .doc = "Run every contender on every FCLIB file of some folders, each alone in a child "
               "process with limits, and judge all by the same referee: field.csv (a row a "
               "problem, solver and tolerance), rates.csv (success by class of size), field.md, "
               "field.tex; the runs in store/, as a campaign leaves them. The same command again "
               "runs only what is missing. A limit of time is 60s when --timeout does not say "
               "another.\v"
               "Example:\n  stickslip reproduce field --data siconos --tol 1e-4,1e-8 "
               "--timeout 10s --out results/field"};
    char all[2048];
    words w = {.job = {.max_sweeps = 1000000,
                       .rho_bar = "normal",
                       .campaign = {.argc = argc, .argv = argv}},
               .tols = "1e-4,1e-8,1e-12",
               .common = {.timeout = "60s"},
               .stop = "siconos"};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_choice_list contenders = {.n = 0};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (w.solvers == NULL) {
        all_contenders(all, sizeof all);
        w.solvers = all;
    }
    if (understand(&w, &contenders, &error))
        ss_field_run(&w.job, &error);
    ss_choice_list_free(&contenders);
    return ss_verb_finish("reproduce", &error);
}
