/* The verb `reproduce`: a paper's tables and figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/tables/output.h"
#include "harness/tables/home.h"
#include "harness/papers/reproduce.h"
#include "harness/cli/verbs.h"
#include "problems/base/names.h"

#include <string.h>

typedef struct words {
    const char *paper, *instance, *instances, *layout;
    ss_word_list tables, figures;
    bool quick, notes;
    ss_campaign_words common;
} words;

static const ss_word_row own[] = {
    SS_LIST(words, tables, "table", 0, "N", "Only table N of the paper; may be repeated"),
    SS_LIST(words, figures, "figure", 0, "N", "Only figure N of the paper; may be repeated"),
    SS_SWITCH(words, quick, "quick", 0, "A smoke test: fewer time steps, and every table says so"),
    SS_TEXT(
        words, instances, "instances", 0, "N",
        "Packings 1 to N of every table that has any (default: as many as a quarter of an hour "
        "allows, e.g. 10 of Tables 2 and 4 of dumont, 1 of Table 3); --instances 1 is the quick "
        "form"),
    SS_TEXT(words, instance, "instance", 'i', "K", "Only the packing of seed K"),
    SS_TEXT(words, layout, "layout", 0, "cells|paper",
            "`paper`: also tableN-paper.md and .tex, in the paper's own layout: a column a column "
            "of its, ours above what is printed there; default: `cells` alone, a line a cell"),
    SS_SWITCH(words, notes, "notes", 0,
              "Below a table in the paper's layout what is known to make a difference"),
};

/* The numbers of tables or figures that are asked for, each 1 or more. */
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

/* The job of the words, with those of its campaign. */
static bool resolve(const words *w, ss_reproduce *job, ss_papers *papers, ss_error *error)
{
    job->quick = w->quick;
    job->paper_layout = w->layout != NULL && strcmp(w->layout, "paper") == 0;
    job->notes = w->notes;
    job->folder = w->common.out;
    if (!read_numbers(&job->tables, &w->tables, "--table", error) ||
        !read_numbers(&job->figures, &w->figures, "--figure", error) ||
        (w->instance != NULL &&
         !ss_parse_count(w->instance, "--instance", &job->instance, error)) ||
        (w->instances != NULL &&
         !ss_parse_count(w->instances, "--instances", &job->n_instances, error)))
        return false;
    if (w->instance != NULL && w->instances != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--instance is one packing, --instances as many: give one of them");
    if (w->layout != NULL && !job->paper_layout && strcmp(w->layout, "cells") != 0)
        return ss_error_set(error, SS_ERROR_USAGE, "--layout=%s: it is paper or cells", w->layout);
    if (w->notes && !job->paper_layout)
        return ss_error_set(error, SS_ERROR_USAGE, "--notes goes with --layout paper");
    if (job->n_instances > SS_PAPER_INSTANCES)
        return ss_error_set(error, SS_ERROR_USAGE, "--instances=%s: at most %d", w->instances,
                            (int)SS_PAPER_INSTANCES);
    if (!ss_papers_read(papers, error))
        return false;
    if (!ss_name_in(w->paper, ss_papers_at, papers))
        return ss_name_unknown(w->paper, "no paper", ss_papers_at, papers,
                               "see 'stickslip list papers', or field", error);
    return ss_campaign_resolve(&w->common, &job->campaign, error);
}

int ss_verb_reproduce(int argc, char **argv, ss_error *error)
{
    words w = {.paper = NULL};
    const ss_command command = {
        .groups = {SS_GROUP(own, &w), SS_GROUP(ss_campaign_table, &w.common)},
        .place = {&w.paper},
        .n_needed = 1,
        .ask = "the paper is needed: reproduce dumont --out DIR",
        .places = "PAPER\nfield --data FOLDER",
        .doc =
            "Run what the tables and figures of a paper need and write them into a new folder: "
            "tableN.csv, .md, .html, .tex with the paper's number, ours (the median over the "
            "packings, "
            "with least, quartiles and largest) and a verdict a cell: match, inside (our band), "
            "near (the rule's factor beyond it) or outside; claims.csv, what the paper says in "
            "words; figNN.svg, .pdf with the .gp and .dat that made them (`plot again DIR "
            "--format tikz --width one-column` draws them for a journal); the runs themselves "
            "in store/, as a campaign leaves them. A table may stand under two readings side "
            "by side (paper/README.md). 'stickslip list papers' names the papers, what tables "
            "each has and how long it takes. The same command again goes on: it runs "
            "what is missing or has failed.\v"
            "Example:\n  stickslip reproduce dumont --instances 1 --out results/dumont\n\n"
            "`stickslip reproduce field --help` is about the other table: all solvers on the "
            "frozen problems of the field. "
            "With --quick less than a minute. CPU times are compared as ratios within the run, never as "
            "seconds of two machines. Rules and reasons of the verdicts are data: paper/NAME/."};
    if (argc > 1 && strcmp(argv[1], "field") == 0)
        return ss_verb_field(argc, argv, error);
    ss_papers papers;
    char paper[SS_PATH_SIZE], plots[SS_PATH_SIZE], below[SS_PATH_SIZE];
    ss_reproduce job = {.paper = paper, .plots = plots, .campaign = {.argc = argc, .argv = argv}};
    ss_command_read(&command, argc, argv);
    if (resolve(&w, &job, &papers, error) && ss_path_join(below, sizeof below, "paper", w.paper, error) &&
        ss_home_path(paper, sizeof paper, below, error) &&
        ss_home_path(plots, sizeof plots, "plots", error))
        ss_reproduce_paper(&job, error);
    ss_word_list_free(&w.tables);
    ss_word_list_free(&w.figures);
    return 0;
}
