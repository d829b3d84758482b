/* A judged table in the layout of the paper.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/table.h"
#include "support/files.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Two solvers and a variant of ours, two quantities of the paper and one beside it, two readings of
 * the first solver; an older file, without the columns that came later. */
static const char table[] =
    "table,row,column,paper,ours,verdict,reason,reading,instances,least,largest,"
    "paper_compared,ours_compared\n"
    "2,sbp,sweeps,0.30e3,436.5,inside,the box,printed,10,293,813,300,436.5\n"
    "2,sbp,cpu_s,2.92,0.1,reference,by construction,printed,10,1,1,1,1\n"
    "2,sbp,e1,nan,1e-9,beside,not in it,printed,10,1e-10,1e-8,nan,1e-9\n"
    "2,sal,sweeps,301,inf,outside,the box,printed,10,270,inf,301,inf\n"
    "2,sal,cpu_s,2.87,0.08,match,another machine,printed,10,0.5,0.9,0.98,0.8\n"
    "2,mine,sweeps,nan,3,beside,ours,printed,10,2,4,nan,3\n"
    "2,sbp,sweeps,0.30e3,500,near,the box,settled,1,500,500,300,500\n"
    "2,sbp,cpu_s,2.92,0.2,reference,,settled,1,1,1,1,1\n";

TestSuite(layout, .init = test_files_begin, .fini = test_files_end);

static char *written(const char *file, bool notes)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_paper_measures measures;
    cr_assert(ss_paper_measures_read(&measures, SS_SOURCE_DIR "/paper/dumont", &error));
    const ss_table_report report = {.measures = &measures.list,
                                    .title = "Table 2 of [D]: balls & [S]",
                                    .row_heading = "solver",
                                    .number = 2};
    const ss_reproduce_about about = {.paper = "two", .letter = "D", .key = "dumont2012descend"};
    test_write_text("table2.csv", table);
    cr_assert(ss_layout_write(test_folder(), &report, &about, notes, &error), "%s", error.text);
    ss_paper_measures_free(&measures);
    return test_read(file);
}

static void expect_in(const char *text, const char *words)
{
    cr_expect_not_null(strstr(text, words), "'%s' is not in: %s", words, text);
}

Test(layout, a_block_a_row_of_the_paper)
{
    char *const text = written("table2-paper.md", false);
    expect_in(text, "| solver |  | sweeps | CPU (s) |\n");
    expect_in(text, "| sbp | ours | 436 | 0.1 |\n| sbp | range | 293 to 813 | |\n"
                    "| sbp | settled | 500 | 0.2 |\n| sbp | paper | 0.30e3 | 2.92 |\n");
    expect_in(text, "| sal | ours | cap | 0.08 |\n| sal | range | 270 to cap | |\n"
                    "| sal | paper | 301 | 2.87 |\n");
    cr_expect_null(strstr(text, "mine"), "a row that the paper has not: %s", text);
    cr_expect_null(strstr(text, "the box"), "notes that nobody wants: %s", text);
    free(text);
}

Test(layout, latex_cites_the_paper)
{
    char *const text = written("table2-paper.tex", true);
    expect_in(text, "\\caption{Table 2 of \\cite{dumont2012descend}: balls \\& [S]}");
    expect_in(text, "\\label{tab:two-2-paper}");
    expect_in(text, "sbp & ours & $436$\\textsuperscript{1} & $0.1$ \\\\\n");
    expect_in(text, " & range & $270$ to cap &  \\\\\n");
    expect_in(text, " & paper & $0.30\\cdot10^{3}$ & $2.92$ \\\\\n");
    expect_in(text, "the median over 1 to 10 instances");
    expect_in(text, "\\textsuperscript{1}~sbp sweeps, sal sweeps: the box.\\par");
    cr_expect_null(strstr(text, "\\textsuperscript{2}"),
                   "a note of what agrees or is not shown: %s", text);
    cr_expect_null(strstr(text, "[D]"), "%s", text);
    free(text);
}

/* Numbers of which someone is told. */
static void note(void *context, size_t row, const char *column, const char *text)
{
    char(*const notes)[256] = context;
    const size_t used = strlen(*notes);
    snprintf(*notes + used, sizeof *notes - used, "%zu %s %s;", row, column, text);
}

/* Numbers told of a table of these rows, in a layout that shows what only ours has, too. */
static void expect_notes(const char *rows, const char *expected)
{
    ss_csv csv;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_report_sheet sheet = {.text = NULL};
    char text[512], notes[256] = "";
    snprintf(text, sizeof text,
             "row,column,paper,ours,reading,instances,least,largest,paper_compared,"
             "ours_compared\n%s",
             rows);
    cr_assert(ss_csv_read(&csv, test_write_text("t.csv", text), &error), "%s", error.text);
    const ss_measures none = {.n = 0};
    ss_layout layout = {.measures = &none,
                        .csv = &csv,
                        .row_heading = "solver",
                        .beside = true,
                        .note = note,
                        .context = &notes};
    cr_assert(ss_layout_add(&sheet, &layout, &error), "%s", error.text);
    cr_expect_str_eq(notes, expected);
    ss_report_free(&sheet);
    ss_csv_free(&csv);
}

Test(layout, tells_of_every_number)
{
    expect_notes("sbp,cpu_s,2.92,0.1,printed,1,1,1,1,1\n"
                 "sbp,e1,nan,1e-9,printed,1,1e-9,1e-9,nan,1e-9\n",
                 "0 ours 0.1;0 ours_compared 1;1 ours 1e-09;0 paper 2.92;"
                 "0 paper_compared 1;");
}

/* Seconds have no range, what they are relative to others has. */
Test(layout, ranges_of_relative_seconds)
{
    expect_notes("sal,cpu_s,2.87,0.08,printed,10,0.5,0.9,0.98,0.8\n",
                 "0 ours 0.08;0 ours_compared 0.8;0 least, largest 0.5 to 0.9;"
                 "0 paper 2.87;0 paper_compared 0.98;");
}

Test(layout, a_file_without_the_paper)
{
    ss_csv csv;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_report_sheet sheet = {.text = NULL};
    const char *const path = test_write_text("t.csv", "row,column\nsbp,e1\n");
    cr_assert(ss_csv_read(&csv, path, &error), "%s", error.text);
    const ss_measures none = {.n = 0};
    ss_layout layout = {.measures = &none, .csv = &csv, .row_heading = "solver"};
    cr_expect_not(ss_layout_add(&sheet, &layout, &error));
    expect_in(error.text, "paper");
    ss_report_free(&sheet);
    ss_csv_free(&csv);
}

/* A dash stands for what there is not, never for what cannot be read. */
Test(layout, a_cell_that_is_no_number)
{
    ss_csv csv;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_report_sheet sheet = {.text = NULL};
    const char *const path = test_write_text(
        "t.csv", "row,column,paper,ours,reading,instances,least,largest,paper_compared,"
                 "ours_compared\nsbp,e1,nan,nan,printed,1,1,1,nan,1\n"
                 "sbp,cpu_s,2.92,0.1O,printed,1,1,1,1,1\n");
    cr_assert(ss_csv_read(&csv, path, &error), "%s", error.text);
    ss_layout layout = {.csv = &csv, .row_heading = "solver"};
    cr_expect_not(ss_layout_add(&sheet, &layout, &error));
    expect_in(error.text, "t.csv, line 3");
    expect_in(error.text, "0.1O");
    ss_report_free(&sheet);
    ss_csv_free(&csv);
}
