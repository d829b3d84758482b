/* The verb `check`: is a solver, local or outer, correct, and how does it compare? One page.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/report.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/process/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct words {
    ss_limit_words limits;
    const char *solver, *out;
    bool all;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, all, "all", 'a', "Check every local and every outer solver of the lists"),
    SS_TEXT(words, out, "out", 'o', "DIR",
            "Write check.csv, check.md and summary.csv too; DIR must not exist"),
};

/* Everything of one command: the solvers, those to check first, and what was found. */
typedef struct check {
    ss_child_limits limits;
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
    if (!ss_choice_parse_with(&c->choices[c->n_choices], text, "exact", error))
        return false;
    ++c->n_choices;
    return true;
}

/* To compare with: the five and `exact`; for outer solvers some around `exact`. */
static const char *const known_local[] = {"sbp", "sal", "ebp", "eal", "ac", "exact"};
static const char *const known_outer[] = {"nlgs", "nlgs-anderson", "admm", "reference"};
enum { n_local = sizeof known_local / sizeof *known_local };
enum { n_outer = sizeof known_outer / sizeof *known_outer };

static bool add_known(check *c, unsigned kinds, ss_error *error)
{
    bool added = true;
    for (size_t k = 0; added && (kinds & SS_CHOICE_LOCAL) != 0 && k < n_local; ++k)
        added = add_choice(c, known_local[k], error);
    for (size_t k = 0; added && (kinds & SS_CHOICE_OUTER) != 0 && k < n_outer; ++k)
        added = add_choice(c, known_outer[k], error);
    return added;
}

/* The solvers to check, and those of their kind to compare with. */
static bool choose(check *c, const words *w, ss_error *error)
{
    const unsigned both = SS_CHOICE_LOCAL | SS_CHOICE_OUTER;
    size_t n_listed = 0;
    while (ss_choice_name_at(n_listed, both) != NULL)
        ++n_listed;
    const size_t most = n_listed + 1 + n_local + n_outer;
    c->choices = calloc(most, sizeof *c->choices);
    c->pages = calloc(most, sizeof *c->pages);
    if (c->choices == NULL || c->pages == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solvers");
    if (!w->all && !add_choice(c, w->solver, error))
        return false;
    for (size_t k = 0; w->all && k < n_listed; ++k)
        if (!add_choice(c, ss_choice_name_at(k, both), error))
            return false;
    c->n_pages = c->n_choices;
    return add_known(c, w->all ? both : ss_check_kind(&c->choices[0]), error);
}

/* Not to converge is a result; to crash, hang or give up is a failure. */
static bool ended_badly(const ss_check_comparison *comparison, size_t s)
{
    bool badly = false;
    for (size_t p = 0; p < comparison->n_problems; ++p)
        badly = badly || !comparison->runs[p * comparison->n_solvers + s].finished;
    return badly;
}

/* Print the end, and turn a failure into the exit code of SS_ERROR_FAILED. */
static bool judge(check *c, ss_error *error)
{
    size_t n_failed = 0;
    for (size_t k = 0; k < c->n_pages; ++k) {
        c->pages[k].ended_badly = ended_badly(&c->comparison, k);
        n_failed += !ss_check_page_passes(&c->pages[k]);
    }
    if (!ss_check_end_print(stdout, c->pages, c->n_pages, &c->comparison, error))
        return false;
    if (n_failed == 0)
        return true;
    return c->n_pages == 1
               ? ss_error_set(error, SS_ERROR_FAILED, "%s fails", c->pages[0].choice->label)
               : ss_error_set(error, SS_ERROR_FAILED, "%zu of %zu solvers fail", n_failed,
                              c->n_pages);
}

/* The folder exists, and is empty: it was made before the first check, so that no night of checks
 * ends at a folder that cannot be. */
static bool write_files(const check *c, const char *folder, int argc, char **argv, ss_error *error)
{
    return folder == NULL ||
           (ss_provenance_write(folder, argc, argv, error) &&
            ss_check_report_write(folder, c->pages, c->n_pages, &c->comparison, error));
}

/* The pages, the comparison and the files. A verdict that fails still leaves its files; a file that
 * cannot be written is the error that is told. */
static bool run_checks(check *c, const words *w, int argc, char **argv, ss_error *error)
{
    if (w->out != NULL && !ss_output_make_folder(w->out, error))
        return false;
    bool made = true;
    for (size_t k = 0; made && k < c->n_pages; ++k) {
        c->pages[k].choice = &c->choices[k];
        made = ss_check_page_make(stdout, &c->pages[k], &c->limits, error);
        putchar('\n');
    }
    made = made &&
           ss_check_comparison_make(&c->comparison, c->choices, c->n_choices, &c->limits, error);
    if (!made) {
        if (w->out != NULL)
            rmdir(w->out); /* it is empty still */
        return false;
    }
    const bool passed = judge(c, error);
    ss_error output = {.code = SS_ERROR_NONE};
    if (!write_files(c, w->out, argc, argv, &output))
        *error = output;
    return passed && output.code == SS_ERROR_NONE;
}

static void free_check(check *c)
{
    for (size_t k = 0; k < c->n_choices; ++k)
        ss_choice_free(&c->choices[k]);
    free(c->choices);
    free(c->pages);
    ss_check_comparison_free(&c->comparison);
}

int ss_verb_check(int argc, char **argv, ss_error *error)
{
    words w = {.all = false};
    const ss_command command = {
        .places = "SOLVER",
        .doc =
            "Check a local or an outer solver, NAME or 'NAME[KEY=VALUE,...]', on one page: known "
            "solutions, what must not matter (turning, numbering, units), the same bits twice, no "
            "trace of one solve in another, NaN, caps; then runs beside sbp, sal, ebp, eal, ac and "
            "exact, or, of an outer solver, nlgs, nlgs-anderson, admm and reference. A line is "
            "PASS, FAIL, or NOTE for a property to know.\v"
            "Examples:\n  stickslip check mine --out results/mine\n"
            "  stickslip check 'nlgs-anderson[of=nlgs-batched,local=sal]'\n\n"
            "An outer solver that needs a local one and is given none is checked around exact. "
            "Every check runs alone in a process with limits, 5 s of CPU time and 60 s in all, or "
            "--timeout: one that crashes or hangs fails, and the others go on; after two that "
            "hang the rest is skipped, and fails. For the known solutions the local solver is made "
            "tight: cap 1000, tol 1e-13, alpha no larger than is safe; all else runs as named. "
            "The exit code is 0 when no check fails, 1 when one does.",
        .groups = {SS_GROUP(ss_limit_table, &w.limits), SS_GROUP(own, &w)},
        .place = {&w.solver}};
    check c = {.limits.stop = ss_interrupted};
    ss_command_read(&command, argc, argv);
    if ((w.solver != NULL) == w.all)
        ss_error_set(error, SS_ERROR_USAGE, "name one solver to check, or say --all");
    else if (ss_limit_words_check(&c.limits, &w.limits, error) && choose(&c, &w, error))
        run_checks(&c, &w, argc, argv, error);
    free_check(&c);
    return 0;
}
