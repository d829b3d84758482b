/* The other parameter of a map is found, not asked for: the first in which curves of one problem,
 * or of one solver, differ by number. Rows with equal keys without it are one map.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "harness/tables/pairs.h"
#include "harness/tables/question.h"

#include <stdlib.h>
#include <string.h>

static const char *list_of(const ss_study_curve *curve, ss_study_of of)
{
    const ss_summary_row *const row = &curve->run->record.row;
    return of == SS_STUDY_OF_SOLVER ? row->options : row->parameters;
}

/* Have two curves one problem, or one question and solver: so that what is left may be the other
 * parameter. */
static bool are_alike(const ss_study_curve *a, const ss_study_curve *b, ss_study_of of)
{
    const ss_summary_row *const x = &a->run->record.row, *const y = &b->run->record.row;
    return of == SS_STUDY_OF_PROBLEM
               ? strcmp(x->problem, y->problem) == 0
               : a->question == b->question && strcmp(x->solver, y->solver) == 0 &&
                     strcmp(x->outer, y->outer) == 0;
}

/* The first key that differs there between two curves that are alike, and has a number in both. */
static bool find_other(ss_study_maps *maps, const ss_study_curves *curves, ss_study_of of)
{
    maps->of = of;
    for (size_t k = 1; k < curves->n_curves; ++k)
        for (size_t j = 0; j < k; ++j) {
            const ss_study_curve *const one = &curves->curves[j], *const two = &curves->curves[k];
            const char *const a = list_of(one, of), *const b = list_of(two, of), *list = a;
            ss_key_value pair;
            double x = 0.0, y = 0.0;
            while (are_alike(one, two, of) && ss_pairs_next(&list, &pair)) {
                if (ss_pairs_agree(a, b, &pair))
                    continue;
                snprintf(maps->other, sizeof maps->other, "%.*s", (int)pair.key_length, pair.key);
                if (ss_pairs_number(a, maps->other, &x) && ss_pairs_number(b, maps->other, &y))
                    return true;
            }
        }
    maps->other[0] = '\0';
    return false;
}

/* The panel of a curve: its contender, or the first of the rows whose options but the other are
 * its own. False without memory. */
static bool find_panel(const ss_study_maps *maps, ss_study_map_row *row)
{
    char *const own = ss_pairs_without(list_of(row->curve, maps->of), maps->other);
    bool made = own != NULL, found = maps->of == SS_STUDY_OF_PROBLEM;
    row->panel = row->curve->run->contender;
    for (size_t k = 0; made && !found && k < maps->n; ++k) {
        const ss_study_map_row *const at = &maps->rows[k];
        char *const others = ss_pairs_without(list_of(at->curve, maps->of), maps->other);
        made = others != NULL;
        found = made && are_alike(row->curve, at->curve, maps->of) && strcmp(own, others) == 0;
        row->panel = found ? at->panel : row->panel;
        free(others);
    }
    free(own);
    return made;
}

static int compare_rows(const void *left, const void *right)
{
    const ss_study_map_row *const a = left, *const b = right;
    int order = strcmp(a->map, b->map);
    order = order != 0 ? order : (a->panel > b->panel) - (a->panel < b->panel);
    return order != 0 ? order : (a->value > b->value) - (a->value < b->value);
}

bool ss_study_maps_find(ss_study_maps *maps, const ss_study_curves *curves, ss_error *error)
{
    *maps = (ss_study_maps){.n = 0};
    if (ss_study_grows(curves) || (!find_other(maps, curves, SS_STUDY_OF_PROBLEM) &&
                                   !find_other(maps, curves, SS_STUDY_OF_SOLVER)))
        return true;
    maps->rows = calloc(curves->n_curves, sizeof *maps->rows);
    bool ok = maps->rows != NULL;
    const unsigned outer = curves->of == SS_STUDY_OF_OUTER ? SS_ASKED_OUTER : 0;
    const ss_question_rule rule = {SS_QUESTION & ~(SS_ASKED_INSTANCE | outer),
                                   maps->of == SS_STUDY_OF_PROBLEM ? maps->other : "", ""};
    for (size_t k = 0; ok && k < curves->n_curves; ++k) {
        const ss_study_curve *const curve = &curves->curves[k];
        ss_study_map_row row = {.curve = curve};
        if (curve->n_points < 2 ||
            !ss_pairs_number(list_of(curve, maps->of), maps->other, &row.value))
            continue;
        ok = find_panel(maps, &row);
        row.map = ss_question_key(&curve->run->record.row, &rule);
        maps->rows[maps->n++] = row;
        ok = ok && row.map != NULL;
    }
    if (!ok)
        ss_error_memory(error, "a study");
    if (!ok) {
        ss_study_maps_free(maps);
        return false;
    }
    qsort(maps->rows, maps->n, sizeof *maps->rows, compare_rows);
    size_t kept = 0; /* without panels of a single row */
    for (size_t first = 0, end = 0; first < maps->n; first = end) {
        end = ss_study_panel_end(maps, first);
        for (size_t k = first; k < end; ++k)
            if (end - first > 1)
                maps->rows[kept++] = maps->rows[k];
            else
                free(maps->rows[k].map);
    }
    maps->n = kept;
    return true;
}

void ss_study_maps_free(ss_study_maps *maps)
{
    for (size_t k = 0; k < maps->n; ++k)
        free(maps->rows[k].map);
    free(maps->rows);
    *maps = (ss_study_maps){.n = 0};
}

size_t ss_study_map_end(const ss_study_maps *maps, size_t first)
{
    size_t end = first + 1;
    while (end < maps->n && strcmp(maps->rows[end].map, maps->rows[first].map) == 0)
        ++end;
    return end;
}

size_t ss_study_panel_end(const ss_study_maps *maps, size_t first)
{
    size_t end = first + 1;
    while (end < maps->n && strcmp(maps->rows[end].map, maps->rows[first].map) == 0 &&
           maps->rows[end].panel == maps->rows[first].panel)
        ++end;
    return end;
}

void ss_study_panel_name(const ss_study_maps *maps, size_t row, char *text, size_t size)
{
    char key[80];
    snprintf(text, size, "%s", maps->rows[row].curve->label);
    snprintf(key, sizeof key, " %s=", maps->other);
    char *const from = strstr(text, key);
    if (from != NULL) {
        const char *const to = from + 1 + strcspn(from + 1, " ");
        memmove(from, to, strlen(to) + 1);
    }
}

void ss_study_map_name(const ss_study_maps *maps, const ss_study_curves *curves, size_t first,
                       char name[SS_LABEL_FILE])
{
    char words[SS_STUDY_WORDS];
    ss_study_question_words(curves, maps->rows[first].curve, "", maps->other, words, sizeof words);
    ss_label_file(name, "map-%s-%s-%s", curves->parameter, maps->other, words);
}
