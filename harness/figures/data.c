/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/data.h"

#include <math.h>

void ss_data_row(FILE *out, const double *numbers, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        if (k > 0)
            fputc(' ', out);
        if (isnan(numbers[k]))
            fputs("NaN", out);
        else
            fprintf(out, "%.9g", numbers[k]);
    }
    fputc('\n', out);
}

void ss_data_gap(FILE *out, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        fputs(k + 1 < n ? "NaN " : "NaN\n", out);
}

void ss_data_end(FILE *out)
{
    fputs("\n\n", out);
}

void ss_data_array(FILE *out, const char *name, size_t n)
{
    fprintf(out, "array %s[%zu]\n", name, n > 0 ? n : 1);
}

static void print_text(FILE *out, const char *text)
{
    fputs(" = '", out);
    for (const char *c = text; *c != '\0'; ++c) {
        if (*c == '\'')
            fputc('\'', out);
        fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
    }
    fputs("'\n", out);
}

void ss_data_text(FILE *out, const char *name, const char *text)
{
    fputs(name, out);
    print_text(out, text);
}

void ss_data_text_at(FILE *out, const char *name, size_t k, const char *text)
{
    fprintf(out, "%s[%zu]", name, k + 1);
    print_text(out, text);
}

void ss_data_number(FILE *out, const char *name, double number)
{
    fprintf(out, "%s = ", name);
    ss_data_row(out, &number, 1);
}

void ss_data_number_at(FILE *out, const char *name, size_t k, double number)
{
    fprintf(out, "%s[%zu] = ", name, k + 1);
    ss_data_row(out, &number, 1);
}

void ss_data_count(FILE *out, const char *name, size_t count)
{
    fprintf(out, "%s = %zu\n", name, count);
}
