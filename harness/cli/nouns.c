/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/complete.h"

#include "harness/cli/things.h"
#include "harness/papers/data.h"
#include "harness/plot/plot.h"
#include "problems/files/frozen.h"
#include "problems/surface/pile.h"
#include "solvers/choice.h"

#include <ctype.h>
#include <string.h>

/* `ending`: what the word goes on with, "" or "=". */
static void offer(const ss_asked *a, const char *word, size_t length, const char *ending,
                  const char *meaning)
{
    const size_t typed = strlen(a->text);
    if (length >= typed && strncmp(word, a->text, typed) == 0)
        printf("%.*s%.*s%s\t%s\n", (int)a->n_kept, a->kept, (int)length, word, ending, meaning);
}

void ss_asked_offer(const ss_asked *a, const char *name, const char *meaning)
{
    offer(a, name, strlen(name), "", meaning);
}

ss_asked ss_asked_keep(const ss_asked *a, const char *text)
{
    ss_asked rest = *a;
    if (rest.n_kept == 0)
        rest.kept = a->text;
    rest.n_kept = (size_t)(text - rest.kept);
    rest.text = text;
    return rest;
}

/* All options of a table, each followed by `ending`. */
static void offer_keys(const ss_asked *a, const ss_option_table *table, const char *ending)
{
    ss_option row = {.name = NULL};
    for (size_t k = 0; (row = ss_options_row(table, k)).name != NULL; ++k)
        offer(a, row.name, strlen(row.name), ending, row.meaning);
}

/* All things of the kinds from `first` to `last`. */
static void offer_things(const ss_asked *a, ss_thing_kind first, ss_thing_kind last)
{
    ss_thing t;
    for (int kind = (int)first; kind <= (int)last; ++kind)
        for (size_t k = 0; ss_thing_at(&t, (ss_thing_kind)kind, k); ++k)
            ss_asked_offer(a, t.name, t.title);
}

/* A problem of the catalogue, or file:PATH. */
static void offer_problems(const ss_asked *a)
{
    offer_things(a, SS_THING_PROBLEM, SS_THING_PROBLEM);
    if (ss_frozen_path(a->text) != NULL)
        printf(":files\n");
    else
        ss_asked_offer(a, "file:", ss_problem_file.title);
    if (ss_frozen_path(a->text) == NULL && ss_process_words(a->text) == NULL)
        ss_asked_offer(a, "command:", ss_problem_process.title);
}

/* ---- solvers ---- */

/* The value of KEY in the brackets of a solver; `key` ends at '='. Solvers within solvers are not
 * keys of the table: `local` and `of` are the grammar's (solvers/choice.h). */
static void offer_value(const ss_asked *a, const char *key, const ss_option_table *options)
{
    const size_t length = (size_t)(a->text - 1 - key);
    if (strncmp(key, "local=", length + 1) == 0)
        offer_things(a, SS_THING_LOCAL, SS_THING_LOCAL);
    else if (strncmp(key, "of=", length + 1) == 0)
        offer_things(a, SS_THING_OUTER, SS_THING_OUTER);
    ss_option row = {.name = NULL};
    for (size_t k = 0; (row = ss_options_row(options, k)).name != NULL; ++k) {
        const bool named = strlen(row.name) == length && strncmp(row.name, key, length) == 0;
        for (const char *at = named ? row.choices : NULL; at != NULL && *at != '\0';) {
            const size_t n = strcspn(at, "|");
            offer(a, at, n, "", "");
            at += n + (at[n] == '|');
        }
    }
}

