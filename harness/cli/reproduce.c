/* The verb `reproduce`: a paper's tables and figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/options.h"
#include "harness/run/choice.h"
#include "harness/tables/output.h"
#include "harness/tables/home.h"
#include "harness/reproduce/reproduce.h"
#include "harness/cli/verbs.h"

#include <argp.h>
#include <string.h>

/* The words of the command line, and the first that was not understood. */
typedef struct words {
    ss_reproduce job;
    const char *paper;
    ss_campaign_words common;
    ss_error error;
} words;

enum { KEY_TABLE = 256, KEY_FIGURE, KEY_QUICK };

static const struct argp_option options[] = {
    {"table", KEY_TABLE, "N", 0, "Only table N (1 to 4); may be repeated", 0},
    {"figure", KEY_FIGURE, "N", 0, "Only figure N (4 to 17); may be repeated", 0},
    {"quick", KEY_QUICK, NULL, 0, "A smoke test: fewer time steps, and every table says so", 0},
    {"instance", 'i', "K", 0, "Seed of the packings (default 1)", 0},
    {0}};

static void add_number(words *w, const char *text, const char *option, size_t *numbers, size_t *n)
{
    if (*n == SS_REPRODUCE_MAX)
        ss_error_set(&w->error, SS_ERROR_USAGE, "more than %d %s", (int)SS_REPRODUCE_MAX, option);
    else if (ss_parse_count(text, option, &numbers[*n], &w->error))
        ++*n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &w->common;
        return 0;
    case KEY_TABLE:
        add_number(w, arg, "--table", w->job.tables, &w->job.n_tables);
        return 0;
    case KEY_FIGURE:
        add_number(w, arg, "--figure", w->job.figures, &w->job.n_figures);
        return 0;
    case KEY_QUICK:
        w->job.quick = true;
        return 0;
    case 'i':
        ss_parse_count(arg, "--instance", &w->job.instance, &w->error);
        return 0;
    case ARGP_KEY_ARG:
        if (w->paper != NULL)
            argp_error(state, "one paper at a time, not also '%s'", arg);
        w->paper = arg;
        return 0;
    case ARGP_KEY_END:
        if (w->paper == NULL)
            argp_error(state, "the paper is needed: reproduce dumont --out DIR");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int ss_verb_reproduce(int argc, char **argv)
{
    const struct argp_child children[] = {{&ss_campaign_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "dumont\nfield --data FOLDER",
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
        return ss_verb_field(argc, argv);
    char paper[SS_PATH_SIZE], plots[SS_PATH_SIZE];
    words w = {.job = {.instance = 1, .campaign = {.argc = argc, .argv = argv}}};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    w.job.folder = w.common.out;
    if (strcmp(w.paper, "dumont") != 0)
        ss_error_set(&w.error, SS_ERROR_USAGE, "no paper '%s'; it must be dumont, or field",
                     w.paper);
    if (w.error.code == SS_ERROR_NONE &&
        ss_campaign_resolve(&w.common, &w.job.campaign, &w.error) &&
        ss_home_path(paper, sizeof paper, "paper/dumont", &w.error) &&
        ss_home_path(plots, sizeof plots, "plots", &w.error)) {
        w.job.paper = paper;
        w.job.plots = plots;
        ss_reproduce_paper(&w.job, &w.error);
    }
    return ss_verb_finish("reproduce", &w.error);
}
