/* The verb `profile`: performance and data profiles from result folders.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"
#include "harness/tables/output.h"
#include "harness/judge/ranking.h"
#include "harness/tables/home.h"
#include "harness/tables/rows.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"
#include "problems/base/partial.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The words of the command line; metric and accuracies are understood into a goal. */
typedef struct words {
    const char *kind, *metric, *accuracy, *solvers, *out;
    ss_word_list folders;
    bool no_figure, json, mix_machines;
    FILE *page; /* what is for people */
} words;

/* The words understood. */
typedef struct goal {
    ss_profile_kind kind;
    ss_profile_metric metric;
    double accuracies[SS_PROFILE_ACCURACIES_MAX]; /* one NAN: whole runs */
    char names[SS_PROFILE_ACCURACIES_MAX][32];    /* as written, for the names of the figures */
    size_t n_accuracies;
} goal;

static const ss_word_row own[] = {
    SS_TEXT(words, metric, "metric", 0, "units|work|sweeps|time",
            "One profile by what costs: units = work units, sweeps by the exact local solve (an "
            "external "
            "solver has none: compare it by time or sweeps; where no "
            "run has any, as of older programs, it is work); work = visits of a contact + "
            "local iterations; sweeps (of an external solver: its iterations); or CPU time of all "
            "that a solve pays"),
    SS_WORD(CHOICE, words, kind, "kind", 0, "performance|data|ecdf",
            "Cost over the cheapest solver's (default); over the size of the problem; or that of "
            "all pairs of a problem and an accuracy, from the traces (COCO's ECDF)"),
    SS_TEXT(
        words, accuracy, "accuracy", 0, "E|all|equal",
        "Compare what it costs to first reach E1 <= E, from the traces (E,E,... too); all: 1e-2, "
        "1e-3, ..., 1e-12; equal: of each problem the loosest E1 that all who solved it reached"),
    SS_TEXT(words, solvers, "solvers", 0, "S[,S...]",
            "Only these, as in the column `solver` or as the page names them (default: all)"),
    SS_TEXT(words, out, "out", 'o', "DIR",
            "Folder to make for table and figure (default: the first DIR)"),
    SS_SWITCH(words, no_figure, "no-figure", 0, "Only text and table; needs no gnuplot"),
    SS_SWITCH(
        words, mix_machines, "mix-machines", 0,
        "Compare times of several machines all the same (column machine); work units are alike "
        "on all"),
    SS_SWITCH(words, json, "json", 0,
              "Print ranking and profiles for programs, and the page to standard error"),
};

/* "all", "equal" or a list. Each is kept as it was typed, too: files are named by it. */
static bool parse_accuracies(const char *text, goal *o, ss_error *error)
{
    static const char every[] = "1e-2,1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12";
    const char *at = strcmp(text, "all") == 0 ? every : text;
    if (strcmp(text, "equal") == 0) {
        o->accuracies[0] = SS_PROFILE_EQUAL_E1;
        snprintf(o->names[0], sizeof o->names[0], "equal");
        o->n_accuracies = 1;
        return true;
    }
    for (o->n_accuracies = 0;; ++at) {
        char *end = NULL;
        const double value = strtod(at, &end);
        if (end == at || (*end != ',' && *end != '\0') || !(value > 0.0) || !isfinite(value) ||
            end - at >= (ptrdiff_t)sizeof o->names[0])
            return ss_error_set(error, SS_ERROR_USAGE,
                                "--accuracy=%s must be all, equal, or values of E1 above 0 such as "
                                "1e-6 or 1e-2,1e-4",
                                text);
        if (o->n_accuracies == SS_PROFILE_ACCURACIES_MAX)
            return ss_error_set(error, SS_ERROR_USAGE, "--accuracy: more than %d values",
                                (int)SS_PROFILE_ACCURACIES_MAX);
        for (size_t k = 0; k < o->n_accuracies; ++k)
            if (o->accuracies[k] == value)
                return ss_error_set(error, SS_ERROR_USAGE, "--accuracy names %g twice", value);
        snprintf(o->names[o->n_accuracies], sizeof o->names[0], "%.*s", (int)(end - at), at);
        o->accuracies[o->n_accuracies++] = value;
        at = end;
        if (*at == '\0')
            return true;
    }
}

