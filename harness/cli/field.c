/* `reproduce field`: the table of the field.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/reproduce/field.h"
#include "harness/cli/verbs.h"

#include <string.h>

typedef struct words {
    const char *itself; /* the word "field" */
    const char *tols, *solvers, *stop, *rho_bar, *max_sweeps;
    ss_word_list folders;
    ss_campaign_words common;
} words;

static const ss_word_row own[] = {
    SS_LIST(words, folders, "data", 'd', "FOLDER",
            "Folder of FCLIB files (*.hdf5), searched below, or a collection of 'stickslip list'; "
            "may be repeated"),
    SS_TEXT(words, tols, "tol", 0, "E[,E...]", "Tolerances (default 1e-4,1e-8,1e-12)"),
    SS_TEXT(words, max_sweeps, "max-sweeps", 0, "N",
            "Cap of sweeps or iterations (default 1000000)"),
    SS_TEXT(words, stop, "stop", 0, "ESTIMATOR",
            "The estimator that stops ours and settles every status (default siconos)"),
    SS_TEXT(
        words, rho_bar, "rho-bar", 0, "auto|normal|lambda",
        "Reduced mass of a contact (default auto: what the file stores, else 1/lambda_max(W_cc); "
        "normal: 1/W_nn)"),
    SS_TEXT(words, solvers, "solver", 's', "S[,S...]",
            "Solvers (default: all of ours and all that is installed)"),
};

static bool take_folders(ss_field_job *job, const ss_word_list *folders, ss_error *error)
{
    if (folders->n == 0)
        return ss_error_set(error, SS_ERROR_USAGE, "--data is needed");
    if (folders->n > SS_FIELD_MAX)
        return ss_error_set(error, SS_ERROR_USAGE, "more than %d --data", (int)SS_FIELD_MAX);
    for (; job->n_folders < folders->n; ++job->n_folders)
        job->folders[job->n_folders] = folders->values[job->n_folders];
    return true;
}

static bool parse_tols(ss_field_job *job, const char *text, ss_error *error)
{
    job->n_tols = ss_parse_numbers(text, job->tols, SS_FIELD_MAX);
    bool valid = job->n_tols > 0;
    for (size_t k = 0; k < job->n_tols; ++k)
        valid = valid && job->tols[k] > 0.0 && job->tols[k] <= 1.0;
    return valid ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "--tol=%s must be one to %d numbers above 0, at most 1, with commas", text,
                        (int)SS_FIELD_MAX);
}

static bool resolve(const words *w, ss_field_job *job, ss_choice_list *contenders, ss_error *error)
{
    const ss_estimator *stop = NULL;
    if (!take_folders(job, &w->folders, error) || !parse_tols(job, w->tols, error) ||
        !ss_parse_count(w->max_sweeps, "--max-sweeps", &job->max_sweeps, error) ||
        !ss_campaign_resolve(&w->common, &job->campaign, error) ||
        !ss_estimator_find_stop(w->stop, &stop, error) ||
        !ss_choice_list_parse(contenders, w->solvers, SS_CHOICE_OUTER_DEFAULT, error))
        return false;
    if (strcmp(w->rho_bar, "auto") != 0 && strcmp(w->rho_bar, "normal") != 0 &&
        strcmp(w->rho_bar, "lambda") != 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--rho-bar=%s is unknown; it must be auto, normal or lambda",
                            w->rho_bar);
    job->rho_bar = w->rho_bar;
    job->stop = w->stop;
    job->solvers = w->solvers;
    job->folder = w->common.out;
    job->contenders = contenders;
    return true;
}

int ss_verb_field(int argc, char **argv, ss_error *error)
{
    words w = {.tols = "1e-4,1e-8,1e-12",
               .stop = "siconos",
               .rho_bar = "auto",
               .max_sweeps = "1000000",
               .common = {.timeout = "60s"}};
    const ss_command command = {
        .groups = {SS_GROUP(own, &w), SS_GROUP(ss_campaign_table, &w.common)},
        .place = {&w.itself},
        .places = "field",
        .doc = "Run every solver on every FCLIB file of some folders, each alone in a child "
               "process with limits, and judge all by the same referee: field.csv (a row a "
               "problem, solver and tolerance), rates.csv (success by class of size), field.md, "
               "field.tex; the runs in store/, as a campaign leaves them. The same command again "
               "runs only what is missing. A limit of time is 60s when --timeout does not say "
               "another.\v"
               "Example:\n  stickslip reproduce field --data siconos --tol 1e-4,1e-8 "
               "--timeout 10s --out results/field"};
    char all[2048];
    ss_field_job job = {.campaign = {.argc = argc, .argv = argv}};
    ss_choice_list contenders = {.n = 0};
    ss_command_read(&command, argc, argv);
    if (w.solvers == NULL) {
        ss_solver_words_all(all, sizeof all, SS_CHOICE_LOCAL | SS_CHOICE_EXTERNAL);
        w.solvers = all;
    }
    if (resolve(&w, &job, &contenders, error) && ss_field_run(&job, error) && !job.campaign.dry_run)
        printf("%s/field.md, field.tex, field.csv and rates.csv\n", job.folder);
    ss_word_list_free(&w.folders);
    ss_choice_list_free(&contenders);
    return 0;
}
