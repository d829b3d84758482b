/* Parts of figures: layouts from words, places for names, points that are drawn and kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/axis.h"
#include "harness/figures/labels.h"
#include "harness/figures/layout.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

TestSuite(figure_layout, .init = test_files_begin, .fini = test_files_end);

static ss_figure_layout read(const char *formats, const char *width)
{
    ss_figure_layout layout = ss_figure_layout_default;
    ss_error error = {0};
    cr_assert(ss_figure_layout_read(&layout, formats, width, &error), "%s", error.text);
    return layout;
}

Test(figure_layout, words_are_read)
{
    const ss_figure_layout column = read("png,tikz", "one-column");
    const bool wanted[] = {false, false, true, true};
    for (size_t k = 0; k < SS_FIGURE_FORMATS; ++k)
        cr_expect_eq(column.wanted[k], wanted[k], "%s", ss_figure_formats[k].name);
    cr_expect_float_eq(column.width_pt, 85.0 / 25.4 * 72.0, 1e-9);
    cr_expect_eq(column.height_pt, 0.0);
    cr_expect_eq(column.letters_pt, 8.0);
    const ss_figure_layout free_size = read(NULL, "120.5x80");
    cr_expect_float_eq(free_size.width_pt, 120.5 / 25.4 * 72.0, 1e-9);
    cr_expect_float_eq(free_size.height_pt, 80.0 / 25.4 * 72.0, 1e-9);
    cr_expect(free_size.wanted[0] && free_size.wanted[1] && !free_size.wanted[2]);
    cr_expect_float_eq(read(NULL, "two-column").width_pt, 175.0 / 25.4 * 72.0, 1e-9);
}

Test(figure_layout, other_words_are_refused)
{
    static const char *const formats[] = {
        "", "gif", "svg,", "svg,,pdf", "SVG", "svg pdf", "svgsvgsvgsvgsvgsvgsvgsvgsvgsvgsvgsvgsvg"};
    static const char *const widths[] = {"",     "one",     "85",    "85x",    "x80",    "10x80",
                                         "85x5", "85x80mm", "85X80", "nanx80", "85xinf", "85x80x"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; ++k) {
        ss_figure_layout layout = ss_figure_layout_default;
        ss_error error = {0};
        cr_expect_not(ss_figure_layout_read(&layout, formats[k], NULL, &error), "%s", formats[k]);
        cr_expect_eq(error.code, SS_ERROR_USAGE);
    }
    for (size_t k = 0; k < sizeof widths / sizeof *widths; ++k) {
        ss_figure_layout layout = ss_figure_layout_default;
        ss_error error = {0};
        cr_expect_not(ss_figure_layout_read(&layout, NULL, widths[k], &error), "%s", widths[k]);
        cr_expect_eq(error.code, SS_ERROR_USAGE);
        cr_expect_not_null(strstr(error.text, "one-column"), "%s", error.text);
    }
}

Test(figure_layout, gnuplot_can_change_it)
{
    const ss_figure_layout layout = read("svg,tikz", "100x50");
    FILE *const out = fopen(test_path("layout.gp"), "w");
    ss_figure_layout_print(out, &layout);
    fclose(out);
    char *const text = test_read("layout.gp");
    cr_expect_not_null(strstr(text, "if (!exists(\"formats\")) formats = 'svg tikz'\n"), "%s",
                       text);
    cr_expect_not_null(strstr(text, "if (!exists(\"canvas_width\")) canvas_width = 283.465\n"));
    cr_expect_not_null(strstr(text, "if (!exists(\"letters\")) letters = 8\n"));
    free(text);
    char files[100];
    ss_figure_layout_files(files, sizeof files, &layout, "DIR/fig");
    cr_expect_str_eq(files, "DIR/fig.svg and .tex");
    const ss_figure_layout all = read("svg,pdf,png,tikz", NULL);
    ss_figure_layout_files(files, sizeof files, &all, "fig");
    cr_expect_str_eq(files, "fig.svg, .pdf, .png and .tex");
}

/* ---- names at the ends of curves ---- */

static bool meet(const ss_figure_label *a, const ss_figure_label *b)
{
    return a->x < b->x + ss_figure_label_width(b->text) &&
           b->x < a->x + ss_figure_label_width(a->text) &&
           fabs(a->y + a->shift * SS_LABEL_LINE - b->y - b->shift * SS_LABEL_LINE) <
               SS_LABEL_LINE - 1e-9;
}

Test(figure_labels, names_at_one_place_are_spread)
{
    ss_figure_label labels[4];
    const ss_figure_crowd crowd = {.width = 400.0, .height = 300.0};
    for (size_t k = 0; k < 4; ++k)
        labels[k] = (ss_figure_label){.text = "ebp", .x = 200.0, .y = 150.0};
    cr_assert(ss_figure_labels_place(labels, 4, &crowd));
    cr_expect_eq(labels[0].shift, 0.0);
    for (size_t a = 0; a < 4; ++a)
        for (size_t b = 0; b < a; ++b)
            cr_expect_not(meet(&labels[a], &labels[b]), "%zu and %zu", a, b);
}