/* The repeats behind the times, and how far they lie apart. */
static void print_times(FILE *out, const ss_profile_contest *contest)
{
    ss_accuracy_times times = {.n = 0};
    for (size_t k = 0; k < contest->grid.n_questions * contest->grid.n_contenders; ++k)
        ss_accuracy_times_note(&times, &contest->grid.rows[k].record->row);
    if (times.most < 2)
        fputs("note: each time is of one run; `run --repeats 5` gives medians and quartiles\n",
              out);
    else if (times.least < times.most)
        fprintf(out, "times: medians of %zu to %zu runs; quartiles up to %.2g %% apart\n",
                times.least, times.most, 100.0 * times.widest);
    else
        fprintf(out, "times: medians of %zu runs; quartiles up to %.2g %% apart\n", times.most,
                100.0 * times.widest);
}

static void tell_figures(FILE *page, const char *folder, const char *name,
                         const ss_profile_costs *costs)
{
    fprintf(page, "%s/%s.svg and .pdf\n", folder, name);
    if (costs->n_solvers == 2 && costs->n_targets == 0)
        fprintf(page, "%s/%s-duel.svg and .pdf\n", folder, name);
}

/* A profile an accuracy: one table for all, and of each its lines and its figure. */
static bool report(const ss_profile_costs *costs, const ss_profile_contest *contest, const goal *o,
                   const words *w, ss_error *error)
{
    ss_output table = {0};
    char name[64], plots[SS_PATH_SIZE];
    const char *const folder = w->out != NULL ? w->out : w->folders.values[0];
    ss_partial_sweep(folder, false);
    bool done = ss_profile_contest_tell_partial(contest, w->page, NULL, error) &&
                (w->out == NULL || ss_output_make_folder(w->out, error)) &&
                ss_home_path(plots, sizeof plots, "plots", error) &&
                ss_output_open(&table, folder, "profile.csv", error);
    if (done)
        ss_profile_header(table.file);
    for (size_t a = 0; done && a < o->n_accuracies; ++a) {
        ss_profile profile = {.n_problems = 0};
        const ss_profile_view view = {.kind = o->kind,
                                      .metric = o->metric,
                                      .accuracy = o->accuracies[a],
                                      .costs = &costs[a],
                                      .profile = &profile,
                                      .contest = contest};
        snprintf(name, sizeof name, "profile%s%s", o->names[a][0] != '\0' ? "-" : "", o->names[a]);
        done = ss_profile_make(&profile, o->kind, &costs[a], error);
        if (done)
            ss_profile_write_rows(&view, table.file);
        done = done && ss_profile_print(&view, w->page, error) &&
               (w->no_figure || ss_profile_draw(&view, folder, name, plots, error));
        if (done && !w->no_figure)
            tell_figures(w->page, folder, name, view.costs);
        ss_profile_free(&profile);
    }
    if (done && o->metric == SS_PROFILE_METRIC_TIME)
        print_times(w->page, contest);
    done = done && ss_output_close(&table, error) &&
           (!w->json || ss_report_table_file(&(ss_report_sheet){.n = 0}, ss_rows_find("profile"),
                                             folder, NULL, stdout, error));
    ss_output_discard(&table);
    return done;
}

/* The profile of an order, of the contenders that it tells of: rows of the table, and a figure. */
static bool show_order(const ss_ranking *ranking, const ss_ranking_order *order, FILE *table,
                       const words *w, ss_error *error)
{
    char name[64], plots[SS_PATH_SIZE];
    const char *const folder = w->out != NULL ? w->out : w->folders.values[0];
    ss_profile_contest contest = ranking->contest; /* with the contenders that have a place */
    ss_profile_costs costs = {.n_solvers = order->n};
    ss_profile profile = {.n_problems = 0};
    contest.grid.contenders = calloc(order->n + 1, sizeof *contest.grid.contenders);
    bool done = contest.grid.contenders != NULL || ss_error_memory(error, "a profile");
    for (size_t k = 0; done && k < order->n; ++k)
        contest.grid.contenders[k] = ranking->contest.grid.contenders[order->places[k].contender];
    const ss_profile_view view = {.kind = SS_PROFILE_PERFORMANCE,
                                  .metric = order->price == SS_PRICE_TIME ? SS_PROFILE_METRIC_TIME
                                                                          : SS_PROFILE_METRIC_UNITS,
                                  .accuracy = order->accuracy,
                                  .costs = &costs,
                                  .profile = &profile,
                                  .contest = &contest};
    done = done && ss_ranking_costs(&costs, order, error) &&
           ss_profile_make(&profile, view.kind, &costs, error) &&
           ss_home_path(plots, sizeof plots, "plots", error);
    if (done && costs.n_problems > 0) {
        snprintf(name, sizeof name, "profile-%s", ss_prices[order->price].word);
        if (!isnan(order->accuracy))
            snprintf(name, sizeof name, "profile-1e%.0f-%s", log10(order->accuracy),
                     ss_prices[order->price].word);
        ss_profile_write_rows(&view, table);
        done = w->no_figure || ss_profile_draw(&view, folder, name, plots, error);
        if (done && !w->no_figure)
            tell_figures(w->page, folder, name, view.costs);
    }
    ss_profile_free(&profile);
    ss_profile_costs_free(&costs);
    free(contest.grid.contenders);
    return done;
}

