/* The other parameter of a map is found, not asked for: the first in which curves of one problem
 * differ by number. Rows with equal keys without it are one map.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"

#include "harness/tables/pairs.h"
#include "harness/tables/question.h"

#include <stdlib.h>
#include <string.h>

/* The first key of the problem's parameters that differs between two curves of one problem, and
 * has a number in both. */
static void find_other(ss_study_maps *maps, const ss_study_curves *curves)
{
    for (size_t k = 1; k < curves->n_curves; ++k)
        for (size_t j = 0; j < k; ++j) {
            const ss_summary_row *const a = &curves->curves[j].run->record.row;
            const ss_summary_row *const b = &curves->curves[k].run->record.row;
            const char *list = a->parameters;
            ss_key_value pair;
            double x = 0.0, y = 0.0;
            while (strcmp(a->problem, b->problem) == 0 && ss_pairs_next(&list, &pair)) {
                if (ss_pairs_agree(a->parameters, b->parameters, &pair))
                    continue;
                snprintf(maps->other, sizeof maps->other, "%.*s", (int)pair.key_length, pair.key);
                if (ss_pairs_number(a->parameters, maps->other, &x) &&
                    ss_pairs_number(b->parameters, maps->other, &y))
                    return;
            }
        }
    maps->other[0] = '\0';
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
    if (curves->of_solver)
        find_other(maps, curves);
    if (maps->other[0] == '\0')
        return true;
    maps->rows = calloc(curves->n_curves, sizeof *maps->rows);
    bool ok = maps->rows != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
    const ss_question_rule rule = {SS_QUESTION & ~(unsigned)SS_ASKED_INSTANCE, maps->other, ""};
    for (size_t k = 0; ok && k < curves->n_curves; ++k) {
        const ss_study_curve *const curve = &curves->curves[k];
        const ss_summary_row *const run = &curve->run->record.row;
        ss_study_map_row row = {.curve = curve, .panel = curve->run->contender};
        if (curve->n_points < 2 || !ss_pairs_number(run->parameters, maps->other, &row.value))
            continue;
        row.map = ss_question_key(run, &rule);
        maps->rows[maps->n++] = row;
        ok = row.map != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
    }
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

void ss_study_map_name(const ss_study_maps *maps, const ss_study_curves *curves, size_t first,
                       char name[SS_LABEL_FILE])
{
    char words[SS_STUDY_WORDS];
    ss_study_question_words(curves, maps->rows[first].curve, "", maps->other, words, sizeof words);
    ss_label_file(name, "map-%s-%s-%s", curves->parameter, maps->other, words);
}