/* "NAME[KEY=VALUE,KE": the keys of NAME, or values of a KEY. */
static void offer_inside(const ss_asked *a, const char *open)
{
    const char *name = open, *key = open + 1;
    ss_thing t;
    while (name > a->text && strchr("[,=", name[-1]) == NULL)
        --name;
    for (const char *at = key; *at != '\0'; ++at)
        key = *at == ',' ? at + 1 : key;
    if (!ss_thing_find(&t, name, (size_t)(open - name)) || t.kind > SS_THING_EXTERNAL)
        return;
    const char *const equals = strchr(key, '=');
    const ss_asked inside = ss_asked_keep(a, equals != NULL ? equals + 1 : key);
    if (equals != NULL) {
        offer_value(&inside, key, t.options);
        return;
    }
    offer_keys(&inside, t.options, "=");
    const ss_outer_solver *const outer = t.kind == SS_THING_OUTER ? t.itself : NULL;
    if (outer != NULL && ss_outer_solver_takes_local(outer))
        offer(&inside, "local", 5, "=", "the local solver that visits the contacts");
    if (outer != NULL && (outer->needs & SS_NEEDS_INNER) != 0)
        offer(&inside, "of", 2, "=", "the outer solver that it wraps");
}

/* The last '[' of the text that is not closed, or NULL. */
static const char *open_bracket(const char *text)
{
    size_t closed = 0;
    for (const char *at = text + strlen(text); at-- > text;) {
        if (*at == ']')
            ++closed;
        else if (*at == '[' && closed-- == 0)
            return at;
    }
    return NULL;
}

/* A solver of contacts, the first or only kind of which is `first`, or what may stand in its
 * brackets. */
static void offer_solvers_from(const ss_asked *a, ss_thing_kind first)
{
    const char *const open = open_bracket(a->text);
    if (open != NULL)
        offer_inside(a, open);
    else
        offer_things(a, first, first == SS_THING_LOCAL ? SS_THING_EXTERNAL : first);
}

static void offer_solvers(const ss_asked *a)
{
    offer_solvers_from(a, SS_THING_LOCAL);
}

static void offer_outers(const ss_asked *a)
{
    offer_solvers_from(a, SS_THING_OUTER);
}

static void offer_estimators(const ss_asked *a)
{
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k) {
        const ss_estimator *const e = ss_estimator_at(k);
        if (e->may_stop)
            ss_asked_offer(a, e->alias != NULL ? e->alias : e->name, e->title);
    }
}

/* ---- parameters ---- */

/* The parameters of the command line's problem, or of the growing pile. */
static void offer_parameters(const ss_asked *a, const char *ending)
{
    const char *const problem = a->problem != NULL ? a->problem : "";
    ss_thing t;
    if (a->grows)
        offer_keys(a, &ss_growing_pile.params, ending);
    else if (ss_thing_find(&t, problem, strcspn(problem, ",")) && t.kind == SS_THING_PROBLEM)
        offer_keys(a, t.options, ending);
    else if (ss_frozen_path(problem) != NULL)
        offer_keys(a, &ss_problem_file.params, ending);
    else if (ss_process_words(problem) != NULL)
        offer_keys(a, &ss_problem_process.params, ending);
}

/* KEY= of --set; values have no list. */
static void offer_settings(const ss_asked *a)
{
    if (strchr(a->text, '=') == NULL)
        offer_parameters(a, "=");
}

/* The subjects of a study: options of the solvers, parameters of the problem. */
static void offer_studied(const ss_asked *a)
{
    for (const char *at = a->solvers; at != NULL && *at != '\0';) {
        const size_t n = strcspn(at, "[,");
        ss_thing t;
        if (ss_thing_find(&t, at, n) && t.kind <= SS_THING_EXTERNAL)
            offer_keys(a, t.options, "");
        at += n;
        at += *at == '[' ? strcspn(at, "]") : 0;
        at += strcspn(at, ",");
        at += *at == ',';
    }
    offer_parameters(a, "");
}

/* ---- other nouns ---- */

/* All that `describe` knows. */
static void offer_names(const ss_asked *a)
{
    offer_problems(a);
    offer_solvers(a);
    offer_things(a, SS_THING_GROWER, SS_THING_GROWER);
    offer_things(a, SS_THING_PILE, SS_THING_PILE);
    offer_things(a, SS_THING_ESTIMATOR, SS_THING_ESTIMATOR);
    offer_things(a, SS_THING_COLLECTION, SS_THING_COLLECTION);
}

