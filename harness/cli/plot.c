/* The verb `plot`: figures from the tables of any run.
 *
 * The kinds of figures are plug-ins (figures/kinds.def): --help lists them, none is named here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/plot/plot.h"

#include <string.h>

/* The request as plot takes it; the layout is two words, understood together. */
typedef struct words {
    ss_plot_request request;
    ss_layout_words layout;
} words;

static const ss_word_row own[] = {
    SS_TEXT(ss_plot_request, problem, "problem", 'p', "P",
            "Only runs of this problem, as in the column `problem` (default: all)"),
    SS_TEXT(ss_plot_request, instance, "instance", 'i', "K",
            "Only runs of this instance (default: all)"),
    SS_TEXT(ss_plot_request, solver, "solver", 's', "S[,S...]",
            "Only these solvers, as in the column `solver` (default: all)"),
    SS_TEXT(ss_plot_request, estimator, "estimator", 0, "ESTIMATOR",
            "Of accuracy: the estimator that is drawn, a column of convergence.csv (default e1)"),
    SS_TEXT(
        ss_plot_request, over, "over", 0, "sweeps|units|time|both",
        "Of accuracy and heat: against sweeps, work units, CPU time of all that a solve pays, or a "
        "panel each of units and time (default sweeps); heat: units (default) or time"),
    SS_TEXT(ss_plot_request, step, "step", 't', "N",
            "Time step to draw (default: the last that was traced; of a scene or surface the end, "
            "and 0 is a scene's start)"),
    SS_TEXT(
        ss_plot_request, movie, "movie", 0, "gif|mp4|webp|frames",
        "Of a scene: a film of all steps of bodies.csv, 15 pictures per second, on one scale, by "
        "ffmpeg; frames: the pictures alone, PNG"),
    SS_TEXT(ss_plot_request, title, "title", 0, "TEXT",
            "The title, to say what a reader should see (default: what the figure is of)"),
    SS_TEXT(ss_plot_request, columns, "columns", 0, "COLUMN[,...]",
            "Of a history: its panels, columns of history.csv and observables (default: contacts, "
            "sweeps, kinetic_energy_j, max_overlap_m and the first observables)"),
};

/* Each kind that is not of several runs of a paper, what it shows beside its name. */
static void print_kinds(FILE *out)
{
    enum { NAME = 18, WIDTH = 59 }; /* argp breaks lines of 79 */
    fputs("Kinds:\n", out);
    for (size_t k = 0; ss_figure_kind_at(k) != NULL; ++k) {
        const char *name = ss_figure_kind_at(k)->name, *at = ss_figure_kind_at(k)->doc;
        for (size_t n; ss_figure_kind_at(k)->group == NULL && *at != '\0';
             at += n + (at[n] == ' ')) {
            for (n = strnlen(at, WIDTH); at[n] != '\0' && at[n] != ' ';)
                --n;
            fprintf(out, "  %-*s%.*s\n", NAME - 2, name, (int)n, at);
            name = "";
        }
    }
    fputs("\n", out);
}

static bool plot(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    w->request.layout = ss_figure_layout_default;
    w->request.layout.untitled = w->layout.no_title;
    return ss_figure_layout_read(&w->request.layout, w->layout.format, w->layout.width, error) &&
           ss_plot_folder(&w->request, error);
}

const ss_command ss_command_plot = {
    .name = "plot",
    .summary = "draw figures from the tables of a run",
    .places = "KIND DIR",
    .doc =
        "Draw figures from the tables of DIR into DIR, with the .gp and .dat that made them: "
        "`gnuplot NAME.gp` in that folder draws one again. DIR is of run, reproduce or grow; or "
        "a campaign's with traces (trace: last) or bodies and forces (keep:): one figure per run, "
        "named by the first digits of its column `run`. KIND is one of those below.",
    .after = "A TikZ picture is for \\input in LaTeX, with \\usepackage{gnuplot-lua-tikz}, which "
             "is put beside it. Scripts of gnuplot are programs: `again` runs those in DIR, so do "
             "it with folders that you trust.\n\nExample:\n"
             "  stickslip run -p balls-4 -s sbp,eal --statuses -o results/mine\n"
             "  stickslip plot convergence results/mine\n"
             "  stickslip plot statuses results/mine --format pdf,png --width one-column\n"
             "  stickslip plot history results/mine --columns sweeps,e1,kinetic_energy_j\n"
             "  stickslip run -p segregation -s exact --frames 500 -o results/shaken\n"
             "  stickslip plot scene results/shaken --step 8000\n"
             "  stickslip plot forces results/shaken --movie gif\n"
             "  stickslip plot surface results/pile\n"
             "  stickslip plot convergence results/night --problem balls-4 --instance 3",
    .print_names = print_kinds,
    .groups = {SS_GROUP(own, offsetof(words, request)),
               SS_GROUP(ss_layout_table, offsetof(words, layout))},
    SS_PLACES(2, offsetof(words, request.kind), offsetof(words, request.folder)),
    .ask = "say what to draw and from which folder: plot convergence DIR",
    .size = sizeof(words),
    .work = plot};
