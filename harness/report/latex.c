/* The tables of a sheet as LaTeX, each with its caption, remarks and notes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 8 }; /* a table of more columns is fitted to the line */

static const ss_report_letters letters = {
    "&%$#_{}\\~^<>|",
    (const char *const[]){"\\&", "\\%", "\\$", "\\#", "\\_", "\\{", "\\}", "\\textbackslash{}",
                          "\\~{}", "\\^{}", "$<$", "$>$", "$\\vert$"},
    {"\\texttt{", "}"},
    "-{}"}; /* an option is no en dash */

void ss_report_latex_words(FILE *out, const char *text, bool prose)
{
    ss_report_words(out, text, prose, &letters);
}

/* A text of the sheet, where [cite_letter] is a citation. */
static void print_words(FILE *out, const ss_report_sheet *sheet, const char *text, bool prose)
{
    char *rest = strdup(text), *at = rest, mark[64];
    const bool cites = sheet->cite_letter != NULL && sheet->cite_letter[0] != '\0';
    snprintf(mark, sizeof mark, "[%.60s]", cites ? sheet->cite_letter : "");
    for (char *next; cites && rest != NULL && (next = strstr(at, mark)) != NULL; at = next) {
        *next = '\0';
        ss_report_words(out, at, prose, &letters);
        fprintf(out, "\\cite{%s}", sheet->cite_key);
        next += strlen(mark);
    }
    ss_report_words(out, rest != NULL ? at : text, prose, &letters);
    free(rest);
}

/* A number in a text: its bytes, those of its mantissa (all of them: it has no exponent), and the
 * exponent. */
typedef struct number {
    const char *text;
    size_t length, mantissa;
    long exponent;
} number;

static number read_number(const char *text)
{
    number n = {.text = text, .length = strcspn(text, " "), .mantissa = strcspn(text, "eE")};
    if (n.mantissa >= n.length || strchr("0123456789+-", text[n.mantissa + 1]) == NULL)
        n.mantissa = n.length;
    else
        n.exponent = strtol(text + n.mantissa + 1, NULL, 10);
    return n;
}

/* One number, or a word that stands for one. */
static void print_one(FILE *out, number n)
{
    if (n.length == 1 && n.text[0] == '-')
        fputs("--", out);
    else if (n.length == 0 || strchr("0123456789+-.", n.text[0]) == NULL)
        fprintf(out, "%.*s", (int)n.length, n.text);
    else if (n.mantissa == n.length)
        fprintf(out, "$%.*s$", (int)n.length, n.text);
    else
        fprintf(out, "$%.*s\\cdot10^{%ld}$", (int)n.mantissa, n.text, n.exponent);
}

/* A range; a power of ten that both ends have stands once. */
static void print_range(FILE *out, number low, number high)
{
    if (low.mantissa < low.length && high.mantissa < high.length && low.exponent == high.exponent) {
        fprintf(out, "$(%.*s$ to $%.*s)\\cdot10^{%ld}$", (int)low.mantissa, low.text,
                (int)high.mantissa, high.text, low.exponent);
        return;
    }
    print_one(out, low);
    fputs(" to ", out);
    print_one(out, high);
}

/* " [3]" behind a number: that of its note. */
static void print_mark(FILE *out, const char *text)
{
    size_t mark;
    int used = 0;
    if (sscanf(text, " [%zu]%n", &mark, &used) == 1 && used > 0)
        fprintf(out, "\\textsuperscript{%zu}", mark);
}

void ss_report_latex_number(FILE *out, const char *text)
{
    static const char *const bounds[][2] = {
        {">= ", "$\\geq$ "}, {"<= ", "$\\leq$ "}, {"> ", "$>$ "}, {"< ", "$<$ "}};
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; ++k)
        if (strncmp(text, bounds[k][0], strlen(bounds[k][0])) == 0) {
            fputs(bounds[k][1], out);
            text += strlen(bounds[k][0]);
        }
    const number n = read_number(text);
    if (strncmp(text + n.length, " to ", 4) == 0)
        print_range(out, n, read_number(text + n.length + 4));
    else {
        print_one(out, n);
        print_mark(out, text + n.length);
    }
}

static void print_row(FILE *out, const ss_report_sheet *sheet, size_t table, size_t row)
{
    const ss_report_column *const columns = sheet->parts[table].columns;
    const size_t n = sheet->parts[table].n, at = table + 1 + row * n;
    const bool heads = columns[0].align == SS_REPORT_HEADING;
    const bool same = heads && row > 0 &&
                      strcmp(ss_report_text_of(sheet, at), ss_report_text_of(sheet, at - n)) == 0;
    if (sheet->parts[at].kind == SS_REPORT_RULED)
        fputs("    \\midrule\n", out);
    else if (heads && row > 0 && !same)
        fputs("    \\addlinespace\n", out);
    fputs("    ", out);
    for (size_t k = 0; k < n; ++k) {
        const char *const text = ss_report_text_of(sheet, at + k);
        if (!ss_report_shown(sheet, table, k))
            continue;
        fputs(k > 0 ? " & " : "", out);
        if (columns[k].align == SS_REPORT_NUMBER)
            ss_report_latex_number(out, text);
        else if (k > 0 || !same)
            print_words(out, sheet, text, false);
    }
    fputs(" \\\\\n", out);
}