static void offer_kinds(const ss_asked *a)
{
    for (size_t k = 0; ss_figure_kind_at(k) != NULL; ++k)
        if (ss_figure_kind_at(k)->group == NULL)
            ss_asked_offer(a, ss_figure_kind_at(k)->name, ss_figure_kind_at(k)->doc);
}

/* Numbers that have a history. */
static void offer_columns(const ss_asked *a)
{
    const ss_table *const table = ss_rows_find("history");
    for (size_t k = 0; k < table->n_fields; ++k)
        if (table->fields[k].kind != SS_FIELD_TEXT)
            ss_asked_offer(a, table->fields[k].name, table->fields[k].meaning);
}

static void offer_papers(const ss_asked *a)
{
    ss_papers papers;
    ss_error error = {.code = SS_ERROR_NONE};
    for (size_t k = 0; ss_papers_read(&papers, &error) && k < papers.n; ++k)
        ss_asked_offer(a, papers.names[k], "");
}

/* A noun is offered by its function, or as the things of a kind. The shell knows its folders and
 * files itself: a line that begins with ":" tells it which. */
static const struct noun {
    const char *placeholder;
    void (*offer)(const ss_asked *a);
    ss_thing_kind kind;
    const char *shell;
} nouns[] = {{"P", .offer = offer_problems},
             {"NAME", .offer = offer_names},
             {"KIND", .offer = offer_kinds},
             {"COLUMN", .offer = offer_columns},
             {"S", .offer = offer_solvers},
             {"SOLVER", .offer = offer_solvers},
             {"OTHER", .offer = offer_solvers},
             {"O", .offer = offer_outers},
             {"G", .kind = SS_THING_GROWER},
             {"ESTIMATOR", .offer = offer_estimators},
             {"KEY=VALUE", .offer = offer_settings},
             {"KEY=GRID", .offer = offer_settings},
             {"KEY", .offer = offer_studied},
             {"DIR", .shell = ":folders"},
             {"DIR2", .shell = ":folders"},
             {"FOLDER", .kind = SS_THING_COLLECTION, .shell = ":folders"},
             {"BASE", .shell = ":files"},
             {"NEW", .shell = ":files"},
             {"FILE", .shell = ":files"},
             {"FILE.yaml", .shell = ":files"},
             {"PAPER", .offer = offer_papers}};

/* The text after its last comma that no bracket holds. */
static const char *last_of_list(const char *text)
{
    const char *last = text;
    int depth = 0;
    for (; *text != '\0'; ++text) {
        depth += (*text == '[') - (*text == ']');
        last = *text == ',' && depth == 0 ? text + 1 : last;
    }
    return last;
}

/* A placeholder such as "S[,S...]" or "all|NAME" names nouns of the table, or words as they are,
 * which have small letters. */
void ss_asked_answer(const ss_asked *a, const char *placeholder, size_t length)
{
    char text[128];
    snprintf(text, sizeof text, "%.*s", (int)length, placeholder);
    const ss_asked one = strchr(text, ',') != NULL ? ss_asked_keep(a, last_of_list(a->text)) : *a;
    for (char *at = text; *at != '\0';) {
        at += strspn(at, "[|");
        char *const end = at + strcspn(at, "[]|,."), ended = *end;
        *end = '\0';
        bool known = false;
        for (size_t k = 0; k < sizeof nouns / sizeof *nouns; ++k)
            if (strcmp(at, nouns[k].placeholder) == 0) {
                known = true;
                if (nouns[k].offer != NULL)
                    nouns[k].offer(&one);
                offer_things(&one, nouns[k].kind, nouns[k].kind);
                if (nouns[k].shell != NULL)
                    puts(nouns[k].shell);
            }
        if (!known && islower((unsigned char)*at))
            ss_asked_offer(&one, at, "");
        if (ended != '|') /* an optional rest, or the end */
            return;
        at = end + 1;
    }
}
