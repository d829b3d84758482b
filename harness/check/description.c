/* Checks of what a solver says of itself: descriptor and options. `list`, `describe`, --help and
 * the man page print nothing else, and all words of the command line are read by the option table:
 * what is missing here is missing for every user.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"

#include "harness/tables/output.h"
#include "solvers/base/unit.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

/* A cascade of several may join their names by a plus. */
static void check_texts(const ss_check_case *c, const char *name, const char *title,
                        const char *reference)
{
    const char *const marks = c->choice->outer != NULL ? "-+" : "-";
    for (const char *at = name; *at != '\0'; ++at)
        if (!islower((unsigned char)*at) && !isdigit((unsigned char)*at) &&
            strchr(marks, *at) == NULL)
            ss_check_count(c, "name: '%c' is not lower case, digit or one of %s", *at, marks);
    if (!has_text(title))
        ss_check_count(c, "no title");
    if (!has_text(reference))
        ss_check_count(c, "no reference");
}

/* Counts what is missing, so that 0 is all there. */
static bool one_descriptor(const ss_check_case *c)
{
    const ss_local_solver *const s = c->choice->solver;
    check_texts(c, s->name, s->title, s->reference);
    if (!has_text(s->stability))
        ss_check_count(c, "nothing on the stable range of its parameter");
    if (!ss_unit_is_priced(s))
        ss_check_count(
            c,
            "no cost in operations: its work units are NaN (.price, solvers/base/local_solver.h)");
    if (s->solve == NULL || s->sweep == NULL)
        ss_check_count(c, "no %s", s->solve == NULL ? "solve" : "sweep");
    if (s->setup == NULL && s->state_size > 0)
        ss_check_count(c, "a state of %zu bytes, and no setup", s->state_size);
    if (c->choice->file == NULL && ss_local_solver_find(s->name, NULL) != s)
        ss_check_count(c, "its name finds another solver");
    return true;
}

/* In no list, and found by its name all the same. */
static bool is_apart(const ss_outer_solver *outer)
{
    size_t k = 0;
    while (ss_outer_apart_at(k) != NULL && ss_outer_apart_at(k) != outer)
        ++k;
    return ss_outer_apart_at(k) != NULL;
}

static bool one_outer_descriptor(const ss_check_case *c)
{
    const ss_outer_solver *const s = c->choice->outer;
    check_texts(c, s->name, s->title, s->reference);
    if (s->solve == NULL && s->iteration == NULL)
        ss_check_count(c, "neither a solve nor an iteration");
    if (s->iteration != NULL &&
        (s->iteration->begin == NULL || s->iteration->apply == NULL || s->iteration->write == NULL))
        ss_check_count(c, "its iteration lacks begin, apply or write");
    if (s->open != NULL && s->close == NULL)
        ss_check_count(c, "an open, and no close");
    if (s->close != NULL && s->workspace_size == NULL)
        ss_check_count(c, "a workspace to close, and none is asked for");
    if (c->choice->file == NULL && !is_apart(s) && ss_outer_solver_find(s->name, NULL) != s)
        ss_check_count(c, "its name finds another solver");
    return true;
}

/* Is the row of the table whole: words, a place in the struct, a default within its own range? */
static void check_row(const ss_check_case *c, const ss_option *row, size_t struct_size)
{
    const bool number = row->kind == SS_OPTION_REAL || row->kind == SS_OPTION_COUNT;
    if (!has_text(row->name) || !has_text(row->unit) || !has_text(row->meaning) ||
        !has_text(row->source))
        ss_check_count(c, "%s lacks a unit, meaning or source", row->name);
    if (row->offset >= struct_size)
        ss_check_count(c, "%s: its offset is outside of the struct", row->name);
    if (number && !(row->min <= row->value && row->value <= row->max && row->min < row->max))
        ss_check_count(c, "%s: the default %g is not in [%g, %g]", row->name, row->value, row->min,
                       row->max);
    if (row->kind == SS_OPTION_CHOICE && !has_text(row->choices))
        ss_check_count(c, "%s has no choices", row->name);
}

