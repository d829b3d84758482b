/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/duel.h"

#include "harness/report/sheet.h"
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
    {"sliding-ball", "steps=500,tol=1e-8", NULL},
    {"inclined-ball", "steps=500,tol=1e-8", NULL},
    {"balls-4", "steps=300,tol=1e-8", NULL},
    {"balls-500", "h=3e-4,steps=60,tol=1e-8", NULL},
    {"Box_Stacks", "tol=1e-6,max-sweeps=2000", "problems/data/local/Box_Stacks-i0122-82-5.hdf5"},
    {"Confeti", "tol=1e-6,max-sweeps=2000", "problems/data/local/Confeti-ex03-Fc3D-SBM.hdf5"},
    {"OneObject", "tol=1e-6,max-sweeps=2000", "problems/data/local/OneObject-i100000-316.hdf5"},
};

enum { N_PROBLEMS = sizeof problems / sizeof problems[0] };

/* A round under way. */
typedef struct play {
    char path[SS_PATH_SIZE]; /* "file:..."; the choice borrows it */
    ss_problem_choice problem;
    ss_choice solver[2];
    size_t repeats;
    ss_run_limits limits;
    ss_check_comparison_run run; /* the last */
} play;

/* Choose the k-th problem, which must open. */
static bool choose_problem(play *p, size_t k, ss_error *error)
{
    static const char file[] = "file:";
    const size_t before = sizeof file - 1;
    const bool frozen = problems[k].file != NULL;
    memcpy(p->path, file, sizeof file);
    return (!frozen ||
            ss_home_path(p->path + before, sizeof p->path - before, problems[k].file, error)) &&
           ss_problem_choice_parse(&p->problem, frozen ? p->path : problems[k].name, error) &&
           ss_problem_choice_set_list(&p->problem, problems[k].settings, error) &&
           ss_source_check(&p->problem, error);
}

/* The sides in turn, stopped by E1: both are judged at equal accuracy. */
static bool play_round(play *p, ss_check_duel_round *round, ss_error *error)
{
    const size_t repeats = strcmp(round->outer, SS_CHOICE_OUTER_DEFAULT) == 0 ? p->repeats : 1;
    double cpu_s[2][SS_CHECK_DUEL_REPEATS];
    bool played = true;
    for (size_t k = 0; played && k < repeats; ++k)
        for (size_t s = 0; played && s < 2; ++s) {
            const ss_run run = {.problem = &p->problem,
                                .solver = &p->solver[s],
                                .stop = &ss_estimator_e1,
                                .limits = p->limits};
            const ss_summary_row *const row = &p->run.row;
            if (k > 0 && !(round->side[0].solved && round->side[1].solved))
                continue; /* nothing to time */
            played = ss_check_comparison_run_one(&run, &p->run, error);
            if (!played)
                break;
            round->side[s] = (ss_check_duel_side){.status = row->status,
                                                  .solved = ss_outcome_name_is_solved(row->status),
                                                  .sweeps = row->sweeps_total,
                                                  .e1 = row->e1};
            cpu_s[s][k] = row->cpu_s;
        }
    const bool timed = repeats > 1 && round->side[0].solved && round->side[1].solved;
    for (size_t s = 0; played && s < 2; ++s)
        round->side[s].cpu = ss_spread_of(cpu_s[s], timed ? repeats : 0);
    return played;
}

/* A problem in one outer solver; nothing where that takes no local one. There is room for it. */
static bool play_outer(ss_check_duel *duel, play *p, size_t k, const char *outer,
                       const char *const labels[2], ss_error *error)
{
    ss_error refused = {.code = SS_ERROR_NONE};
    bool played = ss_choice_parse_whole(&p->solver[0], labels[0], outer, &refused) &&
                  ss_choice_parse_whole(&p->solver[1], labels[1], outer, &refused);
    if (played) {
        ss_check_duel_round *const round = &duel->rounds[duel->n++];
        *round = (ss_check_duel_round){.problem = problems[k].name, .outer = outer};
        played = play_round(p, round, error);
    } else {
        played =
            refused.code == SS_ERROR_USAGE || ss_error_set(error, refused.code, "%s", refused.text);
    }
    ss_choice_free(&p->solver[0]);
    ss_choice_free(&p->solver[1]);
    return played;
}

bool ss_check_duel_play(ss_check_duel *duel, const char *const labels[2], size_t repeats,
                        const ss_child_limits *limits, ss_error *error)
{
    play p = {.repeats = repeats, .limits = ss_check_run_limits(limits, SS_CHECK_DUEL_CPU_S)};
    size_t n_outers = 0;
    while (ss_outer_solver_at(n_outers) != NULL)
        ++n_outers;
    *duel = (ss_check_duel){.rounds = calloc(N_PROBLEMS * n_outers, sizeof *duel->rounds)};
    bool played = duel->rounds != NULL ||
                  ss_error_set(error, SS_ERROR_MEMORY, "no memory for the rounds of a duel");
    for (size_t k = 0; played && k < N_PROBLEMS; ++k) { /* before the first takes its time */
        played = choose_problem(&p, k, error);
        ss_problem_choice_free(&p.problem);
    }
    for (size_t k = 0; played && k < N_PROBLEMS; ++k) {
        played = choose_problem(&p, k, error);
        for (size_t o = 0; played && o < n_outers; ++o)
            played = play_outer(duel, &p, k, ss_outer_solver_at(o)->name, labels, error);
        ss_problem_choice_free(&p.problem);
    }
    return played;
}

void ss_check_duel_free(ss_check_duel *duel)
{
    free(duel->rounds);
    *duel = (ss_check_duel){.n = 0};
}

/* ---- judgement ---- */

