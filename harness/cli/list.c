/* The verbs `list` and `describe`: what the tables of plug-ins say of themselves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/command.h"
#include "harness/cli/plugins.h"
#include "harness/cli/things.h"
#include "harness/estimators/estimators.h"
#include "harness/papers/data.h"
#include "harness/papers/field.h"
#include "harness/run/ranks_command.h"
#include "harness/tables/standing.h"
#include "harness/tables/home.h"
#include "harness/tables/rows.h"
#include "problems/base/names.h"
#include "problems/base/prose.h"
#include "problems/files/frozen.h"
#include "problems/surface/pile.h"
#include "solvers/choice.h"
#include "solvers/outer/nlgs_ranks.h"
#include "solvers/surface/surface_solver.h"

#include <string.h>
#include <strings.h>

/* ---- list ---- */

/* A line a thing: its name, the unit of an estimator, what it is. External solvers that this build
 * lacks are listed too, with the package that they need. */
static void list_things(ss_thing_kind kind, int width)
{
    ss_thing t;
    for (size_t k = 0; ss_thing_at(&t, kind, k); ++k) {
        printf("  %-*s ", width, t.name);
        if (kind == SS_THING_ESTIMATOR)
            printf("%-12s ", ((const ss_estimator *)t.itself)->unit);
        const int column = 3 + width + (kind == SS_THING_ESTIMATOR ? 13 : 0);
        ss_prose(stdout, t.title, column, column);
        if (kind == SS_THING_EXTERNAL && !ss_external_solver_available(t.itself, NULL))
            printf(" (not in this build: install %s and configure anew)",
                   ((const ss_external_solver *)t.itself)->package);
        /* it is there in any build, in one process */
        if (kind == SS_THING_OUTER &&
            (((const ss_outer_solver *)t.itself)->needs & SS_OVER_RANKS) != 0 &&
            !ss_over_ranks_available(NULL))
            printf(" (--ranks is not in this build: install %s and configure anew)",
                   ss_over_ranks_packages);
        printf("\n");
    }
}

static void list_papers(void)
{
    ss_papers papers;
    ss_error error = {.code = SS_ERROR_NONE};
    for (size_t k = 0; ss_papers_read(&papers, &error) && k < papers.n; ++k) {
        char below[SS_PATH_SIZE], folder[SS_PATH_SIZE], words[SS_PATH_SIZE];
        ss_csv file = {.path = NULL};
        ss_reproduce_about about;
        snprintf(below, sizeof below, "paper/%s", papers.names[k]);
        if (ss_home_path(folder, sizeof folder, below, &error) &&
            ss_reproduce_about_read(&about, &file, folder, &error)) {
            snprintf(words, sizeof words, "[%s] %s: %s; %s", about.letter, about.cited,
                     about.tables, about.takes);
            printf("  %-14s ", papers.names[k]);
            ss_prose(stdout, words, 17, 17);
            putchar('\n');
        }
        ss_csv_free(&file);
    }
    if (error.code != SS_ERROR_NONE)
        printf("  %s\n", error.text);
}

/* The parts of the list, in their order, and the word that asks for each. */
static const struct part {
    const char *word;
    const char *heading; /* NULL: the part goes on with the one before */
    ss_thing_kind kind;
    int width;
} parts[] = {
    {"solvers", "local solvers (run --solver NAME)", SS_THING_LOCAL, 14},
    {"solvers", "outer solvers (run --outer NAME)", SS_THING_OUTER, 14},
    {"solvers", "external solvers, of other codes, on frozen problems (run --solver NAME)",
     SS_THING_EXTERNAL, 20},
    {"solvers", "another law, or single precision, to see their error (run --solver NAME)",
     SS_THING_APART, 14},
    {"solvers", "your own process, in any language (run --solver 'command:python3 mine.py')",
     SS_THING_COMMAND, 14},
    {"solvers", "your own shared object (run --solver ./mine.so; by name: STICKSLIP_SOLVERS)",
     SS_THING_PLUGIN, 14},
    {"solvers", "solvers of growing surfaces (grow --solver NAME)", SS_THING_GROWER, 14},
    {"problems", "problems (run --problem NAME)", SS_THING_PROBLEM, 15},
    {"problems", NULL, SS_THING_FILE, 15},
    {"problems", NULL, SS_THING_PROCESS, 15},
    {"problems", "collections of frozen problems (reproduce field --data NAME)",
     SS_THING_COLLECTION, 15},
    {"problems", "growing surfaces (grow)", SS_THING_PILE, 15},
    {"estimators", "estimators, with units (run --stop NAME for those that may stop)",
     SS_THING_ESTIMATOR, 14},
    {"papers", "papers (reproduce NAME)", SS_THING_NONE, 0},
};

