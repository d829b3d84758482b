/* The verb `report`: a result folder as a page for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/page/page.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "problems/base/names.h"

#include <string.h>

/* The order of the page; its format by a word, or by the ending of the file. */
typedef struct words {
    ss_page_order order;
    const char *format;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, order.file, "out", 'o', "FILE",
            "The page to write, FILE.html or FILE.md; an older one is replaced"),
    SS_WORD(CHOICE, words, format, "format", 0, "html|markdown",
            "One file with its figures within, or Markdown with its figures in FILE-figures/ "
            "(default: by the ending of FILE)"),
    SS_SWITCH(words, order.no_figures, "no-figure", 0, "Without figures; needs no gnuplot"),
};

static bool report(ss_call *call, ss_error *error)
{
    static const struct {
        const char *name, *ending;
        const ss_report_format *format;
    } formats[] = {{"html", ".html", &ss_report_html},
                   {"markdown", ".md", &ss_report_markdown},
                   {"html", ".htm", &ss_report_html}};
    words *const w = call->words;
    char plots[SS_PATH_SIZE];
    const char *const ending = strrchr(w->order.file, '.');
    for (size_t k = 0; w->order.format == NULL && k < sizeof formats / sizeof *formats; ++k)
        if (w->format != NULL ? strcmp(w->format, formats[k].name) == 0
                              : ending != NULL && strcmp(ending, formats[k].ending) == 0)
            w->order.format = formats[k].format;
    if (w->order.format == NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--out=%s must end in .html or .md, or --format says which it is",
                            w->order.file);
    w->order.scripts = plots;
    if (!ss_home_path(plots, sizeof plots, "plots", error) || !ss_page_write(&w->order, error))
        return false;
    printf("%s\n", w->order.file);
    return true;
}

const ss_command ss_command_report = {
    .name = "report",
    .summary = "a result folder as one page, HTML or Markdown: verdict, table, figures, failures",
    .places = "DIR",
    .doc =
        "Write a result folder as one page for people: a verdict (who is cheapest at equal E1, who "
        "fails, if times may be judged), what to distrust, a table of the solvers, figures, a "
        "paper's tables beside ours, the failures with the command that repeats each, the "
        "conditions, and the files behind the numbers. DIR is a folder of `run`, `campaign`, "
        "`sweep`, `reproduce PAPER` or `reproduce field`. HTML is one file without network: it "
        "works in light and dark, prints, and its tables sort by a click. Every number is a cell "
        "of the CSV tables in DIR, or a median or ratio of cells that the page explains; nothing "
        "is computed again. Without gnuplot the page has no figures but those in DIR, and says so.",
    .after = "Example:\n  stickslip run -p balls-4 -s sbp,ebp,sal --statuses -o results/mine\n"
             "  stickslip report results/mine --out mine.html\n"
             "  stickslip report results/dumont --out dumont.md",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, order.folder)),
    .ask = "name a result folder: report DIR --out FILE.html",
    .needed = {"out"},
    .size = sizeof(words),
    .work = report};
