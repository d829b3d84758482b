/* The columns of the page explained, and the files behind its numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/rows.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The columns of the page's tables: where each number is from. */
static const char *const terms[][2] = {
    {"cheapest",
     "Who solves no less than anybody else and is cheaper than each by more than chance "
     "tells: the 95 % interval of the ratio, over problems and instances, excludes 1."},
    {"solver", "Column solver of summary.csv, options included, within its outer solver (column "
               "outer) where that is not nlgs."},
    {"counts",
     "Rows that count, of all rows of the solver: solved, and E1 of the worst step within "
     "0.001 (of a run that stops by a larger e1: within that)."},
    {"others", "Rows that do not count: by status; loose: solved, and E1 above that limit; "
               "no-measurement: they tell nothing of the solver."},
    {"CPU/least", "Median over the problems of the CPU time of the whole run over the least of all "
                  "who count on that problem. Runs ended as they stopped, maybe at unlike E1."},
    {"units/least", "The same of work units."},
    {"on", "Problems and instances that these medians are of; where one alone counts is no ratio."},
    {"worst E1",
     "The largest e1_worst of all rows (e1_last where a row has none), or what rounding "
     "hides: the neutral residual, without unit, the one to rank by."},
    {"CPU (s)", "Median over the rows that count of the CPU time of all that a solve pays: "
                "cpu_whole_s, or cpu_s + cpu_looks_s."},
    {"quartiles (s)", "Medians of its quartiles over the repeats of a run."},
    {"work units",
     "Median of work_units_total over the rows that count: one unit is a sweep by the "
     "exact local solve."},
    {"us/unit", "CPU time over work units, in microseconds: where solvers differ in it, the two "
                "costs may order them otherwise."},
    {"sweeps", "Median of sweeps_total over the rows that count."}};

static const char *const paper_terms[][2] = {
    {"paper", "As printed, with the sign of a bound or trend; where a ratio is judged, that ratio, "
              "and the printed number in brackets."},
    {"ours", "Column ours_compared of tableN.csv, the median over the instances (of signs and "
             "bounds the mean); in brackets column ours."},
    {"least, quartiles, largest", "Of the instances, where there are several."},
    {"instances", "Instances that give the number."},
    {"ours/paper", "Column ratio of tableN.csv."},
    {"verdict", "match: the printed number; inside: within our band over the instances; near: of "
                "the same order; outside; reference: equal by construction; beside: no number of "
                "the paper; missing: no run gives it."},
    {"holds", "Instances for which the claim holds, of those that can tell."}};

static const char *const field_terms[][2] = {
    {"contacts", "Contacts of the problem, or a class of sizes (rates.csv)."},
    {"theirs/ours", "Column ratio of best.csv: CPU time of the fastest external solver over that "
                    "of our fastest, each with its own stopping test; inf: only ours solves it."}};

static void add_terms(ss_report_sheet *sheet, const char *const (*list)[2], size_t n)
{
    for (size_t k = 0; k < n; ++k)
        ss_report_add(sheet, SS_REPORT_TERM, "%s\t%s", list[k][0], list[k][1]);
}

/* ---- files ---- */

static int is_table(const struct dirent *entry)
{
    const char *const ending = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && ending != NULL &&
           (strcmp(ending, ".csv") == 0 || strcmp(ending, ".txt") == 0);
}

/* All tables of a folder with their meanings, hidden files left out. */
static void add_files(ss_report_sheet *sheet, const char *folder, const char *way)
{
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, is_table, alphasort);
    for (int k = 0; k < n; ++k) {
        const char *const file = entries[k]->d_name;
        const ss_table *table = strncmp(file, "table", 5) == 0 ? ss_rows_find("printed") : NULL;
        for (size_t t = 0; table == NULL && ss_rows_table(t) != NULL; ++t)
            table = strcmp(ss_rows_table(t)->file, file) == 0 ? ss_rows_table(t) : NULL;
        const bool made = strcmp(file, "provenance.txt") == 0 || strcmp(file, "manifest.txt") == 0;
        ss_report_add(sheet, SS_REPORT_LINK, "%s%s%s\t%s", way, way[0] != '\0' ? "/" : "", file,
                      table != NULL ? table->meaning
                      : made        ? "Program, command, machine and date."
                                    : "");
        free(entries[k]);
    }
    free(entries);
}

void ss_page_appendix(ss_report_sheet *sheet, const ss_page_material *m, const char *way)
{
    char store[SS_PATH_SIZE];
    ss_report_add(sheet, SS_REPORT_SECTION, "Columns");
    add_terms(sheet, terms, sizeof terms / sizeof *terms);
    if (m->n_tables > 0)
        add_terms(sheet, paper_terms, sizeof paper_terms / sizeof *paper_terms);
    if (m->rates_csv.n_rows > 0)
        add_terms(sheet, field_terms, sizeof field_terms / sizeof *field_terms);
    ss_report_add(sheet, SS_REPORT_SECTION, "Files");
    add_files(sheet, m->folder, way);
    if (strcmp(m->runs, m->folder) != 0 &&
        ss_path_join(store, sizeof store, way, strrchr(m->runs, '/') + 1, NULL))
        add_files(sheet, m->runs, store);
}
