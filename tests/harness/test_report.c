/* Sheets: every format escapes what it must, and HTML nests.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ss_report_column columns[] = {{"solver", SS_REPORT_HEADING, false},
                                           {"E1 <b>", SS_REPORT_NUMBER, false},
                                           {"never", SS_REPORT_LEFT, true}};

static void fill(ss_report_sheet *sheet)
{
    ss_report_add(sheet, SS_REPORT_TITLE, "%s", "a & b < c_d");
    ss_report_add(sheet, SS_REPORT_REMARK, "%s", "as `x < y_z` says_");
    ss_report_table(sheet, NULL, columns, 3);
    for (int k = 0; k < 2; ++k) {
        ss_report_add(sheet, SS_REPORT_CELL, "%s", "<script>|");
        ss_report_number(sheet, k == 0 ? 1.5e-10 : NAN, 3, "-");
        ss_report_add(sheet, SS_REPORT_CELL, "%s", "");
    }
    ss_report_add(sheet, SS_REPORT_ITEM, "%s", "one");
    ss_report_add(sheet, SS_REPORT_ITEM, "%s", "two");
    ss_report_add(sheet, SS_REPORT_NOTE, "%s", "\"first\"");
}

/* Items before anything else, a bound and an empty remark. */
static void fill_oddly(ss_report_sheet *sheet)
{
    ss_report_add(sheet, SS_REPORT_ITEM, "%s", "first of all");
    ss_report_table(sheet, NULL, columns, 2);
    ss_report_cells(sheet, "sbp", ">= 5000 (cap)", NULL);
    ss_report_add(sheet, SS_REPORT_REMARK, "%s", "");
}

/* A sheet in a format, to be freed. */
static char *print_sheet(void (*filled)(ss_report_sheet *), const ss_report_format *format)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_report_sheet sheet = {.text = NULL};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    filled(&sheet);
    cr_assert(ss_report_print(&sheet, format, out, &error), "%s", error.text);
    fclose(out);
    ss_report_free(&sheet);
    return text;
}

static char *printed(const ss_report_format *format)
{
    return print_sheet(fill, format);
}

static void expect_in(const char *text, const char *words)
{
    cr_expect_not_null(strstr(text, words), "'%s' is not in: %s", words, text);
}

Test(report, markdown)
{
    char *const text = printed(&ss_report_markdown);
    cr_expect_str_eq(text, "# a & b < c\\_d\n\nas `x < y_z` says\\_\n\n"
                           "| solver | E1 \\<b> |\n| --- | ---: |\n"
                           "| \\<script>\\| | 1.5e-10 |\n| \\<script>\\| | - |\n\n"
                           "- one\n- two\n\n1. \"first\"\n");
    free(text);
}

Test(report, latex)
{
    char *const text = printed(&ss_report_latex);
    expect_in(text, "\\caption{a \\& b $<$ c\\_d}");
    expect_in(text, "\\begin{tabular}{lr}");
    expect_in(text, "$<$script$>$$\\vert$ & $1.5\\cdot10^{-10}$ \\\\\n     & -- \\\\\n");
    expect_in(text, "\\textsuperscript{1}~\"first\"\\par");
    free(text);
}