/* The parts that a word asks for, or all but the long list of columns. */
static bool list(ss_call *call, ss_error *error)
{
    static const char *const words[] = {"solvers", "problems", "estimators", "papers", "columns"};
    static const ss_names names = SS_NAMES(
        words, "cannot list", "it must be solvers, problems, estimators, papers or columns");
    const char *const word = *(const char **)call->words;
    if (!ss_choice_check_names(error) ||
        (word != NULL && ss_names_find(&names, word, error) == NULL))
        return false;
    for (const struct part *p = parts; p < parts + sizeof parts / sizeof *parts; ++p) {
        if (word != NULL && strcmp(word, p->word) != 0)
            continue;
        if (p->heading != NULL)
            printf("%s:\n", p->heading);
        if (p->kind == SS_THING_NONE)
            list_papers();
        else if (p->kind != SS_THING_PLUGIN)
            list_things(p->kind, p->width);
        else if (!ss_plugins_print(error))
            return false;
    }
    if (word != NULL && strcmp(word, "columns") == 0)
        ss_schema_write(stdout);
    return true;
}

const ss_command ss_command_list = {
    .name = "list",
    .summary = "what there is: solvers, problems, estimators, columns",
    .places = "[solvers|problems|estimators|papers|columns]",
    .doc = "List what there is.",
    .after =
        "Example: stickslip list solvers\n\n`columns` prints every column of every table, with "
        "its unit (results/SCHEMA.md; long lines: pipe them to `less -S`); `describe COLUMN` one "
        "of them.",
    SS_PLACES(1, 0),
    .size = sizeof(const char *),
    .work = list};

/* ---- describe ---- */

/* An outer solver's local solver, and its other needs. */
static void describe_outer(const ss_outer_solver *s)
{
    printf("local solver: %s\n",
           ss_outer_solver_takes_local(s) ? "any, local=NAME" : "none; named alone");
    if (s->inside != NULL)
        printf("wraps: %s, always\n", s->inside);
    else if ((s->needs & SS_NEEDS_INNER) != 0)
        printf("wraps: of=NAME, another outer solver's sweeps\n");
    if ((s->needs & SS_NEEDS_SYMMETRIC) != 0)
        printf("problems: W must be symmetric\n");
}

/* A line of an observable or a constant, whose name has so many columns. */
static void describe_name(const ss_observable_name *n, const char *key, int width)
{
    const int column = printf("  %-*s%s [%s]  ", width, n->name, key, n->unit);
    ss_prose(stdout, n->meaning, column, 24);
    putchar('\n');
}

/* A scene's observables, of each step, and its constants. */
static void describe_observables(const ss_catalogue_entry *p)
{
    if (p->observables != NULL)
        printf("observables, in observables.csv:\n");
    for (const ss_observable *const *o = p->observables; o != NULL && *o != NULL; ++o)
        for (const ss_observable_name *n = (*o)->names; n->name != NULL; ++n)
            describe_name(n, (*o)->is_keyed ? "[KEY]" : "", 14);
    if (p->constants != NULL)
        printf("constants:\n");
    for (const ss_observable_name *c = p->constants != NULL ? p->constants->names : NULL;
         c != NULL && c->name != NULL; ++c)
        describe_name(c, "", 19);
}

