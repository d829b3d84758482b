/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/duel.h"

#include "harness/tables/home.h"
#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Problems of the baseline `counts`, here stopped by E1. */
static const struct {
    const char *name, *settings;
    const char *file; /* in the home; NULL for a scene */
} problems[] = {
    {"sliding-ball", "steps=500", NULL},
    {"inclined-ball", "steps=500", NULL},
    {"balls-4", "steps=300", NULL},
    {"balls-500", "h=3e-4,steps=60", NULL},
    {"Box_Stacks", "max-sweeps=2000", "problems/data/local/Box_Stacks-i0122-82-5.hdf5"},
    {"Confeti", "max-sweeps=2000", "problems/data/local/Confeti-ex03-Fc3D-SBM.hdf5"},
    {"OneObject", "max-sweeps=2000", "problems/data/local/OneObject-i100000-316.hdf5"},
};

enum { N_PROBLEMS = sizeof problems / sizeof problems[0] };

/* Those of the ranking: 1e-4, 1e-8, 1e-12; of whole runs nothing is asked. */
static const struct {
    const char *setting;
    double e1;
} accuracies[SS_RANKING_ACCURACIES] = {
    {"tol=1e-4", 1e-4}, {"tol=1e-8", 1e-8}, {"tol=1e-12", 1e-12}, {NULL, NAN}};

/* Local solvers within two outer ones: solved to the end, and one step of each form. */
static const char *const locals[] = {"exact", "sbp", "ebp"};

/* A round under way. */
typedef struct play {
    char path[SS_PATH_SIZE]; /* "file:..."; the choice borrows it */
    ss_problem_choice problem;
    ss_choice solver[2];
    const char *const *labels;
    unsigned kind;
    size_t repeats;
    ss_run_limits limits;
    ss_check_comparison_run run; /* the last */
} play;

/* Choose the k-th problem, which must open, at an accuracy. */
static bool choose_problem(play *p, size_t k, size_t accuracy, ss_error *error)
{
    static const char file[] = "file:";
    const size_t before = sizeof file - 1;
    const bool frozen = problems[k].file != NULL;
    memcpy(p->path, file, sizeof file);
    return (!frozen ||
            ss_home_path(p->path + before, sizeof p->path - before, problems[k].file, error)) &&
           ss_problem_choice_parse(&p->problem, frozen ? p->path : problems[k].name, error) &&
           ss_problem_choice_set_list(&p->problem, problems[k].settings, error) &&
           ss_problem_choice_set_list(&p->problem, accuracies[accuracy].setting, error) &&
           ss_source_check(&p->problem, error);
}

/* The sides in turn, stopped by E1, at one accuracy. */
static bool play_accuracy(play *p, const ss_check_duel_round *round, ss_check_duel_side side[2],
                          ss_error *error)
{
    const size_t repeats = round->is_timed ? p->repeats : 1;
    double cpu_s[2][SS_CHECK_DUEL_REPEATS];
    size_t n[2] = {0, 0};
    bool played = true;
    for (size_t k = 0; played && k < repeats; ++k)
        for (size_t s = 0; played && s < 2; ++s) {
            const ss_run run = {.problem = &p->problem,
                                .solver = &p->solver[s],
                                .stop = &ss_estimator_e1,
                                .limits = p->limits};
            const ss_summary_row *const row = &p->run.row;
            if (k > 0 &&
                (side[0].standing != SS_STANDING_COUNTS || side[1].standing != SS_STANDING_COUNTS))
                continue; /* nothing to time */
            played = ss_check_comparison_run_one(&run, &p->run, error);
            if (!played)
                break;
            side[s] = (ss_check_duel_side){.status = row->status,
                                           .standing = ss_standing_of(row),
                                           .e1 = ss_standing_e1(row),
                                           .units = ss_price_of(row, SS_PRICE_UNITS)};
            cpu_s[s][n[s]++] = ss_price_of(row, SS_PRICE_TIME);
        }
    for (size_t s = 0; played && s < 2; ++s)
        side[s].cpu = ss_spread_of(cpu_s[s], n[s]);
    return played;
}

/* Both solvers in the k-th frame; false where one of them does not take it, or neither does and
 * there was one before. */
static bool choose_frame(play *p, const char *frame, bool *depends, ss_error *refused)
{
    const bool local = p->kind == SS_CHOICE_LOCAL;
    bool chosen = true;
    *depends = local;
    for (size_t s = 0; chosen && s < 2; ++s) {
        chosen = local ? ss_choice_parse_whole(&p->solver[s], p->labels[s], frame, refused)
                       : ss_choice_parse_with(&p->solver[s], p->labels[s], frame, refused);
        const ss_choice *const inner = chosen ? ss_choice_local(&p->solver[s]) : NULL;
        *depends = *depends || (inner != NULL && strcmp(inner->label, frame) == 0);
    }
    return chosen;
}

