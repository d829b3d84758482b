/* The verbs `list` and `describe`: what the tables of plug-ins say of themselves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"
#include "harness/papers/data.h"
#include "harness/papers/field.h"
#include "harness/tables/home.h"
#include "harness/tables/rows.h"
#include "harness/cli/words.h"
#include "problems/files/frozen.h"
#include "problems/surface/pile.h"
#include "problems/base/names.h"
#include "solvers/choice.h"
#include "solvers/surface/surface_solver.h"

#include <string.h>

/* Those that this build lacks are listed too, with the package that they need. */
static void list_external(void)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    printf("external solvers, of other codes, on frozen problems (run --solver NAME):\n");
    for (size_t k = 0; ss_external_solver_at(k) != NULL; ++k) {
        const ss_external_solver *const solver = ss_external_solver_at(k);
        printf("  %-20s %s", solver->name, solver->title);
        if (!ss_external_solver_available(solver, &ignored))
            printf(" (not in this build: install %s and configure anew)", solver->package);
        printf("\n");
    }
}

static void list_surface_solvers(void)
{
    printf("solvers of growing surfaces (grow --solver NAME):\n");
    for (size_t k = 0; ss_surface_solver_at(k) != NULL; ++k)
        printf("  %-14s %s\n", ss_surface_solver_at(k)->name, ss_surface_solver_at(k)->title);
}

static void list_solvers(void)
{
    printf("local solvers (run --solver NAME):\n");
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        printf("  %-14s %s\n", ss_local_solver_at(k)->name, ss_local_solver_at(k)->title);
    printf("outer solvers (run --outer NAME):\n");
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k)
        printf("  %-14s %s\n", ss_outer_solver_at(k)->name, ss_outer_solver_at(k)->title);
    list_external();
    list_surface_solvers();
}

static void list_problems(void)
{
    printf("problems (run --problem NAME):\n");
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k)
        printf("  %-15s %s\n", ss_catalogue_at(k)->name, ss_catalogue_at(k)->title);
    printf("  %-15s %s\n", ss_problem_file.name, ss_problem_file.title);
    printf("collections of frozen problems (reproduce field --data NAME):\n");
    for (size_t k = 0; ss_collection_at(k) != NULL; ++k)
        printf("  %-15s %s\n", ss_collection_at(k)->name, ss_collection_at(k)->title);
    printf("growing surfaces (grow):\n  %-15s %s\n", ss_growing_pile.name, ss_growing_pile.title);
}

static void list_estimators(void)
{
    printf("estimators, with units (run --stop NAME for those that may stop):\n");
    for (size_t k = 0; ss_estimator_at(k) != NULL; ++k)
        printf("  %-14s %-12s %s\n", ss_estimator_at(k)->name, ss_estimator_at(k)->unit,
               ss_estimator_at(k)->title);
}

static void list_columns(void)
{
    ss_schema_write(stdout);
}

static void list_papers(void)
{
    ss_papers papers;
    ss_error error = {.code = SS_ERROR_NONE};
    printf("papers (reproduce NAME):\n");
    for (size_t k = 0; ss_papers_read(&papers, &error) && k < papers.n; ++k) {
        char below[SS_PATH_SIZE], folder[SS_PATH_SIZE];
        ss_csv file;
        ss_reproduce_about about;
        snprintf(below, sizeof below, "paper/%s", papers.names[k]);
        if (ss_home_path(folder, sizeof folder, below, &error) &&
            ss_reproduce_about_read(&about, &file, folder, &error))
            printf("  %-14s [%s] %s: %s; %s\n", papers.names[k], about.letter, about.cited,
                   about.tables, about.takes);
        ss_csv_free(&file);
    }
    if (error.code != SS_ERROR_NONE)
        printf("  %s\n", error.text);
}

static const struct kind {
    const char *kind;
    void (*print)(void);
    bool always; /* printed when no kind is named */
} kinds[] = {{"solvers", list_solvers, true},
             {"problems", list_problems, true},
             {"estimators", list_estimators, true},
             {"papers", list_papers, true},
             {"columns", list_columns, false}};

enum { n_kinds = sizeof kinds / sizeof kinds[0] };

/* One kind, or all but the long list of columns. */
static bool list(ss_call *call, ss_error *error)
{
    const char *const kind = *(const char **)call->words;
    if (!ss_choice_check_names(error))
        return false;
    static const ss_names names = SS_NAMES(
        kinds, "cannot list", "it must be solvers, problems, estimators, papers or columns");
    const struct kind *const only = kind != NULL ? ss_names_find(&names, kind, error) : NULL;
    for (size_t k = 0; k < n_kinds; ++k)
        if (kind == NULL ? kinds[k].always : only == &kinds[k])
            kinds[k].print();
    return kind == NULL || only != NULL;
}

