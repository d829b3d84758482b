/* The verb `diagnose`: why steps of a run ended unsolved.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/diagnose/advice.h"
#include "harness/diagnose/page.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "problems/base/prose.h"

#include <math.h>

/* The steps that are asked for, and whether the worst is drawn. */
typedef struct words {
    ss_diagnose_order order;
    bool no_figure, json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, order.solver, "solver", 's', "S",
            "Only this solver, as in the column `solver` (default: all)"),
    SS_NUMBER(words, order.step, "step", 't', "N", 1, SS_WORD_MOST,
              "Only this time step (default: all)"),
    SS_SWITCH(words, no_figure, "no-figure", 0, "Print the page only"),
    SS_SWITCH(words, json, "json", 0, "Print the page for programs, and no figure"),
};

/* A store's runs leave no diagnosis: how they are had. */
static void print_undiagnosed(FILE *out, const char *folder, const ss_summary *summary)
{
    size_t n_unsolved = 0;
    for (size_t k = 0; k < summary->n; ++k)
        n_unsolved += !ss_outcome_is_solved(summary->records[k].outcome);
    if (n_unsolved == 0)
        fprintf(out, "%s: no step is known that ended unsolved\n", folder);
    else
        ss_prose_line(out,
                      "%s: %zu of %zu runs ended unsolved, and no diagnosis of them was kept: only "
                      "`run` keeps one. Run again:",
                      folder, n_unsolved, summary->n);
    ss_advice_print_again(out, summary);
}

static bool diagnose(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    ss_diagnose_tables tables = {.n_steps = 0};
    ss_report_sheet sheet = {.n = 0};
    char plots[SS_PATH_SIZE], name[SS_LABEL_FILE];
    bool done = ss_diagnose_read(&tables, &w->order, error);
    if (done && tables.n_steps == 0)
        print_undiagnosed(w->json ? stderr : stdout, w->order.folder, &tables.summary);
    else if (done)
        ss_diagnose_page(&sheet, &tables);
    if (done && (w->json || tables.n_steps > 0)) {
        done = ss_report_print(&sheet, w->json ? &ss_report_json : &ss_report_text, stdout, error);
        if (done && !w->no_figure && !w->json && tables.shown < tables.n_steps &&
            isfinite(tables.steps[tables.shown].e1)) {
            done = ss_figure_require_gnuplot(error) &&
                   ss_home_path(plots, sizeof plots, "plots", error) &&
                   ss_diagnose_draw(&tables, w->order.folder, plots, name, error);
            if (done)
                printf("%s/%s.svg and .pdf\n", w->order.folder, name);
        }
    }
    ss_report_free(&sheet);
    ss_diagnose_free(&tables);
    return done;
}

const ss_command ss_command_diagnose = {
    .name = "diagnose",
    .summary = "why steps of a run ended unsolved: one page and a figure",
    .places = "DIR",
    .doc =
        "One page of why steps of the run in DIR, a folder of `run`, ended unsolved, worst "
        "first: the best residual and when, whether it cycles, which contacts carry it and how "
        "their statuses change, whether theory says that there is a solution (the criterion of "
        "Acary and Cadoux), which contacts Newton's matrix hardly tells apart, and what may "
        "help, with the command that tries it. Of a folder of `campaign`, `sweep` or `reproduce`, "
        "whose runs leave no diagnosis, the commands that make the unsolved ones again. Draws the "
        "residual over the contacts of the worst step into DIR. The rows are in "
        "DIR/diagnosis.csv and DIR/diagnosis_contacts.csv.",
    .after = "Example:\n  stickslip run -p balls-4 -s ebp --max-sweeps 100 -o results/mine\n"
             "  stickslip diagnose results/mine\n"
             "  stickslip diagnose results/mine --solver ebp --step 700\n\n"
             "The contacts are kept of a solver's first unsolved step, and of each with an E1 at "
             "least twice that of the last one kept. Solved steps are passed over; the others take "
             "at most some half of the time that --timeout of `run` leaves. Exit code 0 whatever "
             "is found.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, order.folder)),
    .ask = "name a result folder: diagnose DIR",
    .size = sizeof(words),
    .work = diagnose};
