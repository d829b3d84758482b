/* The verb `reproduce`: a paper's tables and figures.
 *
 * The paper is a folder of paper/; which tables it has, what they run and how cells are judged is
 * data there. `reproduce field` has a table of its own (field.c), which takes over by its first
 * word.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/tables/output.h"
#include "harness/tables/home.h"
#include "harness/papers/reproduce.h"
#include "problems/base/names.h"

#include <string.h>

/* The job as the words say it; numbers of tables and figures are lists of words until then. */
typedef struct words {
    const char *paper, *layout;
    ss_word_list tables, figures;
    ss_reproduce job;
} words;

static const ss_word_row own[] = {
    SS_LIST(words, tables, "table", 0, "N", "Only table N of the paper; may be repeated"),
    SS_LIST(words, figures, "figure", 0, "N", "Only figure N of the paper; may be repeated"),
    SS_SWITCH(words, job.quick, "quick", 0,
              "A smoke test: fewer time steps, and every table says so"),
    SS_NUMBER(words, job.n_instances, "instances", 0, "N", 1, SS_PAPER_INSTANCES,
              "Packings 1 to N of every table that has any (default: as many as a quarter of an "
              "hour allows, e.g. 10 of Tables 2 and 4 of dumont, 1 of Table 3); --instances 1 is "
              "the quick form"),
    SS_NUMBER(words, job.instance, "instance", 'i', "K", 1, SS_WORD_MOST,
              "Only the packing of seed K"),
    SS_WORD(
        CHOICE, words, layout, "layout", 0, "cells|paper",
        "`paper`: also tableN-paper.md and .tex, in the paper's own layout: one column per column "
        "of its, ours above what is printed there; default: `cells` alone, one line per cell"),
    SS_SWITCH(words, job.notes, "notes", 0,
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

static bool reproduce(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    ss_reproduce *const job = &w->job;
    char paper[SS_PATH_SIZE], plots[SS_PATH_SIZE], below[SS_PATH_SIZE], out[SS_PATH_SIZE];
    ss_papers papers;
    if (!read_numbers(&job->tables, &w->tables, "--table", error) ||
        !read_numbers(&job->figures, &w->figures, "--figure", error))
        return false;
    if (job->instance > 0 && job->n_instances > 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--instance is one packing, --instances as many: give one of them");
    job->paper_layout = w->layout != NULL && strcmp(w->layout, "paper") == 0;
    if (job->notes && !job->paper_layout)
        return ss_error_set(error, SS_ERROR_USAGE, "--notes goes with --layout paper");
    if (!ss_papers_read(&papers, error))
        return false;
    if (!ss_name_in(w->paper, ss_papers_at, &papers))
        return ss_name_unknown(w->paper, "no paper", ss_papers_at, &papers,
                               "see 'stickslip list papers', or field", error);
    job->paper = paper;
    job->plots = plots;
    snprintf(out, sizeof out, "results-%s", w->paper);
    if (job->campaign.folder == NULL)
        job->campaign.folder = out;
    job->folder = job->campaign.folder;
    ss_campaign_words_take(&job->campaign, call);
    return ss_campaign_resolve(&job->campaign, error) &&
           ss_path_join(below, sizeof below, "paper", w->paper, error) &&
           ss_home_path(paper, sizeof paper, below, error) &&
           ss_home_path(plots, sizeof plots, "plots", error) && ss_reproduce_paper(job, error);
}

const ss_command ss_command_reproduce = {
    .name = "reproduce",
    .summary = "make a paper's tables and figures again, beside its own numbers",
    .groups = {SS_GROUP(own, 0), SS_GROUP(ss_campaign_table, offsetof(words, job.campaign)),
               SS_GROUP(ss_cluster_table, offsetof(words, job.campaign))},
    SS_PLACES(1, offsetof(words, paper)),
    .ask = "the paper is needed: reproduce dumont",
    .places = "PAPER\nfield --data FOLDER",
    .doc =
        "Run what the tables and figures of a paper need and write them into a new folder, --out "
        "or results-PAPER: "
        "tableN.csv, .md, .html, .tex with the paper's number, ours (the median over the packings, "
        "with least, quartiles and largest) and one verdict per cell: match, inside (our band), "
        "near "
        "(the rule's factor beyond it) or outside; claims.csv, what the paper says in words; "
        "figNN.svg, .pdf with the .gp and .dat that made them (`plot again DIR --format tikz "
        "--width one-column` draws them for a journal); the runs themselves in store/, as a "
        "campaign leaves them. A table may show two interpretations of the paper side by side "
        "(paper/README.md). 'stickslip list papers' names the papers, what tables each has and how "
        "long it takes. The same command again goes on: it runs what is missing or has failed.",
    .after = "Example:\n  stickslip reproduce dumont\n"
             "  stickslip reproduce dumont --instances 1 --out results/dumont\n\n"
             "`stickslip reproduce field --help` is about the other table: all solvers on the "
             "frozen problems of the field. With --quick less than a minute. CPU times are "
             "compared as ratios within the run, never as seconds of two machines. Rules and "
             "reasons of the verdicts are data: paper/NAME/.",
    .takes_rest = true,
    .size = sizeof(words),
    .other = &ss_command_field,
    .work = reproduce};