static void describe_local(const ss_local_solver *s)
{
    printf("%s - %s\nlocal solver; reference: %s\nstability: %s\nown velocity: %s\n", s->name,
           s->title, s->reference, s->stability,
           s->holds_velocity ? "yes, eps-motion measures it" : "no, taken from W r + q");
    printf("options, as in --solver '%s[KEY=VALUE,...]':\n", s->name);
    ss_options_describe(&s->options, stdout);
}

static void describe_external(const ss_external_solver *s)
{
    printf("%s - %s\nexternal solver, of another code, for frozen problems; reference: %s\n"
           "its tolerance is in: %s\npackage: %s\n",
           s->name, s->title, s->reference, s->measure, s->package);
    printf("options, as in --solver '%s[KEY=VALUE,...]':\n", s->name);
    ss_options_describe(&s->options, stdout);
}

static void describe_outer(const ss_outer_solver *s)
{
    printf("%s - %s\nouter solver; reference: %s\n", s->name, s->title, s->reference);
    printf("local solver: %s\n",
           ss_outer_solver_takes_local(s) ? "any, local=NAME" : "none; named alone");
    if (s->inside != NULL)
        printf("wraps: %s, always\n", s->inside);
    else if ((s->needs & SS_NEEDS_INNER) != 0)
        printf("wraps: of=NAME, another outer solver's sweeps\n");
    if ((s->needs & SS_NEEDS_SYMMETRIC) != 0)
        printf("problems: W must be symmetric\n");
    if (s->options.n_rows == 0) {
        printf("options: none\n");
        return;
    }
    printf("options, as in --outer '%s[KEY=VALUE,...]':\n", s->name);
    ss_options_describe(&s->options, stdout);
}

static void describe_problem(const ss_catalogue_entry *p)
{
    printf("%s - %s\nproblem; reference: %s\nknown: %s\ninstances: %s\n", p->name, p->title,
           p->reference, p->known, p->seeded ? "1, 2, 3, ... (seeds)" : "1");
    printf("parameters, as in --set KEY=VALUE:\n");
    ss_options_describe(&p->params, stdout);
    if (p->observables != NULL)
        printf("observables, in observables.csv:\n");
    for (const ss_observable *const *o = p->observables; o != NULL && *o != NULL; ++o)
        for (const ss_observable_name *n = (*o)->names; n->name != NULL; ++n)
            printf("  %-14s%s [%s]  %s\n", n->name, (*o)->is_keyed ? "[KEY]" : "", n->unit,
                   n->meaning);
    if (p->constants != NULL)
        printf("constants:\n");
    for (const ss_observable_name *c = p->constants != NULL ? p->constants->names : NULL;
         c != NULL && c->name != NULL; ++c)
        printf("  %-19s [%s]  %s\n", c->name, c->unit, c->meaning);
}

static const ss_collection *find_collection(const char *name)
{
    for (size_t k = 0; ss_collection_at(k) != NULL; ++k)
        if (strcmp(ss_collection_at(k)->name, name) == 0)
            return ss_collection_at(k);
    return NULL;
}

static void describe_collection(const ss_collection *c)
{
    printf("%s - %s\ncollection of frozen problems in %s; reference: its README.md\n", c->name,
           c->title, c->folder);
}

static void describe_surface_solver(const ss_surface_solver *s)
{
    printf("%s - %s\nsolver of growing surfaces (grow); reference: %s\n", s->name, s->title,
           s->reference);
    printf("options, as in grow --solver '%s[KEY=VALUE,...]':\n", s->name);
    ss_options_describe(&s->options, stdout);
}

static void describe_pile(const ss_pile_kind *p)
{
    printf("%s - %s\ngrowing surface (grow); reference: %s\nknown: %s\n", p->name, p->title,
           p->reference, p->known);
    printf("parameters, as in grow --set KEY=VALUE:\n");
    ss_options_describe(&p->params, stdout);
}

static void describe_estimator(const ss_estimator *e)
{
    printf("%s - %s\nestimator; unit: %s; reference: %s\n", e->name, e->title, e->unit,
           e->reference);
    if (e->note != NULL)
        printf("note: %s\n", e->note);
    printf("may stop a solve: ");
    if (e->may_stop)
        printf("yes, --stop %s\n", e->alias != NULL ? e->alias : e->name);
    else
        printf("no\n");
}

