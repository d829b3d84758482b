/* A sheet as Markdown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include <ctype.h>
#include <string.h>

/* Has the character a meaning where it stands? `<` begins a tag only before these. */
static bool is_special(const char *at)
{
    return strchr("\\|*_`", *at) != NULL ||
           (*at == '<' && (isalpha((unsigned char)at[1]) || strchr("/!?", at[1]) != NULL));
}

/* Plain text; with `prose` what stands between backticks is code, as it is. */
static void print_words(FILE *out, const char *text, bool prose)
{
    bool code = false;
    for (; *text != '\0'; ++text) {
        if (prose && *text == '`')
            code = !code;
        else if (!code && is_special(text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const size_t n = sheet->parts[table].n, end = sheet->parts[table].end;
    for (size_t k = 0; k < n; ++k)
        if (ss_report_shown(sheet, table, k)) {
            fputs("| ", out);
            print_words(out, sheet->parts[table].columns[k].title, false);
            fputc(' ', out);
        }
    fputs("|\n", out);
    for (size_t k = 0; k < n; ++k)
        if (ss_report_shown(sheet, table, k))
            fputs(sheet->parts[table].columns[k].align >= SS_REPORT_RIGHT ? "| ---: " : "| --- ",
                  out);
    fputs("|\n", out);
    for (size_t at = table + 1; at < end; at += n) {
        for (size_t k = 0; k < n && at + k < end; ++k) {
            if (!ss_report_shown(sheet, table, k))
                continue;
            fputs("| ", out);
            const char *const mark = sheet->parts[at + k].kind == SS_REPORT_BEST ? "**" : "";
            fputs(mark, out);
            print_words(out, ss_report_text_of(sheet, at + k), false);
            fprintf(out, "%s%s", mark, ss_report_text_of(sheet, at + k)[0] != '\0' ? " " : "");
        }
        fputs("|\n", out);
    }
}

/* The words around a part's text: how it begins and ends. */
static const struct {
    const char *begin, *end;
    bool prose, list;
} looks[SS_REPORT_BEST + 1] = {[SS_REPORT_TITLE] = {"# ", "\n", false, false},
                               [SS_REPORT_SECTION] = {"## ", "\n", false, false},
                               [SS_REPORT_WARNING] = {"**", "**\n", false, false},
                               [SS_REPORT_REMARK] = {"", "\n", true, false},
                               [SS_REPORT_ITEM] = {"- ", "\n", true, true},
                               [SS_REPORT_NOTE] = {". ", "\n", false, true},
                               [SS_REPORT_FIGURE] = {"![", "", false, false},
                               [SS_REPORT_CAPTION] = {"*", "*\n", false, false},
                               [SS_REPORT_PART] = {"### ", "\n", false, false},
                               [SS_REPORT_GOOD] = {"> **Good:** ", "\n", true, false},
                               [SS_REPORT_MIND] = {"> **With reservations:** ", "\n", true, false},
                               [SS_REPORT_OPEN] = {"> **No conclusion:** ", "\n", true, false},
                               [SS_REPORT_DOUBT] = {"- ", "\n", true, true},
                               [SS_REPORT_FACT] = {"- **", "\n", true, true},
                               [SS_REPORT_TERM] = {"- **", "\n", true, true},
                               [SS_REPORT_LINK] = {"- [", "\n", true, true}};

/* The text before the tab, bold or as the words of a link, then what is after it. */
static void print_pair(FILE *out, ss_report_kind kind, const char *text)
{
    const int length = (int)strcspn(text, "\t");
    char word[512];
    snprintf(word, sizeof word, "%.*s", length < 511 ? length : 511, text);
    print_words(out, word, false);
    if (kind == SS_REPORT_LINK)
        fprintf(out, "](<%s>)", word);
    else
        fputs("**", out);
    if (text[length] != '\0' && text[length + 1] != '\0') {
        fputs(": ", out);
        print_words(out, text + length + 1, true);
    }
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    bool first = true;
    for (size_t at = 0; at < sheet->n;) {
        const ss_report_part *const part = &sheet->parts[at];
        const ss_report_kind kind = part->kind;
        /* the words of a figure are its caption, or its name without one */
        const bool captioned =
            kind == SS_REPORT_FIGURE && at + 1 < sheet->n && part[1].kind == SS_REPORT_CAPTION;
        if (kind == SS_REPORT_LABEL) {
            ++at;
            continue;
        }
        /* a blank line between parts, none between the items of a list */
        if (!first && !(looks[kind].list && sheet->parts[at - 1].kind == kind))
            fputc('\n', out);
        first = false;
        if (kind == SS_REPORT_TABLE) {
            print_table(out, sheet, at);
            at = sheet->parts[at].end;
            continue;
        }
        if (kind == SS_REPORT_NOTE)
            fprintf(out, "%zu", part->n);
        fputs(looks[kind].begin, out);
        if (kind == SS_REPORT_FACT || kind == SS_REPORT_TERM || kind == SS_REPORT_LINK)
            print_pair(out, kind, ss_report_text_of(sheet, at));
        else
            print_words(out, ss_report_text_of(sheet, captioned ? at + 1 : at), looks[kind].prose);
        fputs(looks[kind].end, out);
        if (kind == SS_REPORT_FIGURE) /* its file */
            fprintf(out, "](%s%s)\n", ss_report_text_of(sheet, at),
                    ss_report_is_png(ss_report_text_of(sheet, at)) ? "" : ".svg");
        ++at;
    }
}

const ss_report_format ss_report_markdown = {"md", print};