/* A geometric mean of ratios under way. */
typedef struct mean {
    double sum;
    size_t n;
} mean;

/* A ratio of two costs, both above 0, counts by its logarithm: twice and half cancel. */
static void add_ratio(mean *m, double first, double rival)
{
    if (!(first > 0.0 && rival > 0.0))
        return;
    m->sum += log(first / rival);
    ++m->n;
}

/* NaN of none. */
static double mean_of(const mean *m)
{
    return m->n > 0 ? exp(m->sum / (double)m->n) : NAN;
}

ss_check_duel_score ss_check_duel_judge(const ss_check_duel *duel)
{
    ss_check_duel_score score = {.n = duel->n};
    mean sweeps = {0.0, 0}, cpu = {0.0, 0}, low = {0.0, 0}, high = {0.0, 0};
    for (size_t k = 0; k < duel->n; ++k) {
        const ss_check_duel_side *const a = &duel->rounds[k].side[0], *const b = a + 1;
        score.solved[0] += a->solved;
        score.solved[1] += b->solved;
        score.won += a->solved && !b->solved;
        score.lost += b->solved && !a->solved;
        if (!a->solved || !b->solved)
            continue;
        add_ratio(&sweeps, (double)a->sweeps, (double)b->sweeps);
        add_ratio(&cpu, a->cpu.median, b->cpu.median);
        add_ratio(&low, a->cpu.q1, b->cpu.q3);
        add_ratio(&high, a->cpu.q3, b->cpu.q1);
    }
    score.sweeps = mean_of(&sweeps);
    score.cpu = mean_of(&cpu);
    score.cpu_low = mean_of(&low);
    score.cpu_high = mean_of(&high);
    /* a ratio is off 1 where all that it may be is: sweeps by 2 %, times by their quartiles */
    const bool better = score.won > 0 || score.sweeps * 1.02 < 1.0 || score.cpu_high < 1.0;
    const bool worse = score.lost > 0 || score.sweeps / 1.02 > 1.0 || score.cpu_low > 1.0;
    score.verdict = better && worse ? SS_CHECK_DUEL_MIXED
                    : better        ? SS_CHECK_DUEL_BETTER
                    : worse         ? SS_CHECK_DUEL_WORSE
                                    : SS_CHECK_DUEL_SAME;
    return score;
}

/* ---- the page ---- */

static const ss_report_column columns[] = {
    {"problem", SS_REPORT_HEADING, false}, {"outer", SS_REPORT_LEFT, false},
    {"solver", SS_REPORT_LEFT, false},     {"status", SS_REPORT_LEFT, false},
    {"sweeps", SS_REPORT_RIGHT, false},    {"E1", SS_REPORT_RIGHT, false},
    {"CPU (s)", SS_REPORT_RIGHT, false},   {"quartiles", SS_REPORT_LEFT, false}};

static void add_side(ss_report_sheet *sheet, const ss_check_duel_round *round, const char *label,
                     const ss_check_duel_side *side)
{
    ss_report_cells(sheet, round->problem, round->outer, label, side->status, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", side->sweeps);
    ss_report_number(sheet, side->e1, 2, "-");
    ss_report_number(sheet, side->cpu.median, 2, "-");
    if (isnan(side->cpu.median))
        ss_report_cells(sheet, "", NULL);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%.2g to %.2g", side->cpu.q1, side->cpu.q3);
}

static void add_sentence(ss_report_sheet *sheet, const ss_check_duel *duel,
                         const char *const labels[2])
{
    static const char *const words[] = {[SS_CHECK_DUEL_SAME] = "as good as",
                                        [SS_CHECK_DUEL_BETTER] = "better than",
                                        [SS_CHECK_DUEL_WORSE] = "worse than",
                                        [SS_CHECK_DUEL_MIXED] = "better here, worse there than"};
    const ss_check_duel_score score = ss_check_duel_judge(duel);
    char text[32], low[32], high[32];
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "verdict: %s is %s %s at equal E1: it passes its checks, solved %zu of %zu runs "
                  "(%s %zu)",
                  labels[0], words[score.verdict], labels[1], score.solved[0], score.n, labels[1],
                  score.solved[1]);
    if (isnan(score.sweeps))
        return; /* no run that both solved */
    ss_report_append(sheet, ", needs %sx its sweeps",
                     ss_report_number_text(text, score.sweeps, 3, ""));
    if (!isnan(score.cpu))
        ss_report_append(sheet, " and %sx its CPU time (%s to %s)",
                         ss_report_number_text(text, score.cpu, 2, ""),
                         ss_report_number_text(low, score.cpu_low, 2, ""),
                         ss_report_number_text(high, score.cpu_high, 2, ""));
    ss_report_append(sheet, " where both did");
}

bool ss_check_duel_print(FILE *out, const ss_check_duel *duel, const char *const labels[2],
                         ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_add(&sheet, SS_REPORT_TITLE, "%s against %s", labels[0], labels[1]);
    ss_report_add(&sheet, SS_REPORT_REMARK,
                  "Every run stops at the same E1: 1e-8 on scenes, 1e-6 on files. Sweeps of all "
                  "steps; CPU time in %s, its median and quartiles over the repeats.",
                  SS_CHOICE_OUTER_DEFAULT);
    ss_report_table(&sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t k = 0; k < duel->n; ++k)
        for (size_t s = 0; s < 2; ++s)
            add_side(&sheet, &duel->rounds[k], labels[s], &duel->rounds[k].side[s]);
    add_sentence(&sheet, duel, labels);
    const bool printed = ss_report_print(&sheet, &ss_report_text, out, error);
    ss_report_free(&sheet);
    return printed;
}