/* The parameters of every file. */
static bool describe_file_options(void)
{
    printf("parameters, as in --set KEY=VALUE:\n");
    ss_options_describe(&ss_problem_file.params, stdout);
    return true;
}

static bool describe(const char *name, ss_error *error);

/* A solver with options: what it is, then all options as they are set. */
static bool describe_choice(const char *text, ss_error *error)
{
    ss_choice choice;
    char name[64];
    if (!ss_choice_parse(&choice, text, SS_CHOICE_ANY, error))
        return false;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "["), text);
    const bool described = describe(name, error);
    printf("%s is: %s\n", text, choice.values);
    ss_choice_free(&choice);
    return described;
}

/* The k-th of all names: solvers, then problems, then those of surfaces, then estimators. */
static const char *any_name_at(const void *unused, size_t k)
{
    size_t n = 0;
    (void)unused;
    if (ss_choice_name_at(k, SS_CHOICE_ANY) != NULL)
        return ss_choice_name_at(k, SS_CHOICE_ANY);
    for (; ss_choice_name_at(n, SS_CHOICE_ANY) != NULL; ++n)
        --k;
    for (n = 0; ss_catalogue_at(n) != NULL; ++n)
        if (k-- == 0)
            return ss_catalogue_at(n)->name;
    for (n = 0; ss_surface_solver_at(n) != NULL; ++n)
        if (k-- == 0)
            return ss_surface_solver_at(n)->name;
    if (k-- == 0)
        return ss_growing_pile.name;
    return ss_estimator_at(k) != NULL ? ss_estimator_at(k)->name : NULL;
}

/* Whatever has that name. The order matters where names could be two things: a file is named by its
 * path, and a bracket says that options follow. */
static bool describe(const char *name, ss_error *error)
{
    ss_error none = {.code = SS_ERROR_NONE};
    if (ss_local_solver_find(name, &none) != NULL)
        describe_local(ss_local_solver_find(name, &none));
    else if (ss_outer_solver_find(name, &none) != NULL)
        describe_outer(ss_outer_solver_find(name, &none));
    else if (ss_external_solver_find(name, &none) != NULL)
        describe_external(ss_external_solver_find(name, &none));
    else if (find_collection(name) != NULL)
        describe_collection(find_collection(name));
    else if (strcmp(name, "file") == 0 || strcmp(name, ss_problem_file.name) == 0)
        describe_problem(&ss_problem_file);
    else if (strcmp(name, ss_growing_pile.name) == 0)
        describe_pile(&ss_growing_pile);
    else if (ss_surface_solver_find(name, &none) != NULL)
        describe_surface_solver(ss_surface_solver_find(name, &none));
    else if (ss_frozen_path(name) != NULL)
        return ss_frozen_describe(ss_frozen_path(name), stdout, error) && describe_file_options();
    else if (strchr(name, '[') != NULL)
        return describe_choice(name, error);
    else if (ss_catalogue_find(name, &none) != NULL)
        describe_problem(ss_catalogue_find(name, &none));
    else if (ss_estimator_find(name, &none) != NULL)
        describe_estimator(ss_estimator_find(name, &none));
    else
        return ss_name_unknown(name, "nothing is called", any_name_at, NULL, "see 'stickslip list'",
                               error);
    return true;
}

const ss_command ss_command_list = {
    .name = "list",
    .summary = "what there is: solvers, problems, estimators, columns",
    .places = "[solvers|problems|estimators|papers|columns]",
    .doc = "List what there is.",
    .after = "Example: stickslip list solvers\n\n"
             "`columns` prints results/SCHEMA.md: every column of every "
             "table, with its unit.",
    .place = {0},
    .n_places = 1,
    .size = sizeof(const char *),
    .work = list};

static bool describe_any(ss_call *call, ss_error *error)
{
    if (!describe(*(const char **)call->words, error))
        return false;
    printf("sources: [D], [S], ... are named in paper/README.md; method N is section N of "
           "paper/method.md\n");
    return true;
}

const ss_command ss_command_describe = {
    .name = "describe",
    .summary = "one solver, problem or estimator: options, units, sources",
    .places = "NAME",
    .doc = "Describe a solver, problem or estimator: its options with default, unit, range, "
           "meaning and source; of file:PATH what is in the file: title, origin, contacts, mu, "
           "rank of W, coupling, solution.",
    .after = "Example: stickslip describe ebp\n"
             "  stickslip describe file:b500.hdf5",
    .place = {0},
    .n_places = 1,
    .ask = "name what to describe; 'stickslip list' has names",
    .size = sizeof(const char *),
    .work = describe_any};