/* A problem in one frame; nothing where a side does not take it. There is room for it. */
static bool play_frame(ss_check_duel *duel, play *p, size_t k, const char *frame, ss_error *error)
{
    ss_error refused = {.code = SS_ERROR_NONE};
    const bool first = duel->n == 0 || duel->rounds[duel->n - 1].problem != problems[k].name;
    bool depends = true, played = choose_frame(p, frame, &depends, &refused);
    if (played && (depends || first)) {
        ss_check_duel_round *const round = &duel->rounds[duel->n++];
        *round = (ss_check_duel_round){
            .problem = problems[k].name, .frame = depends ? frame : "", .is_timed = first};
        for (size_t a = 0; played && a < SS_CHECK_DUEL_ACCURACIES; ++a) {
            played =
                choose_problem(p, k, a, error) && play_accuracy(p, round, round->side[a], error);
            ss_problem_choice_free(&p->problem);
        }
    } else if (!played) {
        played =
            refused.code == SS_ERROR_USAGE || ss_error_set(error, refused.code, "%s", refused.text);
    }
    ss_choice_free(&p->solver[0]);
    ss_choice_free(&p->solver[1]);
    return played;
}

bool ss_check_duel_play(ss_check_duel *duel, const char *const labels[2], unsigned kind,
                        size_t repeats, const ss_child_limits *limits, ss_error *error)
{
    play p = {.labels = labels,
              .kind = kind,
              .repeats = repeats,
              .limits = ss_check_run_limits(limits, SS_CHECK_DUEL_CPU_S)};
    size_t n_outers = 0;
    while (ss_outer_solver_at(n_outers) != NULL)
        ++n_outers;
    const size_t n_frames = kind == SS_CHOICE_LOCAL ? n_outers : sizeof locals / sizeof *locals;
    *duel = (ss_check_duel){.rounds = calloc(N_PROBLEMS * n_frames, sizeof *duel->rounds)};
    bool played = duel->rounds != NULL || ss_error_memory(error, "the rounds of a duel");
    for (size_t k = 0; played && k < N_PROBLEMS; ++k) { /* before the first takes its time */
        played = choose_problem(&p, k, 0, error);
        ss_problem_choice_free(&p.problem);
    }
    for (size_t k = 0; played && k < N_PROBLEMS * n_frames; ++k) {
        const size_t f = k % n_frames;
        played =
            play_frame(duel, &p, k / n_frames,
                       kind == SS_CHOICE_LOCAL ? ss_outer_solver_at(f)->name : locals[f], error);
    }
    return played;
}

void ss_check_duel_free(ss_check_duel *duel)
{
    free(duel->rounds);
    *duel = (ss_check_duel){.n = 0};
}

/* ---- the ranking ---- */

/* The cost of a side on the problem of n rounds. What measured or cost nothing is passed over. */
static ss_ranking_cost cost_of(const ss_check_duel_round *rounds, size_t n, size_t accuracy,
                               ss_price price, size_t s)
{
    double both = 0.0, alone = 0.0;
    size_t n_both = 0, n_alone = 0, n_failed = 0, n_told = 0;
    ss_ranking_cost cost = {.value = NAN, .q1 = NAN, .q3 = NAN, .e1 = NAN};
    for (size_t k = 0; k < n; ++k) {
        const ss_check_duel_side *const own = &rounds[k].side[accuracy][s];
        const ss_check_duel_side *const other = &rounds[k].side[accuracy][1 - s];
        const bool counts = own->standing == SS_STANDING_COUNTS;
        const bool against = other->standing == SS_STANDING_COUNTS;
        const double value = price == SS_PRICE_TIME ? own->cpu.median : own->units;
        const double rival = price == SS_PRICE_TIME ? other->cpu.median : other->units;
        if (own->standing == SS_STANDING_NOTHING || other->standing == SS_STANDING_NOTHING ||
            (price == SS_PRICE_TIME && !rounds[k].is_timed) || (counts && !(value > 0.0)) ||
            (against && !(rival > 0.0)))
            continue;
        ++n_told;
        n_failed += !counts && against;
        n_both += counts && against;
        n_alone += counts && !against;
        both += counts && against ? log(value) : 0.0;
        alone += counts && !against ? log(value) : 0.0;
        cost.q1 = price == SS_PRICE_TIME ? own->cpu.q1 : NAN;
        cost.q3 = price == SS_PRICE_TIME ? own->cpu.q3 : NAN;
        cost.is_judged = price == SS_PRICE_UNITS ||
                         ss_price_agrees(own->cpu.n, own->cpu.q1, own->cpu.median, own->cpu.q3);
    }
    if (n_told > 0)
        cost.value = n_failed > 0 || n_both + n_alone == 0 ? INFINITY
                     : n_both > 0                          ? exp(both / (double)n_both)
                                                           : exp(alone / (double)n_alone);
    if (price == SS_PRICE_UNITS)
        cost.q1 = cost.q3 = cost.value;
    cost.gap = isnan(cost.value) ? SS_RANKING_GAP_NOTHING : SS_RANKING_GAP_NONE;
    return cost;
}

