/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/complete.h"

#include "harness/plot/plot.h"
#include "harness/papers/data.h"
#include "harness/papers/field.h"
#include "problems/files/frozen.h"
#include "problems/surface/pile.h"
#include "solvers/choice.h"
#include "solvers/surface/surface_solver.h"

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

/* A problem of the catalogue, or file:PATH. */
static void offer_problems(const ss_asked *a)
{
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k)
        ss_asked_offer(a, ss_catalogue_at(k)->name, ss_catalogue_at(k)->title);
    if (ss_frozen_path(a->text) != NULL)
        printf(":files\n");
    else
        ss_asked_offer(a, "file:", ss_problem_file.title);
}

/* In a line, what the solver of that name is; there is one. */
static const char *title_of(const char *name)
{
    const ss_local_solver *const local = ss_local_solver_find(name, NULL);
    const ss_outer_solver *const outer = ss_outer_solver_find(name, NULL);
    const ss_external_solver *const external = ss_external_solver_find(name, NULL);
    return local != NULL ? local->title : outer != NULL ? outer->title : external->title;
}

/* NULL: no solver has that name (yet: it is being typed). */
static const ss_option_table *options_of(const char *name)
{
    const ss_local_solver *const local = ss_local_solver_find(name, NULL);
    const ss_outer_solver *const outer = ss_outer_solver_find(name, NULL);
    const ss_external_solver *const external = ss_external_solver_find(name, NULL);
    return local != NULL      ? &local->options
           : outer != NULL    ? &outer->options
           : external != NULL ? &external->options
                              : NULL;
}

/* The solver of the given kinds, or what stands in the brackets that are open. */
static void offer_choice(const ss_asked *a, unsigned kinds)
{
    for (size_t k = 0; ss_choice_name_at(k, kinds) != NULL; ++k)
        ss_asked_offer(a, ss_choice_name_at(k, kinds), title_of(ss_choice_name_at(k, kinds)));
}

/* The value of KEY in the brackets of a solver; `key` ends at '='. */
static void offer_value(const ss_asked *a, const char *key, const ss_option_table *options)
{
    const size_t length = (size_t)(a->text - 1 - key);
    if (strncmp(key, "local=", length + 1) == 0)
        offer_choice(a, SS_CHOICE_LOCAL);
    else if (strncmp(key, "of=", length + 1) == 0)
        offer_choice(a, SS_CHOICE_OUTER);
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
    while (name > a->text && strchr("[,=", name[-1]) == NULL)
        --name;
    for (const char *at = key; *at != '\0'; ++at)
        key = *at == ',' ? at + 1 : key;
    char solver[64];
    snprintf(solver, sizeof solver, "%.*s", (int)(open - name), name);
    const ss_option_table *const options = options_of(solver);
    if (options == NULL)
        return;
    const char *const equals = strchr(key, '=');
    const ss_asked inside = ss_asked_keep(a, equals != NULL ? equals + 1 : key);
    if (equals != NULL)
        offer_value(&inside, key, options);
    else {
        const ss_outer_solver *const outer = ss_outer_solver_find(solver, NULL);
        offer_keys(&inside, options, "=");
        if (outer != NULL && ss_outer_solver_takes_local(outer))
            offer(&inside, "local", 5, "=", "the local solver that visits the contacts");
        if (outer != NULL && (outer->needs & SS_NEEDS_INNER) != 0)
            offer(&inside, "of", 2, "=", "the outer solver that it wraps");
    }
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

/* A solver of the kinds, or what may stand in its brackets. */
static void offer_solvers_of(const ss_asked *a, unsigned kinds)
{
    const char *const open = open_bracket(a->text);
    if (open != NULL)
        offer_inside(a, open);
    else
        offer_choice(a, kinds);
}

static void offer_solvers(const ss_asked *a)
{
    offer_solvers_of(a, SS_CHOICE_ANY);
}

static void offer_outers(const ss_asked *a)
{
    offer_solvers_of(a, SS_CHOICE_OUTER);
}

static void offer_growers(const ss_asked *a)
{
    for (size_t k = 0; ss_surface_solver_at(k) != NULL; ++k)
        ss_asked_offer(a, ss_surface_solver_at(k)->name, ss_surface_solver_at(k)->title);
}

static void offer_estimators(const ss_asked *a)
{
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k) {
        const ss_estimator *const e = ss_estimator_at(k);
        if (e->may_stop)
            ss_asked_offer(a, e->alias != NULL ? e->alias : e->name, e->title);
    }
}