/* A kind in words, and the option that sets the thing's own. */
static const struct form {
    const char *what, *set_by;
} forms[SS_THING_COUNT] = {
    [SS_THING_LOCAL] = {"local solver", "--solver"},
    [SS_THING_OUTER] = {"outer solver", "--outer"},
    [SS_THING_EXTERNAL] = {"external solver for frozen problems", "--solver"},
    [SS_THING_APART] = {"outer solver apart: another law or precision, in no race", "--solver"},
    [SS_THING_COMMAND] = {"process that solves, in any language", "--solver"},
    [SS_THING_COLLECTION] = {"collection of frozen problems", NULL},
    [SS_THING_FILE] = {"problem", "--set"},
    [SS_THING_PROCESS] = {"process that poses problems, in any language", "--set"},
    [SS_THING_PILE] = {"growing surface (grow)", "grow --set"},
    [SS_THING_GROWER] = {"solver of growing surfaces (grow)", "grow --solver"},
    [SS_THING_PROBLEM] = {"problem", "--set"},
    [SS_THING_ESTIMATOR] = {"estimator", NULL},
};

/* The stop and the alpha that `run` takes when none is asked for (ss_run_fit). A file has another
 * stop than a scene. */
static void describe_stop(const ss_catalogue_entry *p)
{
    const ss_problem_choice choice = {.entry = p};
    printf("stopped by: %s, unless --stop names another\n", ss_problem_choice_stop(&choice));
    if (p->alpha_bound > 0.0)
        printf(
            "alpha of sbp and sal: %.2g, unless the user names another: %.2g of its bound %.3g\n",
            SS_STANDING_ALPHA_SAFE * p->alpha_bound, SS_STANDING_ALPHA_SAFE, p->alpha_bound);
}

/* An estimator's unit and source, and how --stop calls it. */
static void describe_estimator(const char *what, const ss_estimator *e)
{
    ss_prose_line(stdout, "%s; unit: %s; reference: %s", what, e->unit, e->reference);
    if (e->note != NULL)
        ss_prose_line(stdout, "note: %s", e->note);
    printf("may stop a solve: %s%s\n", e->may_stop ? "yes, --stop " : "no",
           !e->may_stop       ? ""
           : e->alias != NULL ? e->alias
                              : e->name);
}

/* Parameters of what poses problems, options of what solves them. */
static void describe_options(const ss_thing *t, const char *set_by, bool are_parameters)
{
    if (t->kind == SS_THING_OUTER && t->options->n_rows == 0)
        printf("options: none\n");
    else if (are_parameters)
        printf("parameters, as in %s KEY=VALUE:\n", set_by);
    else if (t->options != NULL)
        printf("options, as in %s '%s[KEY=VALUE,...]':\n", set_by, t->name);
    if (t->options != NULL)
        ss_options_describe(t->options, stdout);
}

/* The head of a thing, by its kind; its options; what a problem can be asked. */
static void describe_thing(const ss_thing *t)
{
    const struct form *const form = &forms[t->kind];
    const ss_local_solver *const local = t->itself; /* of these it is the one that the kind says */
    const ss_external_solver *const external = t->itself;
    const ss_collection *const collection = t->itself;
    const ss_catalogue_entry *const problem = t->itself;
    const ss_pile_kind *const pile = t->itself;
    const ss_estimator *const e = t->itself;
    const bool of_scene =
        t->kind == SS_THING_PROBLEM || t->kind == SS_THING_FILE || t->kind == SS_THING_PROCESS;
    ss_prose(stdout, t->title, printf("%s - ", t->name), 4);
    puts("");
    if (t->kind == SS_THING_COLLECTION)
        printf("%s in %s; reference: its README.md\n", form->what, collection->folder);
    else if (t->kind == SS_THING_ESTIMATOR)
        describe_estimator(form->what, e);
    else
        ss_prose_line(stdout, "%s; reference: %s", form->what, t->reference);
    if (t->kind == SS_THING_LOCAL) {
        ss_prose_line(stdout, "stability: %s", local->stability);
        printf("own velocity: %s\n",
               local->holds_velocity ? "yes, eps-motion measures it" : "no, taken from W r + q");
    }
    if (t->kind == SS_THING_OUTER)
        describe_outer(t->itself);
    if (t->kind == SS_THING_EXTERNAL)
        ss_prose_line(stdout, "package: %s; its tolerance is in: %s", external->package,
                      external->measure);
    if (t->kind == SS_THING_PILE)
        ss_prose_line(stdout, "known: %s", pile->known);
    if (of_scene) {
        ss_prose_line(stdout, "known: %s", problem->known);
        printf("instances: %s\n", problem->seeded ? "1, 2, 3, ... (seeds)" : "1");
        describe_stop(problem);
    }
    describe_options(t, form->set_by, of_scene || t->kind == SS_THING_PILE);
    if (of_scene)
        describe_observables(problem);
}

