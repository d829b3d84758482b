/* The verb `manuscript`: numbers, tables and figures of a text in LaTeX.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "harness/manuscript/manuscript.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"

#include <stdio.h>
#include <string.h>

typedef struct words {
    const char *source, *out;
    ss_word_list places;
    bool frames;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, out, "out", 'o', "DIR", "Folder to make and fill"),
    SS_LIST(words, places, "results", 'r', "NAME=DIR",
            "Where the results NAME are, in place of the folder in sources.csv; may be repeated"),
    SS_SWITCH(words, frames, "frames", 0,
              "An empty frame in place of every figure: quick, and without gnuplot"),
};

static bool check_places(const ss_word_list *places, ss_error *error)
{
    for (size_t k = 0; k < places->n; ++k)
        if (strchr(places->values[k], '=') == NULL || places->values[k][0] == '=')
            return ss_error_set(error, SS_ERROR_USAGE, "--results=%s: write NAME=DIR",
                                places->values[k]);
    return true;
}

int ss_verb_manuscript(int argc, char **argv, ss_error *error)
{
    words w = {.source = NULL};
    char plots[SS_PATH_SIZE];
    size_t n_values = 0;
    const ss_command command = {
        .places = "DIR",
        .doc =
            "Fill in a manuscript: the .tex files in DIR, in which no number of a result is "
            "typed. \\cell{NAME/FILE.csv}{column=value; column=value}{column} becomes the cell "
            "of that row, \\rows and \\pivot the lines of a table, \\papertable a printed table "
            "beside ours, \\plotted a figure of a result folder at the size at which it is "
            "printed. DIR/sources.csv says of every NAME its folder and the command that makes "
            "it. The .tex files that LaTeX reads, the figures and cells.csv (a row a value, with "
            "the file and line that it is from) go into a new folder; something missing is an "
            "error that names the .tex, its line and the command.\v"
            "Example:\n  stickslip manuscript paper/stickslip --results "
            "dumont=results/dumont --out build/paper\n\n"
            "Scripts of gnuplot are programs: \\plotted and \\drawn run those in the result "
            "folders and "
            "in DIR, so do it with folders that you trust. All macros: "
            "harness/manuscript/README.md.",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.source},
        .n_needed = 1,
        .ask = "name the manuscript's folder: manuscript DIR --out DIR2",
        .needed = {&w.out}};
    ss_command_read(&command, argc, argv);
    if (check_places(&w.places, error) && ss_home_path(plots, sizeof plots, "plots", error)) {
        const ss_manuscript_job job = {.source = w.source,
                                       .folder = w.out,
                                       .plots = plots,
                                       .places = w.places.values,
                                       .n_places = w.places.n,
                                       .frames = w.frames};
        if (ss_manuscript_write(&job, &n_values, error))
            printf(
                "%s: %zu values and figures from result files, where each is from: %s/cells.csv\n",
                w.out, n_values, w.out);
    }
    ss_word_list_free(&w.places);
    return 0;
}