/* The ranking at all accuracies, by both prices: its lines, its table, and its profiles. */
static bool rank(const words *w, ss_error *error)
{
    const char *const folder = w->out != NULL ? w->out : w->folders.values[0];
    const ss_profile_scope scope = {.folders = w->folders.values,
                                    .n_folders = w->folders.n,
                                    .solvers = w->solvers,
                                    .mix_machines = w->mix_machines};
    ss_ranking r;
    ss_output table = {0}, profiles = {0};
    bool done = ss_ranking_open(&r, &scope, error);
    if (done)
        ss_partial_sweep(folder, false);
    done = done && (w->out == NULL || ss_output_make_folder(w->out, error)) &&
           ss_output_open(&table, folder, "ranking.csv", error) &&
           ss_output_open(&profiles, folder, "profile.csv", error);
    if (done) {
        ss_ranking_header(table.file);
        ss_ranking_write_rows(&r, table.file);
        ss_profile_header(profiles.file);
    }
    done = done && ss_profile_contest_tell_partial(&r.contest, w->page, NULL, error) &&
           ss_ranking_print(&r, w->page, error);
    for (size_t k = 0; done && k < (size_t)SS_RANKING_ACCURACIES * SS_PRICE_COUNT; ++k)
        if (ss_ranking_is_shown(&r, k / SS_PRICE_COUNT))
            done = show_order(&r, &r.orders[0][0] + k, profiles.file, w, error);
    done = done && ss_output_close(&table, error) && ss_output_close(&profiles, error);
    if (done && w->json) {
        ss_report_sheet sheet = {.n = 0};
        ss_ranking_add_table(&sheet, &r);
        done = ss_report_table_file(&sheet, ss_rows_find("profile"), folder, NULL, stdout, error);
    }
    ss_output_discard(&table);
    ss_output_discard(&profiles);
    ss_ranking_free(&r);
    return done;
}

/* The words understood, but for the cost, which may depend on the runs. An ECDF is of traces. */
static bool understand(goal *o, const words *w, bool *traced, ss_error *error)
{
    const bool ecdf = w->kind[0] == 'e';
    const char *const accuracy = ecdf && w->accuracy == NULL ? "all" : w->accuracy;
    *traced = accuracy != NULL;
    *o = (goal){.kind = ecdf                ? SS_PROFILE_ECDF
                        : w->kind[0] == 'd' ? SS_PROFILE_DATA
                                            : SS_PROFILE_PERFORMANCE,
                .metric = SS_PROFILE_METRIC_WORK,
                .accuracies = {NAN},
                .n_accuracies = 1};
    if (ecdf && strcmp(accuracy, "equal") == 0)
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "--accuracy equal is one target per problem: --kind ecdf takes all, or a "
            "list of E1");
    return (w->metric == NULL || ss_profile_metric_parse(w->metric, &o->metric, error)) &&
           (!*traced || parse_accuracies(accuracy, o, error));
}