/* Is an option understood, and it is this machine that lacks what it asks for? */
static bool is_lacking_here(const ss_check_case *c, const char *name, const char *assignment)
{
    const ss_outer_solver *const outer = c->choice->outer;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    if (outer == NULL || !ss_choice_parse(&choice, name, ss_check_kind(c->choice), &error))
        return false;
    const bool lacks = ss_choice_set_quietly(&choice, assignment, &error) &&
                       !ss_outer_solver_serves(outer, choice.options, &error);
    ss_choice_free(&choice);
    return lacks;
}

/* Is KEY=VALUE understood as `wanted` says? A refusal names the solver. */
static void expect(const ss_check_case *c, const char *key, const char *value, bool wanted)
{
    const char *const name =
        c->choice->outer != NULL ? c->choice->outer->name : c->choice->solver->name;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    char word[SS_PATH_SIZE], text[SS_PATH_SIZE + 128], assignment[96];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(c->choice->label, "["), c->choice->label);
    snprintf(text, sizeof text, "%s[%s=%s]", word, key,
             value); /* word: of a shared object a path */
    const bool accepted = ss_choice_parse(&choice, text, ss_check_kind(c->choice), &error);
    if (accepted)
        ss_choice_free(&choice);
    else if (error.code != SS_ERROR_USAGE || strstr(error.text, name) == NULL)
        ss_check_count(c, "%s: refused without saying why: %.60s", text, error.text);
    snprintf(assignment, sizeof assignment, "%s=%s", key, value);
    if (accepted != wanted && (accepted || !is_lacking_here(c, word, assignment)))
        ss_check_count(c, "%s is %s", text, accepted ? "accepted" : "refused");
}

static void expect_number(const ss_check_case *c, const char *key, double value, bool wanted)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    expect(c, key, text, wanted);
}

/* Bounds are inclusive, what lies beyond is refused, and so is what is no number. */
static void check_range(const ss_check_case *c, const ss_option *row)
{
    static const char *const nonsense[] = {"", "x", "nan", "inf", "1e999", "1 ", "0x", "--1"};
    for (size_t k = 0; k < sizeof nonsense / sizeof nonsense[0]; ++k)
        expect(c, row->name, nonsense[k], false);
    if (row->kind == SS_OPTION_CHOICE || row->kind == SS_OPTION_FLAG)
        return;
    const bool above_zero = row->min == SS_ABOVE_ZERO;
    expect_number(c, row->name, above_zero ? 0.0 : row->min - 1.0, false);
    expect_number(c, row->name, above_zero ? 1e-300 : row->min, true);
    expect_number(c, row->name, row->max, true);
    if (row->max < SS_UNBOUNDED)
        expect_number(c, row->name, row->max * 1.001 + 1.0, false);
    if (row->kind == SS_OPTION_COUNT)
        expect(c, row->name, "1.5", false);
}

/* Every row, its range from both sides, every word of its choices, and a name that is none. */
static bool one_options(const ss_check_case *c)
{
    const ss_option_table *const table =
        c->choice->outer != NULL ? &c->choice->outer->options : &c->choice->solver->options;
    for (size_t i = 0; i < table->n_rows; ++i) {
        const ss_option *const row = &table->rows[i];
        char list[256] = "", *rest = NULL;
        check_row(c, row, table->size);
        check_range(c, row);
        if (row->kind == SS_OPTION_FLAG || (row->kind == SS_OPTION_CHOICE && row->choices != NULL))
            snprintf(list, sizeof list, "%s",
                     row->kind == SS_OPTION_FLAG ? "yes|no" : row->choices);
        for (const char *word = strtok_r(list, "|", &rest); word; word = strtok_r(NULL, "|", &rest))
            expect(c, row->name, word, true);
    }
    expect(c, "no-such-option", "1", false);
    return true;
}

SS_CHECK_DEFINE(LOCAL, descriptor, "descriptor", "descriptor",
                "texts and functions missing in the descriptor", 0.0, FAIL, .n = 1,
                .one = one_descriptor);

SS_CHECK_DEFINE(OUTER, outer_descriptor, "descriptor", "descriptor",
                "texts and functions missing in the descriptor", 0.0, FAIL, .n = 1,
                .one = one_outer_descriptor);

SS_CHECK_DEFINE(BOTH, options, "descriptor", "options",
                "faults in the option table, or values it should refuse", 0.0, FAIL, .n = 1,
                .one = one_options);
