/* The conditions of the runs: build, machine, problems, and the command that repeats them. What all
 * rows have alike stands once; of parameters only those that are not the problem's defaults.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/pairs.h"
#include "problems/files/source.h"
#include "problems/contact/guess.h"

#include <math.h>
#include <string.h>

enum { PROBLEMS = 8, VALUES = 8 }; /* and values of a parameter: shown at most */

/* Build and machine, as the program wrote them down when the runs began, and the share of CPU time
 * of solvers and mechanics in the clock on the wall, of the rows that have both. */
static void add_making(ss_report_sheet *sheet, const ss_page_material *m)
{
    static const char *const facts[][2] = {
        {"program", "program"}, {"compiler", "compiler"},
        {"flags", "flags"},     {"date", "date"},
        {"host", "host"},       {"cpu", "CPU"},
        {"system", "system"},   {"load", "load (1, 5 and 15 minutes)"}};
    char text[SS_PAGE_TEXT], plain[SS_PAGE_TEXT];
    double cpu = 0.0, wall = 0.0;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; ++k) {
        ss_page_plain(plain, sizeof plain, ss_page_provenance(m, facts[k][0], text));
        if (plain[0] != '\0')
            ss_report_add(sheet, SS_REPORT_FACT, "%s\t%s%s", facts[k][1], plain,
                          strstr(plain, "-dirty") != NULL ? ", with changes that are in no commit"
                                                          : "");
    }
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        const double parts[] = {row->cpu_s, row->cpu_mechanics_s, row->cpu_looks_s};
        wall += isfinite(row->wall_s) ? row->wall_s : 0.0;
        for (size_t p = 0; p < sizeof parts / sizeof *parts; ++p)
            if (isfinite(row->wall_s) && isfinite(parts[p]))
                cpu += parts[p] * fmax(1.0, (double)row->repeats);
    }
    if (wall > 0.0)
        ss_report_add(sheet, SS_REPORT_FACT,
                      "CPU share\t%.2g %%: solvers and mechanics had %.3g s of CPU in %.3g s by "
                      "the clock; referee and traces are not in it",
                      100.0 * cpu / wall, cpu, wall);
}

/* The values of a parameter of the problem of row `first`, in the order of the rows, each once. */
static void append_values(ss_report_sheet *sheet, const ss_page_material *m, size_t first,
                          const char *key)
{
    const ss_record *const records = m->summary.records;
    size_t n = 0;
    for (size_t k = first; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &records[k].row;
        ss_key_value pair;
        if (strcmp(row->problem, records[first].row.problem) != 0 ||
            !ss_pairs_find(row->parameters, key, &pair))
            continue;
        size_t j = first;
        while (strcmp(records[j].row.problem, row->problem) != 0 ||
               !ss_pairs_agree(row->parameters, records[j].row.parameters, &pair))
            ++j;
        if (j == k && n++ < VALUES)
            ss_report_append(sheet, "%s%.*s", n > 1 ? ", " : "=", (int)pair.value_length,
                             pair.value);
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

/* Each problem, and each stopping rule once: "eps <= 1e-12, at most 5000 sweeps, from r = 0". */
void ss_page_conditions(ss_report_sheet *sheet, const ss_page_material *m)
{
    char command[SS_PAGE_TEXT], plain[SS_PAGE_TEXT];
    size_t n = 0; /* problems */
    ss_report_add(sheet, SS_REPORT_SECTION, "Conditions");
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        static const char *const starts[SS_GUESS_COUNT] = {
            "from r = 0", "from the last step's impulses",
            "from what the last two steps' impulses foresee"};
        bool seen = false;
        for (size_t j = 0; j < k && !seen; ++j) {
            const ss_summary_row *const other = &m->summary.records[j].row;
            seen = strcmp(other->stop, row->stop) == 0 && other->tol == row->tol &&
                   other->max_sweeps == row->max_sweeps &&
                   strcmp(other->warm_start, row->warm_start) == 0 &&
                   strcmp(other->follows, row->follows) == 0;
        }
        if (!seen)
            ss_report_add(sheet, SS_REPORT_FACT,
                          "stop\t`%s` <= %g, at most %zu sweeps per step, %s%s%s%s", row->stop,
                          row->tol, row->max_sweeps, starts[ss_guess_of_cell(row->warm_start)],
                          row->follows[0] != '\0' ? "; the impulses of `" : "", row->follows,
                          row->follows[0] != '\0' ? "` move the scene" : "");
    }
    for (size_t k = 0; k < m->summary.n; ++k)
        if (ss_page_new_problem(m, k) && n++ < PROBLEMS)
            add_problem(sheet, m, k);
    if (n > PROBLEMS)
        ss_report_add(sheet, SS_REPORT_FACT, "problems\t... and %zu more: column `problem`",
                      n - PROBLEMS);
    add_making(sheet, m);
    ss_page_plain(plain, sizeof plain, ss_page_provenance(m, "command", command));
    if (plain[0] != '\0')
        ss_report_add(sheet, SS_REPORT_FACT, "to repeat\t`%s`", plain);
}