/* The parameters of the command line's problem, or of the growing pile. */
static void offer_parameters(const ss_asked *a, const char *ending)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", a->problem != NULL ? (int)strcspn(a->problem, ",") : 0,
             a->problem != NULL ? a->problem : "");
    const ss_catalogue_entry *const entry = ss_catalogue_find(name, NULL);
    if (a->grows)
        offer_keys(a, &ss_growing_pile.params, ending);
    else if (entry != NULL)
        offer_keys(a, &entry->params, ending);
    else if (ss_frozen_path(name) != NULL)
        offer_keys(a, &ss_problem_file.params, ending);
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
        char name[64];
        const size_t n = strcspn(at, "[,");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        const ss_option_table *const options = options_of(name);
        if (options != NULL)
            offer_keys(a, options, "");
        at += n;
        at += *at == '[' ? strcspn(at, "]") : 0;
        at += strcspn(at, ",");
        at += *at == ',';
    }
    offer_parameters(a, "");
}

/* All that `describe` knows. */
static void offer_names(const ss_asked *a)
{
    offer_problems(a);
    offer_solvers(a);
    offer_growers(a);
    ss_asked_offer(a, ss_growing_pile.name, ss_growing_pile.title);
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k)
        ss_asked_offer(a, ss_estimator_at(k)->name, ss_estimator_at(k)->title);
    for (size_t k = 0; ss_collection_at(k) != NULL; ++k)
        ss_asked_offer(a, ss_collection_at(k)->name, ss_collection_at(k)->title);
}

static void offer_kinds(const ss_asked *a)
{
    for (size_t k = 0; ss_figure_kind_at(k) != NULL; ++k)
        if (ss_figure_kind_at(k)->draw != NULL || ss_figure_kind_at(k)->draw_all != NULL)
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

/* The shell knows its folders and files itself: a line that begins with ":" tells it which. */
static void offer_folders(const ss_asked *a)
{
    (void)a;
    printf(":folders\n");
}

static void offer_files(const ss_asked *a)
{
    (void)a;
    printf(":files\n");
}

static void offer_collections(const ss_asked *a)
{
    for (size_t k = 0; ss_collection_at(k) != NULL; ++k)
        ss_asked_offer(a, ss_collection_at(k)->name, ss_collection_at(k)->title);
    printf(":folders\n");
}

static const struct noun {
    const char *placeholder;
    void (*offer)(const ss_asked *a);
} nouns[] = {
    {"P", offer_problems},           {"NAME", offer_names},         {"KIND", offer_kinds},
    {"COLUMN", offer_columns},       {"S", offer_solvers},          {"SOLVER", offer_solvers},
    {"OTHER", offer_solvers},        {"O", offer_outers},           {"G", offer_growers},
    {"ESTIMATOR", offer_estimators}, {"KEY=VALUE", offer_settings}, {"KEY=GRID", offer_settings},
    {"KEY", offer_studied},          {"DIR", offer_folders},        {"DIR2", offer_folders},
    {"FOLDER", offer_collections},   {"BASE", offer_files},         {"NEW", offer_files},
    {"FILE", offer_files},           {"FILE.yaml", offer_files},    {"PAPER", offer_papers}};

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
                nouns[k].offer(&one);
                known = true;
            }
        if (!known && islower((unsigned char)*at))
            ss_asked_offer(&one, at, "");
        if (ended != '|') /* an optional rest, or the end */
            return;
        at = end + 1;
    }
}