Test(figure_labels, a_crowd_needs_a_key)
{
    ss_figure_label labels[8];
    const ss_figure_crowd crowd = {.width = 400.0, .height = 300.0};
    for (size_t k = 0; k < 8; ++k)
        labels[k] = (ss_figure_label){.text = "ebp", .x = 200.0, .y = 150.0};
    cr_expect_not(ss_figure_labels_place(labels, 8, &crowd));
    labels[0] = (ss_figure_label){.text = "too near the right side", .x = 300.0, .y = 150.0};
    cr_expect_not(ss_figure_labels_place(labels, 1, &crowd));
}

Test(figure_labels, names_keep_off_curves_and_inside)
{
    const double points[][2] = {{230.0, 148.0}, {220.0, 158.0}};
    const ss_figure_crowd crowd = {400.0, 300.0, points, 2};
    ss_figure_label label = {.text = "ebp", .x = 200.0, .y = 150.0};
    cr_assert(ss_figure_labels_place(&label, 1, &crowd));
    cr_expect_eq(label.shift, -1.0); /* half a line down, or up, a point is covered still */
    ss_figure_label low = {.text = "ebp", .x = 100.0, .y = 2.0};
    cr_assert(ss_figure_labels_place(&low, 1, &crowd));
    cr_expect_geq(low.y + (low.shift - 0.5) * SS_LABEL_LINE, 0.0);
}

/* ---- points ---- */

Test(figure_curve, zeros_are_not_drawn_and_what_stands_alone_is_seen)
{
    const double y[] = {1.0, 0.0, 2.0, 1e-19, NAN, 3.0, 4.0, INFINITY, 5.0};
    const bool lone[] = {true, false, true, false, false, false, false, false, true};
    for (size_t k = 0; k < sizeof y / sizeof *y; ++k)
        cr_expect_eq(ss_figure_curve_is_lone(y, sizeof y / sizeof *y, k), lone[k], "%zu", k);
    cr_expect(ss_figure_curve_draws(2e-18) && !ss_figure_curve_draws(-1.0));
}

Test(figure_curve, so_many_points_are_kept_and_both_ends)
{
    const size_t sizes[] = {2, 7, 100, 101, 199, 200, 5000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        size_t n_kept = 0;
        for (size_t k = 0; k < sizes[s]; ++k)
            n_kept += ss_figure_curve_keeps(k, sizes[s], 100);
        cr_expect_eq(n_kept, sizes[s] < 100 ? sizes[s] : 100, "of %zu", sizes[s]);
        cr_expect(ss_figure_curve_keeps(0, sizes[s], 100));
        cr_expect(ss_figure_curve_keeps(sizes[s] - 1, sizes[s], 100));
    }
}

/* ---- axes ---- */

Test(figure_axis, what_spans_a_decade_is_logarithmic)
{
    ss_axis a = SS_AXIS_EMPTY;
    ss_axis_include(&a, 2.0);
    ss_axis_include(&a, NAN);
    ss_axis_include(&a, INFINITY);
    ss_axis_include(&a, 20.0);
    ss_axis_judge(&a, SS_AXIS_WIDE);
    cr_expect(!a.log && a.low == 2.0 && a.high == 20.0);
    ss_axis_widen(&a, 0.5);
    cr_expect(a.low == -7.0 && a.high == 29.0);
    cr_expect_eq(ss_axis_place(&a, 11.0), 0.5);
    a = (ss_axis){.low = 1.0, .high = 100.0};
    ss_axis_judge(&a, SS_AXIS_WIDE);
    ss_axis_widen(&a, 0.5);
    cr_expect(a.log);
    cr_expect_float_eq(a.low, 0.1, 1e-15);
    cr_expect_float_eq(a.high, 1000.0, 1e-10);
    cr_expect_float_eq(ss_axis_place(&a, 100.0), 0.75, 1e-15);
    cr_expect_float_eq(ss_axis_value(&a, 0.25), 1.0, 1e-14);
}

Test(figure_axis, one_value_or_none_has_an_axis)
{
    ss_axis a = SS_AXIS_EMPTY;
    ss_axis_judge(&a, SS_AXIS_WIDE);
    ss_axis_widen(&a, 0.1);
    cr_expect(!a.log && a.low < 1.0 && a.high > 1.0);
    a = (ss_axis){.low = 0.0, .high = 100.0}; /* 0 has no logarithm */
    ss_axis_judge(&a, SS_AXIS_WIDE);
    cr_expect_not(a.log);
}
