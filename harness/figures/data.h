/* The data that a figure hands to gnuplot: rows of numbers and blocks of them in NAME.dat,
 * variables and arrays in NAME.gp. Every figure prints by these alone, so that a number looks the
 * same in all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_DATA_H
#define SS_HARNESS_FIGURES_DATA_H

#include <stddef.h>
#include <stdio.h>

/* ---- NAME.dat ---- */

/* A row of n numbers, nine digits, NaN without a sign where one is none. */
void ss_data_row(FILE *out, const double *numbers, size_t n);

/* The same of numbers that are written down: ss_data_row_of(out, x, y). */
#define ss_data_row_of(out, ...)                                                                   \
    ss_data_row(out, (const double[]){__VA_ARGS__},                                                \
                sizeof(const double[]){__VA_ARGS__} / sizeof(double))

/* A row of n NaN: gnuplot does not count a block without any row. */
void ss_data_gap(FILE *out, size_t n);

/* End a block, what gnuplot's `index` counts. */
void ss_data_end(FILE *out);

/* ---- NAME.gp ---- */

/* Declare an array of n elements; gnuplot has none of 0, which gets 1. */
void ss_data_array(FILE *out, const char *name, size_t n);

/* An element of it, from 0: a text, quotes doubled, without line breaks, or a number. */
void ss_data_text_at(FILE *out, const char *name, size_t k, const char *text);
void ss_data_number_at(FILE *out, const char *name, size_t k, double number);

/* A variable. */
void ss_data_text(FILE *out, const char *name, const char *text);
void ss_data_number(FILE *out, const char *name, double number);
void ss_data_count(FILE *out, const char *name, size_t count);

#endif
