/* The verb `report`: a result folder as a page for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/page/page.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "problems/base/names.h"

#include <string.h>

typedef struct words {
    const char *folder, *out, *format;
    bool no_figure;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, out, "out", 'o', "FILE",
            "The page to write, FILE.html or FILE.md; an older one is replaced"),
    SS_TEXT(words, format, "format", 0, "html|markdown",
            "One file with its figures within, or Markdown with its figures in FILE-figures/ "
            "(default: by the ending of FILE)"),
    SS_SWITCH(words, no_figure, "no-figure", 0, "Without figures; needs no gnuplot"),
};

/* The format by its word, or by the ending of the file. */
static const ss_report_format *choose_format(const words *w, ss_error *error)
{
    static const struct {
        const char *name, *ending;
        const ss_report_format *format;
    } formats[] = {{"html", ".html", &ss_report_html},
                   {"markdown", ".md", &ss_report_markdown},
                   {"html", ".htm", &ss_report_html}};
    const char *const ending = strrchr(w->out, '.');
    for (size_t k = 0; k < sizeof formats / sizeof *formats; ++k)
        if (w->format != NULL ? strcmp(w->format, formats[k].name) == 0
                              : ending != NULL && strcmp(ending, formats[k].ending) == 0)
            return formats[k].format;
    if (w->format != NULL)
        ss_error_set(error, SS_ERROR_USAGE, "--format=%s must be html or markdown", w->format);
    else
        ss_error_set(error, SS_ERROR_USAGE,
                     "--out=%s must end in .html or .md, or --format says which it is", w->out);
    return NULL;
}

static bool report(const words *w, ss_error *error)
{
    char plots[SS_PATH_SIZE];
    const ss_page_order order = {.folder = w->folder,
                                 .file = w->out,
                                 .format = choose_format(w, error),
                                 .scripts = plots,
                                 .no_figures = w->no_figure};
    if (order.format == NULL || !ss_home_path(plots, sizeof plots, "plots", error) ||
        !ss_page_write(&order, error))
        return false;
    printf("%s\n", w->out);
    return true;
}

int ss_verb_report(int argc, char **argv, ss_error *error)
{
    words w = {.folder = NULL};
    const ss_command command = {
        .places = "DIR",
        .doc =
            "Write a result folder as one page for people: a verdict (who is cheapest at equal E1, "
            "who fails, if times may be judged), what to distrust, a table of the solvers, "
            "figures, a paper's tables beside ours, the failures with the command that repeats "
            "each, the conditions, and the files behind the numbers. DIR is a folder of `run`, "
            "`campaign`, `sweep`, `reproduce PAPER` or `reproduce field`. HTML is one file without "
            "network: it works in light and dark, prints, and its tables sort by a click. Every "
            "number is a cell of the CSV tables in DIR, or a median or ratio of cells that the "
            "page explains; nothing is computed again. Without gnuplot the page has no figures "
            "but those in DIR, and says so.\v"
            "Example:\n  stickslip run -p balls-4 -s sbp,ebp,sal --statuses -o results/mine\n"
            "  stickslip report results/mine --out mine.html\n"
            "  stickslip report results/dumont --out dumont.md",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.folder},
        .n_needed = 1,
        .ask = "name a result folder: report DIR --out FILE.html",
        .needed = {&w.out}};
    ss_command_read(&command, argc, argv);
    report(&w, error);
    return 0;
}
