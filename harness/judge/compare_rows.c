/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/compare_rows.h"
#include "harness/tables/question.h"

#include <math.h>
#include <string.h>

static const ss_report_column columns[] = {{"verdict", SS_REPORT_LEFT, false},
                                           {"row", SS_REPORT_LEFT, false},
                                           {"moved", SS_REPORT_LEFT, false}};

static const ss_report_column move_columns[] = {
    {"verdict", SS_REPORT_LEFT, false}, {"row", SS_REPORT_LEFT, false},
    {"column", SS_REPORT_LEFT, false},  {"base", SS_REPORT_RIGHT, false},
    {"new", SS_REPORT_RIGHT, false},    {"judged", SS_REPORT_RIGHT, false}};

/* Both in words: counts in full, others with as few digits, from three, as tell them apart. */
static void print_values(char text[2][40], const ss_compare_move *move)
{
    const bool whole =
        move->values[0] == floor(move->values[0]) && move->values[1] == floor(move->values[1]);
    for (int k = 0; k < 2 && move->words[0] != NULL; ++k)
        snprintf(text[k], 40, "%s", move->words[k]);
    for (int digits = whole ? 17 : 3; move->words[0] == NULL && digits <= 17; ++digits) {
        for (int k = 0; k < 2; ++k)
            snprintf(text[k], 40, "%.*g", digits, isnan(move->values[k]) ? NAN : move->values[k]);
        if (strcmp(text[0], text[1]) != 0)
            break;
    }
}

const char *ss_compare_moved_text(char text[SS_COMPARE_TEXT], const ss_compare_judgement *judgement)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < judgement->n_moved && used < SS_COMPARE_TEXT; ++k) {
        const ss_compare_move *const move = &judgement->moves[k];
        char values[2][40];
        print_values(values, move);
        used += (size_t)snprintf(text + used, SS_COMPARE_TEXT - used, "%s%s %s -> %s%s",
                                 k > 0 ? ", " : "", move->column, values[0], values[1],
                                 move->is_judged ? "" : " (not judged)");
    }
    return text;
}

/* For programs: a row for each thing that moved, or one alone for a row without a partner. */
static void add_moves(ss_report_sheet *sheet, const ss_compare_judgement *judgement,
                      const char *label)
{
    if (judgement->n_moved == 0)
        ss_report_cells(sheet, ss_compare_changes[judgement->change], label, "", "", "", "", NULL);
    for (size_t k = 0; k < judgement->n_moved; ++k) {
        const ss_compare_move *const move = &judgement->moves[k];
        ss_report_cells(sheet, ss_compare_changes[judgement->change], label, move->column, NULL);
        for (int side = 0; side < 2; ++side)
            if (move->words[0] != NULL)
                ss_report_cells(sheet, move->words[side], NULL);
            else
                ss_report_number(sheet, move->values[side], 17, "");
        ss_report_cells(sheet, move->is_judged ? "true" : "false", NULL);
    }
}

/* "mu=0.3 instance 2 ebp -> sal": a pair by what `keys` tell it from its neighbours. */
static void label_pair(char label[SS_LABEL_SIZE], const ss_compare_match_pair *pair,
                       const ss_label_keys *keys)
{
    const ss_summary_row *const row = pair->row, *const new = pair->whole ? &pair->new->row : row;
    const bool renamed = strcmp(row->solver, new->solver) != 0;
    ss_label_question(label, SS_LABEL_SIZE, row, keys, " ");
    const size_t used = strlen(label);
    snprintf(label + used, SS_LABEL_SIZE - used, " %s%s%s", row->solver, renamed ? " -> " : "",
             renamed ? new->solver : "");
    if (!renamed) {
        ss_label_differing(label, SS_LABEL_SIZE, new->options, row->options, NULL, ", now ");
        ss_label_differing(label, SS_LABEL_SIZE, row->options, new->options, NULL, ", was ");
    }
}

/* A walk over pairs: what is shown of each, on which sheet. */
typedef struct walk {
    ss_report_sheet *sheet;
    const ss_compare_result *c;
    bool for_programs, begun;
    void (*show)(struct walk *w, size_t k, const char *label);
    bool (*is_shown)(const struct walk *w, size_t k);
} walk;

/* Problem by problem: a label says what differs between pairs of its problem. */
static void walk_pairs(walk *w)
{
    const ss_compare_match *const match = &w->c->match;
    for (size_t begin = 0, end = 0; begin < match->n; begin = end) {
        const ss_compare_match_pair *const pairs = match->pairs;
        ss_label_keys keys = {.instance = false};
        for (end = begin + 1; end < match->n; ++end) {
            if (strcmp(pairs[end].row->problem, pairs[begin].row->problem) != 0)
                break;
            ss_label_note(&keys, pairs[end].row, pairs[end - 1].row);
        }
        for (size_t k = begin; k < end; ++k) {
            char label[SS_LABEL_SIZE];
            if (!w->is_shown(w, k))
                continue;
            label_pair(label, &pairs[k], &keys);
            w->show(w, k, label);
            w->begun = true;
        }
    }
}

static bool has_moved(const walk *w, size_t k)
{
    const ss_compare_judgement *const j = &w->c->judgements[k];
    return j->change != SS_COMPARE_CHANGE_SAME || j->only_residual;
}

static void show_moved(walk *w, size_t k, const char *label)
{
    const ss_compare_judgement *const j = &w->c->judgements[k];
    char text[SS_COMPARE_TEXT];
    if (!w->begun && w->for_programs)
        SS_REPORT_COLUMNS(w->sheet, "moved", move_columns);
    else if (!w->begun)
        SS_REPORT_COLUMNS(w->sheet, "moved", columns);
    if (w->for_programs)
        add_moves(w->sheet, j, label);
    else
        ss_report_cells(w->sheet, ss_compare_changes[j->change], label,
                        ss_compare_moved_text(text, j), NULL);
}

void ss_compare_add_rows(ss_report_sheet *sheet, const ss_compare_result *comparison,
                         bool for_programs)
{
    walk w = {.sheet = sheet,
              .c = comparison,
              .for_programs = for_programs,
              .show = show_moved,
              .is_shown = has_moved};
    walk_pairs(&w);
}

static bool is_solved(const ss_record *record)
{
    return record != NULL && ss_outcome_is_solved(record->outcome);
}

/* A row that is new has gained nothing: nobody knows what came of it before. */
static bool has_turned(const walk *w, size_t k)
{
    const ss_compare_match_pair *const pair = &w->c->match.pairs[k];
    return pair->base != NULL && is_solved(pair->base) != is_solved(pair->new);
}

static void show_turned(walk *w, size_t k, const char *label)
{
    static const ss_report_column titles[] = {{"solve", SS_REPORT_LEFT, false},
                                              {"row", SS_REPORT_LEFT, false},
                                              {"base", SS_REPORT_LEFT, false},
                                              {"new", SS_REPORT_LEFT, false}};
    const ss_compare_match_pair *const pair = &w->c->match.pairs[k];
    if (!w->begun)
        SS_REPORT_COLUMNS(w->sheet, "solves", titles);
    ss_report_cells(w->sheet, is_solved(pair->base) ? "lost" : "gained", label,
                    ss_outcome_name(pair->base->outcome),
                    pair->new != NULL ? ss_outcome_name(pair->new->outcome) : "no such row", NULL);
}

void ss_compare_add_solves(ss_report_sheet *sheet, const ss_compare_result *comparison)
{
    walk w = {.sheet = sheet, .c = comparison, .show = show_turned, .is_shown = has_turned};
    walk_pairs(&w);
}