/* One order: a question a problem. */
static bool rank(ss_ranking *ranking, const ss_check_duel *duel, size_t accuracy, ss_price price,
                 ss_error *error)
{
    ss_ranking_order *const order = &ranking->orders[accuracy][price];
    *order = (ss_ranking_order){.accuracy = accuracies[accuracy].e1,
                                .price = price,
                                .costs = calloc(2 * duel->n + 1, sizeof *order->costs)};
    if (order->costs == NULL)
        return ss_error_memory(error, "a ranking");
    for (size_t begin = 0, end = 0; !isnan(order->accuracy) && begin < duel->n; begin = end) {
        for (end = begin + 1; end < duel->n; ++end)
            if (duel->rounds[end].problem != duel->rounds[begin].problem)
                break;
        for (size_t s = 0; s < 2; ++s)
            order->costs[2 * order->n_questions + s] =
                cost_of(duel->rounds + begin, end - begin, accuracy, price, s);
        ++order->n_questions;
    }
    return ss_ranking_arrange(order, accuracy > 0 ? &ranking->orders[accuracy - 1][price] : NULL,
                              ranking->contest.grid.contenders, 2, error);
}

bool ss_check_duel_rank(ss_ranking *ranking, const ss_check_duel *duel, const char *const labels[2],
                        ss_error *error)
{
    *ranking = (ss_ranking){.contest = {.n_folders = 0}};
    ss_grid *const grid = &ranking->contest.grid;
    grid->contenders = calloc(2, sizeof *grid->contenders);
    bool ranked = grid->contenders != NULL;
    for (size_t s = 0; ranked && s < 2; ++s) {
        grid->contenders[s].label = strdup(labels[s]);
        ranked = grid->contenders[s].label != NULL;
        ++grid->n_contenders;
    }
    if (!ranked)
        ss_error_memory(error, "a ranking");
    for (size_t a = 0; ranked && a < SS_RANKING_ACCURACIES; ++a)
        for (ss_price price = 0; ranked && price < SS_PRICE_COUNT; ++price)
            ranked = rank(ranking, duel, a, price, error);
    return ranked;
}

ss_check_duel_verdict ss_check_duel_judge(const ss_ranking *ranking, const char *const labels[2])
{
    size_t n_won[2] = {0, 0};
    for (size_t k = 0; k < (size_t)SS_CHECK_DUEL_ACCURACIES * SS_PRICE_COUNT; ++k) {
        const char *const winner = (&ranking->orders[0][0] + k)->winner;
        for (size_t s = 0; s < 2; ++s)
            n_won[s] += winner != NULL && strcmp(winner, labels[s]) == 0;
    }
    return n_won[0] > 0 && n_won[1] > 0 ? SS_CHECK_DUEL_MIXED
           : n_won[0] > 0               ? SS_CHECK_DUEL_BETTER
           : n_won[1] > 0               ? SS_CHECK_DUEL_WORSE
                                        : SS_CHECK_DUEL_SAME;
}

/* ---- the page ---- */

const struct ss_check_duel_words ss_check_duel_verdicts[] = {
    [SS_CHECK_DUEL_SAME] = {0, "neither better nor worse than"},
    [SS_CHECK_DUEL_BETTER] = {10, "better than"},
    [SS_CHECK_DUEL_WORSE] = {11, "worse than"},
    [SS_CHECK_DUEL_MIXED] = {13, "better here, worse there than"}};

static const ss_report_column columns[] = {
    {"problem", SS_REPORT_HEADING, false},      {"frame", SS_REPORT_LEFT, true},
    {"solver", SS_REPORT_LEFT, false},          {"units to 1e-4", SS_REPORT_RIGHT, false},
    {"to 1e-8", SS_REPORT_RIGHT, false},        {"to 1e-12", SS_REPORT_RIGHT, false},
    {"CPU (s) to 1e-4", SS_REPORT_RIGHT, true}, {"to 1e-8", SS_REPORT_RIGHT, true},
    {"to 1e-12", SS_REPORT_RIGHT, true}};

