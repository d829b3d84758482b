/* The verb `check`: is a solver, local or outer, correct, and how does it compare? One page.
 *
 * Each check runs in a child of its own; what a page shows is harness/check's. This verb owns the
 * list of solvers: those to check come first, those to compare with after them, and a solver stands
 * in it once, so that comparing with itself is left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/report.h"
#include "harness/check/sabotage.h"
#include "harness/report/sheet.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A solver, or all of them; timeout_s 0 means the limits of a check. With `sabotage` the solver is
 * a local one, and the checks are what is checked. */
typedef struct words {
    ss_run_limits limits;
    const char *solver, *out;
    bool all, json, sabotage;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, all, "all", 'a', "Check every local and every outer solver of the lists"),
    SS_TEXT(words, out, "out", 'o', "DIR",
            "Write check.csv, check.md and summary.csv too; DIR must not exist"),
    SS_SWITCH(
        words, sabotage, "sabotage", 0,
        "Check the checks: each on a twin of the local solver SOLVER (default exact) with the "
        "one fault that it is there to see"),
    SS_SWITCH(
        words, json, "json", 0,
        "Print the rows of check.csv for programs, and the page to standard error; with --out, or "
        "with --sabotage its page"),
};

/* Everything of one command: the solvers, those to check first, and what was found. */
typedef struct check {
    ss_child_limits limits;
    FILE *page;         /* where the pages are printed */
    ss_choice *choices; /* n_choices: n_pages to check, then those to compare with */
    size_t n_choices, n_pages;
    ss_check_page *pages;
    ss_check_comparison comparison;
} check;

/* One more solver, unless it is there already; its local one, where none is named, is `exact`. */
static bool add_choice(check *c, const char *text, ss_error *error)
{
    for (size_t k = 0; k < c->n_choices; ++k)
        if (strcmp(c->choices[k].label, text) == 0)
            return true;
    if (!ss_choice_parse_with(&c->choices[c->n_choices], text, "exact", error) ||
        !ss_check_takes(&c->choices[c->n_choices], error))
        return false;
    ++c->n_choices;
    return true;
}

/* To compare with: the five and `exact`; for outer solvers some around `exact`. */
static const struct known {
    unsigned kind;
    const char *name;
} known[] = {{SS_CHOICE_LOCAL, "sbp"},  {SS_CHOICE_LOCAL, "sal"},
             {SS_CHOICE_LOCAL, "ebp"},  {SS_CHOICE_LOCAL, "eal"},
             {SS_CHOICE_LOCAL, "ac"},   {SS_CHOICE_LOCAL, "exact"},
             {SS_CHOICE_OUTER, "nlgs"}, {SS_CHOICE_OUTER, "nlgs-anderson"},
             {SS_CHOICE_OUTER, "admm"}, {SS_CHOICE_OUTER, "reference"}};

enum { n_known = sizeof known / sizeof *known };

/* The solvers to check, and those of their kind to compare with. */
static bool choose(check *c, const words *w, ss_error *error)
{
    const unsigned both = SS_CHOICE_LOCAL | SS_CHOICE_OUTER;
    size_t n_listed = 0;
    while (ss_choice_name_at(n_listed, both) != NULL)
        ++n_listed;
    const size_t most = n_listed + 1 + n_known;
    c->choices = calloc(most, sizeof *c->choices);
    c->pages = calloc(most, sizeof *c->pages);
    if (c->choices == NULL || c->pages == NULL)
        return ss_error_memory(error, "the solvers");
    if (!w->all && !add_choice(c, w->solver, error))
        return false;
    for (size_t k = 0; w->all && k < n_listed; ++k)
        if (!add_choice(c, ss_choice_name_at(k, both), error))
            return false;
    c->n_pages = c->n_choices;
    const unsigned kinds = w->all ? both : ss_check_kind(&c->choices[0]);
    for (size_t k = 0; k < n_known; ++k)
        if ((kinds & known[k].kind) != 0 && !add_choice(c, known[k].name, error))
            return false;
    return true;
}

/* The pages, the comparison and the files. The folder is made before the first check, so that no
 * night of checks ends at a folder that cannot be. A verdict that fails still leaves its files; a
 * file that cannot be written is the error that is told. */
