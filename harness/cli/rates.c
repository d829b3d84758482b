/* The verb `rates`: how fast the traced runs of a result folder converged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/rate.h"
#include "harness/cli/words.h"
#include "harness/report/sheet.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <math.h>
#include <stdio.h>

typedef struct words {
    ss_profile_rates_order order;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, order.error, "error", 'e', "ERROR",
            "The error: the column of an estimator in convergence.csv (default e1)"),
    SS_TEXT(words, order.solver, "solver", 's', "S",
            "Only this solver in any outer one, or in one: nlgs-anderson[local=sal]"),
    SS_SWITCH(words, json, "json", 0, "Print the rows of convergence_rates.csv for programs"),
};

/* A rate with its error and the sweeps it was fitted to; NAN: none, and why. */
static void print_one(const char *what, double value, double error, size_t first, size_t last,
                      const char *note)
{
    if (isnan(value))
        printf("  %s none (%s)\n", what, note);
    else
        printf("  %s %.4f +- %.1g, sweeps %zu to %zu\n", what, value, error, first, last);
}

static void print_rates(const ss_convergence_rates_row *row)
{
    printf("%s on %s", row->solver, row->problem);
    if (ss_frozen_path(row->problem) == NULL)
        printf(", instance %zu, step %zu", row->instance, row->step);
    printf(", %zu sweep%s:\n", row->sweeps, ss_name_plural(row->sweeps));
    print_one("rate", row->rate, row->rate_error, row->rate_first, row->rate_last, row->rate_note);
    print_one("order", row->order, row->order_error, row->order_first, row->order_last,
              row->order_note);
    printf("  tail %s", row->tail);
    if (row->tail_first > 0)
        printf(", sweeps %zu to %zu\n", row->tail_first, row->tail_last);
    else
        printf(" (%s)\n", row->tail_note);
}

static bool rates(ss_call *call, ss_error *error)
{
    const ss_table *const columns = ss_rows_find("convergence");
    const words *const w = call->words;
    ss_profile_rates_order order = w->order;
    if (w->json)
        order.report = NULL;
    if (!ss_name_in(order.error, ss_rows_estimator_at, columns))
        return ss_name_unknown(order.error, "no error", ss_rows_estimator_at, columns,
                               "--error is the column of an estimator, such as e1 or eps", error);
    return ss_profile_rates_write(&order, error) &&
           (!w->json ||
            ss_report_table_file(&(ss_report_sheet){.n = 0}, ss_rows_find("convergence_rates"),
                                 order.folder, NULL, stdout, error));
}

const ss_command ss_command_rates = {
    .name = "rates",
    .summary = "how fast each traced run converged: its rate and order",
    .places = "DIR",
    .doc = "The observed rate (e_{k+1} = rate e_k) and order (e_{k+1} = C e_k^order) of every "
           "traced step of the runs in DIR, a folder of `run` or `campaign`, by least squares of "
           "log e over an asymptotic range that is stated: it ends where the error reaches its "
           "floor and begins as early as the rest is straight. And the kind of its tail: "
           "sublinear, linear, superlinear or quadratic. Where there is too little data or no "
           "straight range the answer is none, and why. Writes DIR/convergence_rates.csv.",
    .after = "Example:\n  stickslip run -p balls-4 -s sbp,ebp --set h=0.001 -o results/mine\n"
             "  stickslip rates results/mine\n\n"
             "The rules of the range and of the tail are in harness/judge/rate.h; an order near "
             "1 is linear convergence, near 2 Newton's.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, order.folder)),
    .ask = "name a result folder: rates DIR",
    SS_WORDS(words, .order = {.error = "e1", .report = print_rates}),
    .work = rates};
