/* `reproduce field`: the table of the field.
 *
 * Who competes is a product, which is written out in words (ss_campaign_texts) and understood once
 * (ss_choice_list): the words name the runs in the store, the choices say what they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/grid.h"
#include "harness/cli/words.h"
#include "harness/papers/field.h"
#include "harness/tables/label.h"

#include <stdlib.h>
#include <string.h>

/* The job as the words say it; its lists of contenders are made here. */
typedef struct words {
    const char *itself; /* the word "field" */
    const char *tols, *solvers, *outers;
    ss_word_list folders;
    ss_field_job job;
} words;

/* Those who compete. */
typedef struct contestants {
    ss_campaign_texts texts; /* each whole */
    ss_choice_list choices;  /* the same, understood */
} contestants;

static const ss_word_row own[] = {
    SS_LIST(words, folders, "data", 'd', "FOLDER",
            "Folder of FCLIB files (*.hdf5), searched below, or a collection of 'stickslip list'; "
            "may be repeated"),
    SS_TEXT(words, tols, "tol", 0, "E[,E...]", "Tolerances (default 1e-4,1e-8,1e-12)"),
    SS_NUMBER(words, job.max_sweeps, "max-sweeps", 0, "N", 1, SS_WORD_MOST,
              "Cap of sweeps or iterations (default 1000000)"),
    SS_TEXT(words, job.stop, "stop", 0, "ESTIMATOR",
            "The estimator that stops ours and settles every status (default e1)"),
    SS_WORD(CHOICE, words, job.rho_bar, "rho-bar", 0, "auto|normal|lambda",
            "Reduced mass of a contact (default auto: what the file stores, else "
            "1/lambda_max(W_cc); normal: 1/W_nn)"),
    SS_TEXT(
        words, solvers, "solver", 's', "S[,S...]",
        "Solvers (default: all of ours, those that wrap around exact, and all that is installed)"),
    SS_TEXT(words, outers, "outer", 0, "O[,O...]",
            "Outer solvers for the local ones, each around each (default nlgs)"),
};

/* The tolerances, each above 0 and at most 1. */
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

/* ---- who competes ---- */

/* Those that name none: the local solvers, the outer solvers that need none or, unless outer
 * solvers are named, wrap `exact`, and the external ones that are installed. */
static bool add_all(ss_campaign_texts *texts, bool wrapped, ss_error *error)
{
    ss_error absent = {.code = SS_ERROR_NONE};
    const char *name = NULL;
    bool ok = true;
    for (size_t k = 0; ok && (name = ss_choice_name_at(k, SS_CHOICE_LOCAL)) != NULL; ++k)
        ok = ss_campaign_texts_add(texts, error, "%s", name);
    for (size_t k = 0; ok && ss_outer_solver_at(k) != NULL; ++k) {
        const ss_outer_solver *const outer = ss_outer_solver_at(k);
        const bool takes = ss_outer_solver_takes_local(outer);
        if (!takes || (wrapped && strcmp(outer->name, SS_CHOICE_OUTER_DEFAULT) != 0))
            ok = ss_campaign_texts_add(texts, error, "%s%s", outer->name,
                                       takes ? "[local=exact]" : "");
    }
    for (size_t k = 0; ok && ss_external_solver_at(k) != NULL; ++k)
        if (ss_external_solver_available(ss_external_solver_at(k), &absent))
            ok = ss_campaign_texts_add(texts, error, "%s", ss_external_solver_at(k)->name);
    return ok;
}

/* Every local solver in every outer solver, in words, and the others as they are. */
static bool wrap_all(ss_campaign_texts *whole, const ss_campaign_texts *named,
                     const ss_campaign_texts *outers, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < named->n; ++k) {
        ss_choice choice;
        if (!ss_choice_parse(&choice, named->at[k], SS_CHOICE_ANY, error))
            return false;
        const bool local = choice.solver != NULL;
        ss_choice_free(&choice);
        for (size_t o = 0; ok && local && o < outers->n; ++o) {
            char *const label = ss_label_contender(named->at[k], outers->at[o]);
            ok = (label != NULL || ss_error_memory(error, "names")) &&
                 ss_campaign_texts_add(whole, error, "%s", label);
            free(label);
        }
        ok = ok && (local || ss_campaign_texts_add(whole, error, "%s", named->at[k]));
    }
    return ok;
}

