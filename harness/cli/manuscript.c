/* The verb `manuscript`: numbers, tables and figures of a text in LaTeX.
 *
 * Where results are is said by sources.csv, or by --results, which goes before it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/manuscript/manuscript.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"

#include <stdio.h>
#include <string.h>

/* The job but its places, which are "NAME=DIR" words. */
typedef struct words {
    ss_manuscript_job job;
    ss_word_list places;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, job.folder, "out", 'o', "DIR", "Folder to make and fill"),
    SS_LIST(words, places, "results", 'r', "NAME=DIR",
            "Where the results NAME are, in place of the folder in sources.csv; may be repeated"),
    SS_SWITCH(words, job.frames, "frames", 0,
              "An empty frame in place of every figure: quick, and without gnuplot"),
};

static bool manuscript(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    char plots[SS_PATH_SIZE];
    size_t n_values = 0;
    for (size_t k = 0; k < w->places.n; ++k)
        if (strchr(w->places.values[k], '=') == NULL || w->places.values[k][0] == '=')
            return ss_error_set(error, SS_ERROR_USAGE, "--results=%s: write NAME=DIR",
                                w->places.values[k]);
    w->job.plots = plots;
    w->job.places = w->places.values;
    w->job.n_places = w->places.n;
    if (!ss_home_path(plots, sizeof plots, "plots", error) ||
        !ss_manuscript_write(&w->job, &n_values, error))
        return false;
    printf("%s: %zu values and figures from result files, where each is from: %s/cells.csv\n",
           w->job.folder, n_values, w->job.folder);
    return true;
}

const ss_command ss_command_manuscript = {
    .name = "manuscript",
    .summary = "fill in the numbers, tables and figures of a text in LaTeX",
    .places = "DIR",
    .doc =
        "Fill in a manuscript: the .tex files in DIR, in which no number of a result is typed. "
        "\\cell{NAME/FILE.csv}{column=value; column=value}{column} becomes the cell of that "
        "row, \\rows and \\pivot the lines of a table, \\papertable a printed table beside "
        "ours, \\plotted a figure of a result folder at the size at which it is printed. "
        "DIR/sources.csv says of every NAME its folder and the command that makes it. The .tex "
        "files that LaTeX reads, the figures and cells.csv (one row per value, with the file and "
        "line that it is from) go into a new folder; something missing is an error that names "
        "the .tex, its line and the command.",
    .after = "Example:\n"
             "  stickslip manuscript paper/stickslip --results dumont=results/dumont \\\n"
             "    --out build/paper\n\n"
             "Scripts of gnuplot are programs: \\plotted and \\drawn run those in the result "
             "folders and in DIR, so do it with folders that you trust. All macros: "
             "harness/manuscript/README.md.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, job.source)),
    .ask = "name the manuscript's folder: manuscript DIR --out DIR2",
    .needed = {"out"},
    .size = sizeof(words),
    .work = manuscript};