static bool run_checks(check *c, const char *folder, const ss_call *call, ss_error *error)
{
    bool made = folder == NULL || ss_output_make_folder(folder, error);
    if (!made)
        return false;
    for (size_t k = 0; made && k < c->n_pages; ++k) {
        c->pages[k].choice = &c->choices[k];
        made = ss_check_page_make(c->page, &c->pages[k], &c->limits, error);
        fputc('\n', c->page);
    }
    made = made &&
           ss_check_comparison_make(&c->comparison, c->choices, c->n_choices, &c->limits, error);
    if (!made) {
        if (folder != NULL)
            rmdir(folder); /* it is empty still */
        return false;
    }
    size_t n_failed = 0;
    for (size_t k = 0; k < c->n_pages; ++k) {
        const ss_check_comparison *const runs = &c->comparison;
        for (size_t p = 0; p < runs->n_problems;
             ++p) /* not to converge is a result, not a failure */
            c->pages[k].ended_badly |= !runs->runs[p * runs->n_solvers + k].finished;
        n_failed += !ss_check_page_passes(&c->pages[k]);
    }
    if (ss_check_end_print(c->page, c->pages, c->n_pages, &c->comparison, error) && n_failed > 0)
        c->n_pages == 1
            ? ss_error_set(error, SS_ERROR_FAILED, "%s fails", c->pages[0].choice->label)
            : ss_error_set(error, SS_ERROR_FAILED, "%zu of %zu solvers fail", n_failed, c->n_pages);
    ss_error output = {.code = SS_ERROR_NONE};
    if (folder != NULL &&
        (!ss_provenance_write(folder, call->argc, call->argv, "", &output) ||
         !ss_check_report_write(folder, c->pages, c->n_pages, &c->comparison, &output)))
        *error = output;
    return error->code == SS_ERROR_NONE;
}

/* Each check on a broken twin: nothing is written, and nothing is compared. What is not caught is a
 * fault of ours, and the error of the command. */
static bool sabotage(const words *w, const ss_child_limits *limits, ss_error *error)
{
    const char *const local = w->solver != NULL ? w->solver : "exact";
    if (w->all || w->out != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--sabotage takes one local solver, and prints: no --all, no --out");
    /* two findings a check, with their details: too much for a stack */
    ss_check_sabotage *const s = calloc(1, sizeof *s);
    if (s == NULL)
        return ss_error_memory(error, "the twins");
    const bool ran =
        ss_check_sabotage_run(s, local, limits, error) &&
        ss_check_sabotage_print(s, w->json ? &ss_report_json : &ss_report_text, stdout, error);
    if (ran && ss_check_sabotage_count(s) > 0)
        ss_error_set(error, SS_ERROR_FAILED, "%zu of %zu checks have not caught their twin",
                     ss_check_sabotage_count(s), s->n);
    free(s);
    return ran && error->code == SS_ERROR_NONE;
}

/* `check` owns the solvers and all that is found of them. */
static bool work(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    check c = {.limits.stop = ss_interrupted, .page = w->json ? stderr : stdout};
    ss_limit_words_check(&c.limits, &w->limits);
    if (w->sabotage)
        return sabotage(w, &c.limits, error);
    if ((w->solver != NULL) == w->all)
        return ss_error_set(error, SS_ERROR_USAGE, "name one solver to check, or say --all");
    if (w->json && w->out == NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "--json prints DIR/check.csv: say --out=DIR");
    const bool passed = choose(&c, w, error) && run_checks(&c, w->out, call, error);
    ss_error ignored = {.code = SS_ERROR_NONE}; /* the checks' own is told */
    if (w->json && (passed || error->code == SS_ERROR_FAILED))
        ss_report_table_file(&(ss_report_sheet){.n = 0}, ss_rows_find("check"), w->out, NULL,
                             stdout, passed ? error : &ignored);
    for (size_t k = 0; k < c.n_choices; ++k)
        ss_choice_free(&c.choices[k]);
    free(c.choices);
    free(c.pages);
    ss_check_comparison_free(&c.comparison);
    return passed;
}

const ss_command ss_command_check = {
    .name = "check",
    .summary = "is a solver correct? a page of checks, and the others beside it",
    .places = "SOLVER",
    .doc = "Check a local or an outer solver, NAME or 'NAME[KEY=VALUE,...]', on one page: known "
           "solutions, what must not matter (turning, numbering, units), the same bits twice, no "
           "trace of one solve in another, NaN, caps; then runs beside sbp, sal, ebp, eal, ac and "
           "exact, or, of an outer solver, nlgs, nlgs-anderson, admm and reference. A line is "
           "PASS, FAIL, or NOTE for a property to know.",
    .after = "Examples:\n  stickslip check mine --out results/mine\n"
             "  stickslip check 'nlgs-anderson[of=nlgs-batched,local=sal]'\n"
             "  stickslip check --sabotage\n\n"
             "An outer solver that needs a local one and is given none is checked around exact. "
             "Every check runs alone in a process with limits, 5 s of CPU time and 60 s in all, or "
             "--timeout: one that crashes or hangs fails, and the others go on; after two that "
             "hang the rest is skipped, and fails. For the known solutions the local solver is "
             "made tight: cap 1000, tol 1e-13, alpha no larger than is safe; all else runs as "
             "named. The exit code is 0 when no check fails, 1 when one does.\n\n"
             "With --sabotage each check runs on SOLVER, which passes, and on a twin of it with "
             "one fault, which fails: caught, MISSED, or MOOT where SOLVER itself does not "
             "pass. Outer checks run on nlgs around SOLVER. The exit code is 1 where one is not "
             "caught.",
    .groups = {SS_GROUP(ss_limit_table, offsetof(words, limits)), SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, solver)),
    SS_WORDS(words, .limits.memory_bytes = SS_WORD_MEMORY_DEFAULT),
    .work = work};