Test(report, latex_numbers)
{
    static const char *const cases[][2] = {
        {"0.384e-10", "$0.384\\cdot10^{-10}$"},
        {"-3", "$-3$"},
        {"-", "--"},
        {"", ""},
        {"cap", "cap"},
        {">= 5000 (cap)", "$\\geq$ $5000$"},
        {"<= 0.3", "$\\leq$ $0.3$"},
        {"> 0", "$>$ $0$"},
        {"0.935 (8.83 s)", "$0.935$"},
        {"270 to cap", "$270$ to cap"},
        {"9e-13 to 2e-12", "$9\\cdot10^{-13}$ to $2\\cdot10^{-12}$"},
        {"9.6e-13 to 9.9e-13", "$(9.6$ to $9.9)\\cdot10^{-13}$"},
        {"2 to 3", "$2$ to $3$"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        char *text = NULL;
        size_t size = 0;
        FILE *const out = open_memstream(&text, &size);
        ss_report_latex_number(out, cases[k][0]);
        fclose(out);
        cr_expect_str_eq(text, cases[k][1]);
        free(text);
    }
}

/* Numbers are numbers, what is missing is null, and the notes are texts. */
Test(report, json)
{
    char *const text = printed(&ss_report_json);
    cr_expect_str_eq(text, "{\"notes\": [\n  \"a & b < c_d\",\n  \"as `x < y_z` says_\",\n"
                           "  \"one\",\n  \"two\",\n  \"\\\"first\\\"\"],\n"
                           " \"table1\": [\n"
                           "  {\"solver\": \"<script>|\", \"E1 <b>\": 1.5e-10, \"never\": \"\"},\n"
                           "  {\"solver\": \"<script>|\", \"E1 <b>\": null, \"never\": \"\"}]}\n");
    free(text);
}

/* All that is opened is closed, in order. */
static void expect_nested(const char *text)
{
    char open[64][16];
    size_t depth = 0;
    for (const char *at = strchr(text, '<'); at != NULL; at = strchr(at + 1, '<')) {
        char name[16] = "";
        const bool closes = at[1] == '/';
        sscanf(at + 1 + closes, "%15[!a-zA-Z0-9]", name);
        cr_assert(name[0] != '\0', "a bare < at: %.30s", at);
        if (name[0] == '!' || strcmp(name, "meta") == 0 || strcmp(name, "img") == 0)
            continue;
        if (closes)
            cr_assert(depth > 0 && strcmp(open[--depth], name) == 0, "</%s> at: %.30s", name, at);
        else
            strcpy(open[depth++], name);
        cr_assert(depth < 64);
    }
    cr_expect_eq(depth, 0);
}

Test(report, html_is_well_formed_and_escaped)
{
    char *const text = printed(&ss_report_html);
    expect_nested(text);
    cr_expect_null(strstr(text, "<script"));
    expect_in(text, "<title>a &amp; b &lt; c_d</title>");
    expect_in(text, "<p>as <code>x &lt; y_z</code> says_</p>");
    expect_in(text, "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<ol>\n<li>&quot;first&quot;</li>");
    free(text);
}

Test(report, text_is_aligned)
{
    char *const text = printed(&ss_report_text);
    expect_in(text, "  solver      E1 <b>\n  <script>|  1.5e-10\n  <script>|        -\n");
    free(text);
}

Test(report, what_stands_oddly_is_printed)
{
    char *const latex = print_sheet(fill_oddly, &ss_report_latex);
    char *const html = print_sheet(fill_oddly, &ss_report_html);
    expect_in(latex, "$\\geq$ $5000$ ");
    expect_in(html, "<ul>\n<li>first of all</li>\n</ul>");
    expect_nested(html);
    free(latex);
    free(html);
}

/* ---- a page to send ---- */

static char *print_figures(const char *svg)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_report_sheet sheet = {.figures = test_folder()};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    test_write_text("one.svg", svg);
    for (int k = 0; k < 2; ++k) {
        ss_report_add(&sheet, SS_REPORT_FIGURE, "one");
        ss_report_add(&sheet, SS_REPORT_CAPTION, "E1 < 1 & \"so\"");
    }
    cr_assert(ss_report_print(&sheet, &ss_report_html, out, &error), "%s", error.text);
    fclose(out);
    ss_report_free(&sheet);
    return text;
}

/* As an image: nothing in it is part of the page. */
Test(page_figures, a_drawing_is_taken_in, .init = test_files_begin, .fini = test_files_end)
{
    char *const text = print_figures("<svg onload=\"1\"/>");
    expect_in(text, "<figure>\n<img alt=\"E1 &lt; 1 &amp; &quot;so&quot;\" "
                    "src=\"data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IjEiLz4=\">\n<figcaption>E1 "
                    "&lt; 1 &amp; &quot;so&quot;</figcaption>");
    cr_expect_null(strstr(text, "<svg"));
    free(text);
}

/* A picture is taken in as base64, whatever is left over of three bytes. */
Test(page_figures, a_picture_is_taken_in, .init = test_files_begin, .fini = test_files_end)
{
    static const char *const wanted[] = {"TQ==", "TWE=", "TWFu"};
    for (size_t n = 1; n <= 3; ++n) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_report_sheet sheet = {.figures = test_folder()};
        char *text = NULL, data[64];
        size_t size = 0;
        FILE *const out = open_memstream(&text, &size);
        test_write("two.png", "Man", n);
        ss_report_add(&sheet, SS_REPORT_FIGURE, "two.png");
        cr_assert(ss_report_print(&sheet, &ss_report_html, out, &error), "%s", error.text);
        fclose(out);
        snprintf(data, sizeof data, "src=\"data:image/png;base64,%s\"", wanted[n - 1]);
        expect_in(text, data);
        ss_report_free(&sheet);
        free(text);
    }
}

Test(page_figures, a_file_that_is_none_is_told, .init = test_files_begin, .fini = test_files_end)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_report_sheet sheet = {.figures = "/dev"};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    ss_report_add(&sheet, SS_REPORT_FIGURE, "two.png");
    cr_assert(ss_report_print(&sheet, &ss_report_html, out, &error), "%s", error.text);
    fclose(out);
    expect_in(text, "<figure>\n<p>This figure is not shown");
    ss_report_free(&sheet);
    free(text);
}
