/* Manuscripts: every macro fills in what the files say, and says what is wrong and where.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/manuscript.h"
#include "support/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char table[] = "solver,balls,sweeps,e1,note\n"
                            "sbp,4,12,1.5e-10,a_b\n"
                            "sbp,500,inf,nan,c\n"
                            "sal,4,10,0.25,\n"
                            "\"ebp[alpha=1,cap=2]\",4,3,2e-7,\"50 %, all\"\n";

/* The folder of the manuscript with one text, and of a result `run`. */
static void write_manuscript(const char *text)
{
    char sources[512];
    mkdir(test_path("text"), 0777);
    mkdir(test_path("run"), 0777);
    snprintf(sources, sizeof sources, "name,folder,command\nrun,%s,make it\n", test_path("run"));
    test_write_text("text/sources.csv", sources);
    test_write_text("text/a.tex", text);
    test_write_text("run/t.csv", table);
    test_write_text("run/provenance.txt", "cpu: A_1\n");
}

static bool fill(const char *text, ss_error *error)
{
    size_t n_values = 0;
    write_manuscript(text);
    const ss_manuscript_job job = {.source = test_path("text"),
                                   .folder = test_path("out"),
                                   .plots = SS_SOURCE_DIR "/plots",
                                   .frames = true};
    return ss_manuscript_write(&job, &n_values, error);
}

static void expect_filled(const char *text, const char *wanted)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(fill(text, &error), "%s", error.text);
    char *const filled = test_read("out/a.tex");
    cr_expect_not_null(strstr(filled, wanted), "'%s' is not in '%s'", wanted, filled);
    free(filled);
}

static void expect_wrong(const char *text, const char *words)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(fill(text, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, "a.tex, line 2: "), "%s", error.text);
    cr_expect_not_null(strstr(error.text, words), "'%s' is not in '%s'", words, error.text);
    char *const filled = test_read("out/a.tex");
    cr_expect_str_eq(filled, "");
    free(filled);
}

TestSuite(manuscript, .init = test_files_begin, .fini = test_files_end);

Test(manuscript, cells)
{
    expect_filled("x \\cell{run/t.csv}{solver=sbp; balls=4}{sweeps}, "
                  "\\cell[2*1e9]{run/t.csv}{solver = sbp;balls=4 ;}\n  {e1}|"
                  "\\cell[printed]{run/t.csv}{balls=4; solver=sbp}{e1}|"
                  "\\cell{run/t.csv}{balls=500}{sweeps}|\\cell{run/t.csv}{balls!=4}{e1}|"
                  "\\cell[text]{run/t.csv}{solver=sbp; balls=4}{note}|"
                  "\\cell[text]{run/t.csv}{solver=ebp[alpha=1,cap=2]}{note}|",
                  "x $12$, $0.15$|$1.5\\cdot10^{-10}$|cap|--|a\\_b|50 \\%, all|");
}

Test(manuscript, made_of_several)
{
    expect_filled("\\median{run/t.csv}{balls=4}{sweeps} \\least{run/t.csv}{}{sweeps} "
                  "\\largest{run/t.csv}{}{sweeps} \\total{run/t.csv}{solver=sal|sbp}{sweeps} "
                  "\\rowcount{run/t.csv}{solver=sbp} \\rowcount{run/t.csv}{solver=none} "
                  "\\ratio{run/t.csv}{solver=sbp; balls=4}{solver=sal}{sweeps}.",
                  "$10$ $3$ $12$ $22$ $2$ $0$ $1.2$.");
}

Test(manuscript, tables)
{
    expect_filled("\\rows{run/t.csv}{solver=sbp|sal}{<solver:text> & <e1:2>}\n"
                  "\\pivot{run/t.csv}{solver=sbp|sal}{solver; balls}{<sweeps>}",
                  "sbp & $1.5\\cdot10^{-10}$ \\\\\nsbp & -- \\\\\nsal & $0.25$ \\\\\n"
                  "sbp & $12$ & cap \\\\\nsal & $10$ & -- \\\\\n");
}

