/* The verb `reproduce`: a paper's tables and figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/tables/output.h"
#include "harness/tables/home.h"
#include "harness/reproduce/reproduce.h"
#include "harness/cli/verbs.h"

#include <string.h>

typedef struct words {
    const char *paper, *instance;
    ss_word_list tables, figures;
    bool quick;
    ss_campaign_words common;
} words;

static const ss_word_row own[] = {
    SS_LIST(words, tables, "table", 0, "N", "Only table N (1 to 4); may be repeated"),
    SS_LIST(words, figures, "figure", 0, "N", "Only figure N (4 to 17); may be repeated"),
    SS_SWITCH(words, quick, "quick", 0, "A smoke test: fewer time steps, and every table says so"),
    SS_TEXT(words, instance, "instance", 'i', "K", "Seed of the packings (default 1)"),
};

static bool read_numbers(ss_reproduce_numbers *numbers, const ss_word_list *given,
                         const char *option, ss_error *error)
{
    if (given->n > SS_REPRODUCE_MAX)
        return ss_error_set(error, SS_ERROR_USAGE, "more than %d %s", (int)SS_REPRODUCE_MAX,
                            option);
    bool valid = true;
    for (; valid && numbers->n < given->n; ++numbers->n)
        valid = ss_parse_count(given->values[numbers->n], option, &numbers->at[numbers->n], error);
    return valid;
}

static bool resolve(const words *w, ss_reproduce *job, ss_error *error)
{
    job->quick = w->quick;
    job->folder = w->common.out;
    if (!read_numbers(&job->tables, &w->tables, "--table", error) ||
        !read_numbers(&job->figures, &w->figures, "--figure", error) ||
        !ss_parse_count(w->instance, "--instance", &job->instance, error))
        return false;
    if (strcmp(w->paper, "dumont") != 0)
        return ss_error_set(error, SS_ERROR_USAGE, "no paper '%s'; it must be dumont, or field",
                            w->paper);
    return ss_campaign_resolve(&w->common, &job->campaign, error);
}

int ss_verb_reproduce(int argc, char **argv, ss_error *error)
{
    words w = {.instance = "1"};
    const ss_command command = {
        .groups = {SS_GROUP(own, &w), SS_GROUP(ss_campaign_table, &w.common)},
        .place = {&w.paper},
        .n_needed = 1,
        .ask = "the paper is needed: reproduce dumont --out DIR",
        .places = "dumont\nfield --data FOLDER",
        .doc = "Run what the tables and figures of a paper need and write them into a new folder: "
               "tableN.csv, .md, .tex with the paper's number, ours, their ratio and a verdict "
               "(match, within, differs) a cell; figNN.svg, .pdf with the .gp and .dat that made "
               "them; the runs themselves in store/, as a campaign leaves them. The same command "
               "again goes on: it runs what is missing or has failed.\v"
               "Example:\n  stickslip reproduce dumont --out results/dumont\n\n"
               "`stickslip reproduce field --help` is about the other table: all solvers on the "
               "frozen problems of the field. "
               "All of it takes some minutes on two cores, --quick less than one. CPU times are "
               "compared as ratios within the run, never as seconds of two machines. Rules and "
               "reasons of the verdicts are data: paper/dumont/."};
    if (argc > 1 && strcmp(argv[1], "field") == 0)
        return ss_verb_field(argc, argv, error);
    char paper[SS_PATH_SIZE], plots[SS_PATH_SIZE];
    ss_reproduce job = {.paper = paper, .plots = plots, .campaign = {.argc = argc, .argv = argv}};
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &job, error) && ss_home_path(paper, sizeof paper, "paper/dumont", error) &&
        ss_home_path(plots, sizeof plots, "plots", error))
        ss_reproduce_paper(&job, error);
    ss_word_list_free(&w.tables);
    ss_word_list_free(&w.figures);
    return 0;
}