/* The contenders, each but once: the named solvers, the local ones around each of the named outer
 * ones. */
static bool gather(contestants *all, const words *w, ss_error *error)
{
    ss_campaign_texts named = {.n = 0}, outers = {.n = 0};
    ss_choice_list *const list = &all->choices;
    const char *const around = w->outers != NULL ? w->outers : SS_CHOICE_OUTER_DEFAULT;
    bool ok = (w->solvers != NULL ? ss_campaign_texts_split(&named, w->solvers, error)
                                  : add_all(&named, w->outers == NULL, error)) &&
              ss_campaign_texts_split(&outers, around, error) &&
              wrap_all(&all->texts, &named, &outers, error);
    for (size_t k = 0; ok && k < all->texts.n; ++k) {
        ok = ss_choice_list_add(list, all->texts.at[k], SS_CHOICE_OUTER_DEFAULT, error);
        for (size_t n = 0; ok && n < k; ++n)
            if (strcmp(ss_choice_solver_label(&list->at[n]),
                       ss_choice_solver_label(&list->at[k])) == 0 &&
                strcmp(ss_choice_outer_label(&list->at[n]), ss_choice_outer_label(&list->at[k])) ==
                    0)
                ok = ss_error_set(error, SS_ERROR_USAGE, "solver '%s' is named twice",
                                  all->texts.at[k]);
    }
    ss_campaign_texts_free(&named);
    ss_campaign_texts_free(&outers);
    return ok;
}

static bool field(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    ss_field_job *const job = &w->job;
    const ss_estimator *stop = NULL;
    contestants all = {.choices.n = 0};
    if (w->folders.n == 0)
        return ss_error_set(error, SS_ERROR_USAGE, "--data is needed");
    if (w->folders.n > SS_FIELD_MAX)
        return ss_error_set(error, SS_ERROR_USAGE, "more than %d --data", (int)SS_FIELD_MAX);
    for (; job->n_folders < w->folders.n; ++job->n_folders)
        job->folders[job->n_folders] = w->folders.values[job->n_folders];
    ss_campaign_words_take(&job->campaign, call);
    job->folder = job->campaign.folder;
    bool ok = parse_tols(job, w->tols, error) && ss_campaign_resolve(&job->campaign, error) &&
              ss_estimator_find_stop(job->stop, &stop, error) && gather(&all, w, error);
    job->names = all.texts.at;
    job->contenders = &all.choices;
    ok = ok && ss_field_run(job, error);
    if (ok && !job->campaign.dry_run)
        printf("%s/field.md, field.tex, field.csv, best.csv and rates.csv\n", job->folder);
    ss_campaign_texts_free(&all.texts);
    ss_choice_list_free(&all.choices);
    return ok;
}

const ss_command ss_command_field = {
    .name = "reproduce field",
    .summary = "all solvers on the problems of the field",
    .groups = {SS_GROUP(own, 0), SS_GROUP(ss_campaign_table, offsetof(words, job.campaign)),
               SS_GROUP(ss_cluster_table, offsetof(words, job.campaign))},
    SS_PLACES(1, offsetof(words, itself)),
    .places = "field",
    .doc = "Run every solver on every FCLIB file of some folders, each alone in a child process "
           "with limits, and judge all by the same referee: field.csv (one row per problem, solver "
           "and "
           "tolerance), best.csv (the quickest of ours and of another code's), rates.csv (success "
           "by class of size), field.md, field.tex; the runs in store/, as a campaign leaves them. "
           "The same command again runs only what is missing. A limit of time is 60s when "
           "--timeout does not say another, and every run is made 5 times, for times that may be "
           "judged: --repeats 1 costs a fifth, and names no winner by time.",
    .after = "Exit code 14: no run counts.\n\n"
             "Example:\n"
             "  stickslip reproduce field --data siconos --tol 1e-4,1e-8 --timeout 10s \\\n"
             "    --out results/field",
    .takes_rest = true,
    SS_WORDS(words, .tols = "1e-4,1e-8,1e-12",
             .job = {.stop = "e1",
                     .rho_bar = "auto",
                     .max_sweeps = 1000000,
                     .campaign.timeout_s = 60.0}),
    .work = field};