/* The costs: of whole runs, or at each accuracy; for an ECDF all accuracies become one profile. */
static bool score(ss_profile_costs *costs, ss_profile_contest *contest, goal *o, bool traced,
                  ss_error *error)
{
    ss_profile_costs pairs;
    if (!traced)
        return ss_profile_scores_of_runs(costs, contest, o->metric, error);
    if (!ss_profile_scores_of_traces(costs, contest, o->metric, o->accuracies, o->n_accuracies,
                                     error))
        return false;
    if (o->kind != SS_PROFILE_ECDF)
        return true;
    const bool paired = ss_profile_pairs(&pairs, costs, o->accuracies, o->n_accuracies, error);
    ss_profile_costs_free(&costs[0]);
    costs[0] = pairs;
    o->accuracies[0] = NAN;
    snprintf(o->names[0], sizeof o->names[0], "ecdf");
    o->n_accuracies = 1;
    return paired;
}

/* Everything that can be wrong without reading a result, gnuplot included, is told first. */
static bool profile(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    const ss_profile_scope scope = {.folders = w->folders.values,
                                    .n_folders = w->folders.n,
                                    .solvers = w->solvers,
                                    .mix_machines = w->mix_machines};
    goal o;
    bool traced;
    ss_profile_contest contest = {.n_folders = 0};
    ss_profile_costs costs[SS_PROFILE_ACCURACIES_MAX] = {{.n_problems = 0}};
    w->page = w->json ? stderr : stdout;
    bool done =
        understand(&o, w, &traced, error) && (w->no_figure || ss_figure_require_gnuplot(error));
    if (done && !traced && w->metric == NULL && o.kind == SS_PROFILE_PERFORMANCE)
        return rank(w, error);
    done = done && ss_profile_contest_open(&contest, &scope, traced, error);
    /* where the user names no cost it is units, or work where no run has units, as of older
     * programs */
    for (size_t k = 0;
         done && w->metric == NULL && k < contest.grid.n_questions * contest.grid.n_contenders; ++k)
        if (!isnan(contest.grid.rows[k].record->row.work_units_total))
            o.metric = SS_PROFILE_METRIC_UNITS;
    if (done && o.metric == SS_PROFILE_METRIC_TIME && contest.machines.other != NULL)
        done = ss_error_set(error, SS_ERROR_DATA,
                            "times of %s and of %s do not compare: --metric units does, and "
                            "--mix-machines compares them all the same",
                            contest.machines.one, contest.machines.other);
    if (done && contest.grid.n_contenders < 2 && o.kind == SS_PROFILE_PERFORMANCE)
        done = ss_error_set(error, SS_ERROR_DATA,
                            "only %s was run: a performance profile compares two solvers or more; "
                            "--kind data takes one",
                            contest.grid.contenders[0].label);
    done =
        done && score(costs, &contest, &o, traced, error) && report(costs, &contest, &o, w, error);
    for (size_t a = 0; a < SS_PROFILE_ACCURACIES_MAX; ++a)
        ss_profile_costs_free(&costs[a]);
    ss_profile_contest_free(&contest);
    return done;
}

const ss_command ss_command_profile = {
    .name = "profile",
    .summary = "performance and data profiles of the solvers of a result folder",
    .places = "DIR [DIR...]",
    .doc =
        "Which solver solves how many of the problems at what cost: performance profiles (Dolan "
        "and More) or data profiles (More and Wild) of the runs in DIR/summary.csv, folders of "
        "`run` or `campaign`. Without --metric and --accuracy it ranks them at E1 1e-4, 1e-8 and "
        "1e-12, by CPU time and by work units, with 95 % bootstrap intervals over the problems, "
        "names the winner of each or says why there is none, and writes ranking.csv, profile.csv "
        "and figures; of two solvers one with a dot per problem. A run that was not solved, or "
        "whose E1 is above 1e-3, costs infinity. --kind ecdf puts problems and accuracies into one "
        "figure: the share of all pairs that each solver has reached by a budget, with a 95 % band "
        "of the first two.",
    .after = "Example:\n"
             "  stickslip profile results/night --metric units\n"
             "  stickslip profile results/night --kind data --accuracy 1e-6 \\\n"
             "    --solvers sbp,'ebp[alpha=2]' --out results/night-1e-6\n\n"
             "With --metric alone whole runs are compared: those that stop by eps may end at very "
             "different E1, and a note says by how much. --accuracy needs traces (run --trace). In "
             "a scene each solver's traced step is the one that its own earlier steps led to. A "
             "performance profile of more than two solvers may reverse the order of two of them: "
             "each such pair gets a warning.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, folders)),
    .is_list = true,
    .ask = "name a result folder: profile DIR",
    SS_WORDS(words, .kind = "performance"),
    .work = profile};