/* The k-th of all names, those of columns last. */
static const char *name_at(const void *unused, size_t k)
{
    ss_thing t;
    (void)unused;
    for (int kind = SS_THING_LOCAL; kind < SS_THING_COUNT; ++kind)
        for (size_t n = 0; ss_thing_at(&t, (ss_thing_kind)kind, n); ++n)
            if (k-- == 0)
                return t.name;
    for (size_t n = 0; ss_rows_table(n) != NULL; k -= ss_rows_table(n++)->n_fields)
        if (k < ss_rows_table(n)->n_fields)
            return ss_rows_table(n)->fields[k].name;
    return NULL;
}

/* The name as the program has it: E1 is e1. */
static const char *spell(const char *name)
{
    const ss_estimator *e;
    for (size_t k = 0; (e = ss_estimator_at(k)) != NULL; ++k)
        if (strcasecmp(name, e->name) == 0)
            return e->name;
    return strcmp(name, "file") == 0 ? ss_problem_file.name : name;
}

/* A shared object of that name, if it is one: SS_ERROR_USAGE where it is, and cannot be used. */
static bool find_plugin(ss_thing *t, ss_choice *choice, const char *name, ss_error *error)
{
    ss_error why = {SS_ERROR_NONE, ""};
    char word[SS_PATH_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "["), name);
    if (strchr(word, '/') != NULL && strstr(word, ".so") == NULL)
        return false; /* FILE.COLUMN */
    if (ss_choice_parse(choice, word, SS_CHOICE_ANY, &why) && choice->file != NULL)
        ss_thing_of_choice(t, choice);
    else if (strchr(word, '/') != NULL)
        *error = why;
    return choice->file != NULL;
}

/* Whatever has that name; a file is named by its path, and a bracket says that a solver's options
 * follow: what it is, then all of them as they are set. */
static bool describe(ss_call *call, ss_error *error)
{
    const char *const word = *(const char **)call->words;
    const char *const name = spell(word);
    const size_t length = strcspn(name, "[");
    ss_thing t;
    ss_choice choice = {.label = NULL}, plugin = {.label = NULL};
    bool found = ss_thing_find(&t, name, length);
    if (!found && ss_frozen_path(name) == NULL)
        found = find_plugin(&t, &plugin, name, error);
    if (error->code != SS_ERROR_NONE)
        return false;
    if (!found && ss_frozen_path(name) != NULL) {
        if (!ss_frozen_describe(ss_frozen_path(name), stdout, error))
            return false;
        describe_stop(&ss_problem_file);
        printf("parameters, as in --set KEY=VALUE:\n");
        ss_options_describe(&ss_problem_file.params, stdout);
    } else if (name[length] == '[' && !ss_choice_parse(&choice, name, SS_CHOICE_ANY, error))
        return false;
    else if (found)
        describe_thing(&t);
    const bool is_column = ss_schema_describe(stdout, name);
    if (!found && !is_column && choice.label == NULL && ss_frozen_path(name) == NULL)
        return ss_name_unknown(name, "nothing is called", name_at, NULL, "see 'stickslip list'",
                               error);
    if (choice.label != NULL)
        printf("%s is: %s\n", name, choice.values);
    ss_choice_free(&choice);
    ss_choice_free(&plugin);
    ss_prose_line(stdout,
                  "sources: [D], [S], ... are named in paper/README.md; method N is section N of "
                  "paper/method.md");
    return true;
}

const ss_command ss_command_describe = {
    .name = "describe",
    .summary = "one solver, problem, estimator or column: options, units, sources",
    .places = "NAME",
    .doc = "Describe a solver, problem, estimator or column (NAME, or FILE.NAME of FILE.csv): its "
           "options with default, unit, range, meaning and source; of file:PATH what is in the "
           "file: title, origin, contacts, mu, rank of W, coupling, solution.",
    .after = "Example: stickslip describe ebp\n"
             "  stickslip describe file:b500.hdf5\n"
             "  stickslip describe summary.work_units_total",
    SS_PLACES(1, 0),
    .ask = "name what to describe; 'stickslip list' has names",
    .size = sizeof(const char *),
    .work = describe};