/* As many decimals as an uncertainty has: 0.25 of sal, whole numbers where it is 1 and more. */
Test(manuscript, decimals_of_an_uncertainty)
{
    expect_filled("\\rows{run/t.csv}{solver=sal}{<sweeps:to e1>, <e1:to sweeps>, <e1:4 decimals>}",
                  "10.0, 0, 0.2500 \\\\");
}

Test(manuscript, wrong_uncertainties)
{
    expect_wrong("\n\\rows{run/t.csv}{solver=sal}{<sweeps:to nothing>}", "nothing");
    expect_wrong("\n\\rows{run/t.csv}{solver=sal}{<sweeps:4 decimal>}", "is no form");
}

Test(manuscript, leaves_latex_alone)
{
    expect_filled("% \\cell{no}{comment}{is} read\n50\\% \\cells \\cite{x} \\\\ "
                  "\\said{run/provenance.txt}{cpu}: \\made{run}",
                  "\n% \\cell{no}{comment}{is} read\n50\\% \\cells \\cite{x} \\\\ A\\_1: make it");
}

Test(manuscript, notes_where_values_are_from)
{
    expect_filled("one\n\\cell{run/t.csv}{solver=sal}{sweeps}", "$10$");
    char *const cells = test_read("out/cells.csv");
    cr_expect_not_null(strstr(cells, "\na.tex,2,cell,run/t.csv,4,1,sweeps,10,$10$\n"), "%s", cells);
    free(cells);
}

Test(manuscript, a_cell_of_many)
{
    expect_wrong("\n\\cell{run/t.csv}{balls=4}{sweeps}", "3 rows with balls=4");
}

Test(manuscript, no_row)
{
    expect_wrong("\n\\cell{run/t.csv}{balls=5}{sweeps}",
                 "no row with balls=5; it is made by: make it");
}

Test(manuscript, no_column)
{
    expect_wrong("\n\\median{run/t.csv}{}{steps}", "has no column 'steps'");
}

Test(manuscript, no_column_to_choose_by)
{
    expect_wrong("\n\\cell{run/t.csv}{seed=1}{sweeps}", "has no column 'seed'");
}

Test(manuscript, no_file)
{
    expect_wrong("\n\\cell{run/u.csv}{}{sweeps}", "it is made by: make it");
}

Test(manuscript, no_such_result)
{
    expect_wrong("\n\\cell{runs/t.csv}{}{sweeps}", "sources.csv has no name 'runs'");
}

Test(manuscript, words_where_a_number_is_asked_for)
{
    expect_wrong("\n\\cell{run/t.csv}{solver=sal}{solver}",
                 "line 4, column solver: 'sal' is no number");
}

Test(manuscript, no_end)
{
    expect_wrong("\n\\cell{run/t.csv}{solver=sal}{sweeps", "\\cell needs 3 arguments");
}

Test(manuscript, another_place)
{
    size_t n_values = 0;
    ss_error error = {SS_ERROR_NONE, ""};
    char place[600];
    write_manuscript("\\cell{run/t.csv}{}{sweeps}");
    mkdir(test_path("other"), 0777);
    test_write_text("other/t.csv", "sweeps\n5\n");
    snprintf(place, sizeof place, "run=%s", test_path("other"));
    const char *const places[] = {place};
    const ss_manuscript_job job = {.source = test_path("text"),
                                   .folder = test_path("out"),
                                   .plots = SS_SOURCE_DIR "/plots",
                                   .places = places,
                                   .n_places = 1,
                                   .frames = true};
    cr_assert(ss_manuscript_write(&job, &n_values, &error), "%s", error.text);
    cr_expect_eq(n_values, 1);
    char *const filled = test_read("out/a.tex");
    cr_expect_not_null(strstr(filled, "$5$"), "%s", filled);
    free(filled);
}
