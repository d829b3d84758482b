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
    bool json, strict;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, order.file, "out", 'o', "FILE",
            "The page to write, FILE.html or FILE.md; an older one is replaced"),
    SS_WORD(CHOICE, words, format, "format", 0, "html|markdown",
            "One file with its figures within, or Markdown with its figures in FILE-figures/ "
            "(default: by the ending of FILE)"),
    SS_SWITCH(words, json, "json", 0,
              "Print verdict, ranking and solvers for programs; --out is not needed then"),
    SS_SWITCH(words, strict, "strict", 0, "End with 14 where nothing can be concluded"),
    SS_SWITCH(words, order.no_figures, "no-figure", 0, "Without figures; needs no gnuplot"),
};

/* Write the page, in the format that its name or --format says. */
static bool write_page(words *w, ss_error *error)
{
    static const struct {
        const char *name, *ending;
        const ss_report_format *format;
    } formats[] = {{"html", ".html", &ss_report_html},
                   {"markdown", ".md", &ss_report_markdown},
                   {"html", ".htm", &ss_report_html}};
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
    if (!w->json)
        printf("%s\n", w->order.file);
    return true;
}

/* Page, conclusion or both. What it concludes is asked only where something depends on it, for it
 * reads the folder once more. */
static bool report(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    bool concluded = true;
    if (w->order.file == NULL && !w->json)
        return ss_error_set(error, SS_ERROR_USAGE, "--out is needed: report DIR --out FILE.html");
    const bool done =
        (w->order.file == NULL || write_page(w, error)) &&
        ((!w->json && !w->strict) ||
         ss_page_conclude(w->order.folder, w->json ? stdout : NULL, &concluded, error));
    if (done && w->strict && !concluded)
        call->verdict = SS_PAGE_NO_CONCLUSION;
    return done;
}

const ss_command ss_command_report = {
    .name = "report",
    .summary = "a result folder as one page: verdict, tables, figures, failures",
    .places = "DIR",
    .doc =
        "Write a result folder as one page for people: a verdict (who is cheapest at equal E1 by "
        "CPU "
        "time and by work units, or why nobody is; who fails), what to distrust, a table of the "
        "solvers, figures, a "
        "paper's tables beside ours, the failures with the command that repeats each, the "
        "conditions, and the files behind the numbers. DIR is a folder of `run`, `campaign`, "
        "`sweep`, `grow`, `reproduce PAPER` or `reproduce field`. HTML is one file without "
        "network: it works in light and dark, prints, its tables sort by a click, and below "
        "each its numbers can be plotted, by axes, solver and problem of your choice. Every number "
        "is a cell "
        "of the CSV tables in DIR, or a median or ratio of cells that the page explains; nothing "
        "is computed again. Without gnuplot the page has no figures but those in DIR, and says so.",
    .after = "Example:\n  stickslip run -p balls-4 -s sbp,ebp,sal --statuses -o results/mine\n"
             "  stickslip report results/mine --out mine.html\n"
             "  stickslip report results/dumont --out dumont.md\n"
             "  stickslip report results/mine --json --strict\n\n"
             "Exit codes:\n  0  the page is written\n"
             "  14  --strict: nothing can be concluded: several solvers and nobody is cheapest, a "
             "quick run, or no run that measured anything",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, order.folder)),
    .ask = "name a result folder: report DIR --out FILE.html",
    .size = sizeof(words),
    .work = report};
