/* The conditions of the runs: build, machine, problems, and the command that repeats them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/pairs.h"
#include "problems/files/source.h"

#include <math.h>
#include <string.h>

enum { PROBLEMS = 8, VALUES = 8 }; /* and values of a parameter: shown at most */

/* Build and machine, as the program wrote them down when the runs began. */
static void add_provenance(ss_report_sheet *sheet, const ss_page_material *m)
{
    static const char *const facts[][2] = {
        {"program", "program"}, {"compiler", "compiler"},
        {"flags", "flags"},     {"date", "date"},
        {"host", "host"},       {"cpu", "CPU"},
        {"system", "system"},   {"load", "load (1, 5 and 15 minutes)"}};
    char text[SS_PAGE_TEXT], plain[SS_PAGE_TEXT];
    for (size_t k = 0; k < sizeof facts / sizeof *facts; ++k) {
        ss_page_plain(plain, sizeof plain, ss_page_provenance(m, facts[k][0], text));
        if (plain[0] != '\0')
            ss_report_add(sheet, SS_REPORT_FACT, "%s\t%s%s", facts[k][1], plain,
                          strstr(plain, "-dirty") != NULL ? ", with changes that are in no commit"
                                                          : "");
    }
}

/* CPU time of solvers and mechanics over the clock on the wall, where the rows have both. */
static void add_share(ss_report_sheet *sheet, const ss_page_material *m)
{
    double cpu = 0.0, wall = 0.0;
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        const double parts[] = {row->cpu_s, row->cpu_mechanics_s, row->cpu_looks_s};
        double of_row = 0.0;
        for (size_t p = 0; p < sizeof parts / sizeof *parts; ++p)
            of_row += isfinite(parts[p]) ? parts[p] : 0.0;
        if (isfinite(row->wall_s)) {
            wall += row->wall_s;
            cpu += of_row * fmax(1.0, (double)row->repeats);
        }
    }
    if (wall > 0.0)
        ss_report_add(sheet, SS_REPORT_FACT,
                      "CPU share\t%.2g %%: solvers and mechanics had %.3g s of CPU in %.3g s by "
                      "the clock; referee and traces are not in it",
                      100.0 * cpu / wall, cpu, wall);
}

/* ---- problems ---- */

/* Has an earlier row of the problem the same value? */
static bool is_repeated(const ss_page_material *m, size_t k, const ss_key_value *pair)
{
    const ss_summary_row *const row = &m->summary.records[k].row;
    for (size_t j = 0; j < k; ++j) {
        const ss_summary_row *const other = &m->summary.records[j].row;
        if (strcmp(other->problem, row->problem) == 0 &&
            ss_pairs_agree(row->parameters, other->parameters, pair))
            return true;
    }
    return false;
}

/* The values of a parameter of the problem of row `first`, in the order of the rows. */
static void append_values(ss_report_sheet *sheet, const ss_page_material *m, size_t first,
                          const char *key)
{
    size_t n = 0;
    for (size_t k = first; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        ss_key_value pair;
        if (strcmp(row->problem, m->summary.records[first].row.problem) != 0 ||
            !ss_pairs_find(row->parameters, key, &pair) || is_repeated(m, k, &pair) ||
            n++ >= VALUES)
            continue;
        ss_report_append(sheet, "%s%.*s", n > 1 ? ", " : "=", (int)pair.value_length, pair.value);
    }
    if (n > VALUES)
        ss_report_append(sheet, ", ...");
}

/* "balls-4: mu=0.3, 0.8; steps=150", what is not the problem's default. */
static void add_problem(ss_report_sheet *sheet, const ss_page_material *m, size_t first)
{
    const char *const problem = m->summary.records[first].row.problem;
    ss_problem_choice defaults = {.params = NULL};
    ss_error ignored = {.code = SS_ERROR_NONE};
    char keys[SS_PAGE_LABEL] = "", plain[SS_PAGE_LABEL];
    const bool known = ss_problem_choice_parse(&defaults, problem, &ignored);
    for (size_t k = first; known && k < m->summary.n; ++k)
        if (strcmp(m->summary.records[k].row.problem, problem) == 0)
            ss_pairs_add_differing(keys, sizeof keys, m->summary.records[k].row.parameters,
                                   defaults.values);
    ss_page_plain(plain, sizeof plain, problem);
    ss_report_add(sheet, SS_REPORT_FACT, "problem\t`%s`, %s", plain,
                  !known            ? "which this program does not know"
                  : keys[0] == '\0' ? "all parameters at their defaults"
                                    : "not at its defaults: ");
    ss_key_value key;
    bool begun = false;
    for (const char *list = keys; known && ss_pairs_next(&list, &key); begun = true) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)key.key_length, key.key);
        ss_report_append(sheet, "%s%s", begun ? "; " : "", name);
        append_values(sheet, m, first, name);
    }
    ss_problem_choice_free(&defaults);
}

/* Each problem once, the first ones. */
static void add_problems(ss_report_sheet *sheet, const ss_page_material *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->summary.n; ++k) {
        bool seen = false;
        for (size_t j = 0; j < k && !seen; ++j)
            seen =
                strcmp(m->summary.records[j].row.problem, m->summary.records[k].row.problem) == 0;
        if (!seen && n++ < PROBLEMS)
            add_problem(sheet, m, k);
    }
    if (n > PROBLEMS)
        ss_report_add(sheet, SS_REPORT_FACT, "problems\t... and %zu more: column `problem`",
                      n - PROBLEMS);
}

/* Each stopping rule once: "eps <= 1e-12, at most 5000 sweeps a step, from r = 0". */
static void add_stops(ss_report_sheet *sheet, const ss_page_material *m)
{
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        bool seen = false;
        for (size_t j = 0; j < k && !seen; ++j) {
            const ss_summary_row *const other = &m->summary.records[j].row;
            seen = strcmp(other->stop, row->stop) == 0 && other->tol == row->tol &&
                   other->max_sweeps == row->max_sweeps &&
                   strcmp(other->warm_start, row->warm_start) == 0;
        }
        if (!seen)
            ss_report_add(sheet, SS_REPORT_FACT, "stop\t`%s` <= %g, at most %zu sweeps a step, %s",
                          row->stop, row->tol, row->max_sweeps,
                          strcmp(row->warm_start, "yes") == 0 ? "from the last step's impulses"
                                                              : "from r = 0");
    }
}

void ss_page_conditions(ss_report_sheet *sheet, const ss_page_material *m)
{
    char command[SS_PAGE_TEXT], plain[SS_PAGE_TEXT];
    ss_report_add(sheet, SS_REPORT_SECTION, "Conditions");
    add_stops(sheet, m);
    add_problems(sheet, m);
    add_provenance(sheet, m);
    add_share(sheet, m);
    ss_page_plain(plain, sizeof plain, ss_page_provenance(m, "command", command));
    if (plain[0] != '\0')
        ss_report_add(sheet, SS_REPORT_FACT, "to repeat\t`%s`", plain);
}