/* A row of the table: prices at the three accuracies, or how the run ended. */
static void add_side(ss_report_sheet *sheet, const ss_check_duel_round *round, const char *label,
                     size_t s)
{
    ss_report_cells(sheet, round->problem, round->frame, label, NULL);
    for (ss_price price = SS_PRICE_COUNT; price-- > 0;) /* units first */
        for (size_t a = 0; a < SS_CHECK_DUEL_ACCURACIES; ++a) {
            const ss_check_duel_side *const side = &round->side[a][s];
            if (price == SS_PRICE_TIME && !round->is_timed)
                ss_report_cells(sheet, "", NULL);
            else if (side->standing == SS_STANDING_COUNTS)
                ss_report_number(sheet, price == SS_PRICE_TIME ? side->cpu.median : side->units, 3,
                                 "-");
            else
                ss_report_cells(sheet,
                                ss_outcome_name_is_solved(side->status)
                                    ? ss_standing_name(side->standing)
                                    : side->status,
                                NULL);
        }
}

static const ss_report_column run_columns[] = {
    {"problem", SS_REPORT_LEFT, false},   {"frame", SS_REPORT_LEFT, false},
    {"solver", SS_REPORT_LEFT, false},    {"accuracy", SS_REPORT_RIGHT, false},
    {"status", SS_REPORT_LEFT, false},    {"standing", SS_REPORT_LEFT, false},
    {"e1_worst", SS_REPORT_RIGHT, false}, {"work_units", SS_REPORT_RIGHT, false},
    {"cpu_s", SS_REPORT_RIGHT, false},    {"cpu_s_q1", SS_REPORT_RIGHT, false},
    {"cpu_s_q3", SS_REPORT_RIGHT, false}, {"repeats", SS_REPORT_RIGHT, false}};

/* For programs: a row a run. */
static void add_runs(ss_report_sheet *sheet, const ss_check_duel *duel, const char *const labels[2])
{
    SS_REPORT_COLUMNS(sheet, "rounds", run_columns);
    for (size_t k = 0; k < 2 * SS_CHECK_DUEL_ACCURACIES * duel->n; ++k) {
        const ss_check_duel_round *const round = &duel->rounds[k / (2 * SS_CHECK_DUEL_ACCURACIES)];
        const size_t a = k / 2 % SS_CHECK_DUEL_ACCURACIES;
        const ss_check_duel_side *const side = &round->side[a][k % 2];
        const double values[] = {side->e1, side->units, side->cpu.median, side->cpu.q1,
                                 side->cpu.q3};
        ss_report_cells(sheet, round->problem, round->frame, labels[k % 2], NULL);
        ss_report_number(sheet, accuracies[a].e1, 3, "");
        ss_report_cells(sheet, side->status, ss_standing_name(side->standing), NULL);
        for (size_t v = 0; v < sizeof values / sizeof *values; ++v)
            ss_report_number(sheet, values[v], 17, "");
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", side->cpu.n);
    }
}

static const ss_report_column judge_columns[] = {{"verdict", SS_REPORT_LEFT, false},
                                                 {"exit_code", SS_REPORT_RIGHT, false}};

bool ss_check_duel_print(FILE *out, const ss_check_duel *duel, const ss_ranking *ranking,
                         const char *const labels[2], bool for_programs, ss_error *error)
{
    const struct ss_check_duel_words *const verdict =
        &ss_check_duel_verdicts[ss_check_duel_judge(ranking, labels)];
    ss_report_sheet sheet = {.text = NULL};
    ss_report_add(&sheet, SS_REPORT_TITLE, "%s against %s", labels[0], labels[1]);
    ss_report_add(&sheet, SS_REPORT_REMARK,
                  "Runs stop at E1 1e-4, 1e-8 and 1e-12: work units of all steps; CPU time in the "
                  "first frame, its median over the repeats.");
    if (for_programs) {
        add_runs(&sheet, duel, labels);
        ss_ranking_add_table(&sheet, ranking);
        SS_REPORT_COLUMNS(&sheet, "judge", judge_columns);
        ss_report_cells(&sheet, verdict->words, NULL);
        ss_report_add(&sheet, SS_REPORT_CELL, "%d", verdict->exit_code);
    } else {
        SS_REPORT_COLUMNS(&sheet, NULL, columns);
        for (size_t k = 0; k < 2 * duel->n; ++k)
            add_side(&sheet, &duel->rounds[k / 2], labels[k % 2], k % 2);
    }
    bool printed =
        ss_report_end(&sheet, for_programs ? &ss_report_json : &ss_report_text, out, error);
    if (!printed || for_programs)
        return printed;
    fputs("\n", out);
    printed = ss_ranking_print(ranking, out, error);
    fprintf(out, "\nverdict: %s is %s %s at equal E1; it passes its checks. ", labels[0],
            verdict->words, labels[1]);
    ss_ranking_headline(ranking, out);
    fputs("\n", out);
    return printed;
}