void ss_report_latex_tabular(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const ss_report_part *const part = &sheet->parts[table];
    const size_t n_rows = (sheet->parts[table].end - table - 1) / part->n;
    fprintf(out, "  %s\\begin{tabular}{", part->n > WIDE ? "\\resizebox{\\linewidth}{!}{" : "");
    for (size_t k = 0; k < part->n; ++k)
        if (ss_report_shown(sheet, table, k))
            fputc(part->columns[k].align == SS_REPORT_LEFT ||
                          part->columns[k].align == SS_REPORT_HEADING
                      ? 'l'
                      : 'r',
                  out);
    fputs("}\n    \\toprule\n    ", out);
    for (size_t k = 0; k < part->n; ++k) {
        if (!ss_report_shown(sheet, table, k))
            continue;
        fputs(k > 0 ? " & " : "", out);
        print_words(out, sheet, part->columns[k].title, false);
    }
    fputs(" \\\\\n    \\midrule\n", out);
    for (size_t row = 0; row < n_rows; ++row)
        print_row(out, sheet, table, row);
    fprintf(out, "    \\bottomrule\n  \\end{tabular}%s\n", part->n > WIDE ? "}" : "");
}

/* All that belongs to a table, from its title to the next one. */
typedef struct span {
    size_t begin, end;
} span;

static bool is_title(const ss_report_sheet *sheet, size_t at)
{
    return sheet->parts[at].kind == SS_REPORT_TITLE || sheet->parts[at].kind == SS_REPORT_SECTION;
}

/* Is it a note or a remark? But not one that introduces a list, which is left out here: it ends
 * with a colon. */
static bool is_below(const ss_report_sheet *sheet, size_t at)
{
    const char *const text = ss_report_text_of(sheet, at);
    return sheet->parts[at].kind == SS_REPORT_NOTE ||
           (sheet->parts[at].kind == SS_REPORT_REMARK &&
            (text[0] == '\0' || text[strlen(text) - 1] != ':'));
}

/* Notes and remarks. A page takes no float with many of them: then they stand behind it, where they
 * may break. */
static bool is_long(const ss_report_sheet *sheet, span s)
{
    enum { FITS = 900 };
    size_t letters_below = 0;
    for (size_t at = s.begin; at < s.end; ++at)
        letters_below += is_below(sheet, at) ? strlen(ss_report_text_of(sheet, at)) : 0;
    return letters_below > FITS;
}

static void print_below(FILE *out, const ss_report_sheet *sheet, span s, const char *label)
{
    const bool behind = label != NULL;
    bool any = false;
    for (size_t at = s.begin; at < s.end; ++at) {
        const char *const text = ss_report_text_of(sheet, at);
        const bool note = sheet->parts[at].kind == SS_REPORT_NOTE;
        if (!is_below(sheet, at))
            continue;
        if (!any && behind)
            fprintf(out, "\\begingroup\\footnotesize\\noindent%s%s%s\n",
                    label[0] != '\0' ? " To Table~\\ref{" : "", label,
                    label[0] != '\0' ? "}:\\par" : "");
        else if (!any)
            fputs("  \\par\\smallskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\n", out);
        any = true;
        fputs("    ", out);
        if (note)
            fprintf(out, "\\textsuperscript{%zu}~", sheet->parts[at].n);
        print_words(out, sheet, text, !note);
        fputs("\\par\n", out);
    }
    if (any)
        fputs(behind ? "\\endgroup\n" : "  \\end{minipage}\n", out);
}

/* The table with its caption and, where it fits a page, what stands below. */
static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table, span s)
{
    const char *label = "";
    fputs("\\begin{table}\n  \\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n", out);
    fputs("  \\caption{", out);
    print_words(out, sheet, ss_report_text_of(sheet, s.begin), false);
    for (size_t k = s.begin; k < s.end; ++k)
        if (sheet->parts[k].kind == SS_REPORT_WARNING)
            fprintf(out, ". \\textbf{%s}", ss_report_text_of(sheet, k));
        else if (sheet->parts[k].kind == SS_REPORT_LABEL)
            label = ss_report_text_of(sheet, k);
    fputs("}\n", out);
    if (label[0] != '\0')
        fprintf(out, "  \\label{%s}\n", label);
    ss_report_latex_tabular(out, sheet, table);
    if (!is_long(sheet, s))
        print_below(out, sheet, s, NULL);
    fputs("\\end{table}\n", out);
    if (is_long(sheet, s))
        print_below(out, sheet, s, label);
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    bool wide = false;
    for (size_t at = 0; at < sheet->n; ++at)
        wide = wide || (sheet->parts[at].kind == SS_REPORT_TABLE && sheet->parts[at].n > WIDE);
    fprintf(out, "%% Written by stickslip; needs \\usepackage{booktabs%s}.\n",
            wide ? ",graphicx" : "");
    for (size_t at = 0; at < sheet->n; ++at) {
        span s = {at, at + 1};
        if (sheet->parts[at].kind != SS_REPORT_TABLE)
            continue;
        while (s.begin > 0 && !is_title(sheet, s.begin))
            --s.begin;
        while (s.end < sheet->n && !is_title(sheet, s.end))
            ++s.end;
        print_table(out, sheet, at, s);
    }
}

const ss_report_format ss_report_latex = {"tex", print};
