/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/advice.h"

#include "harness/tables/again.h"
#include "harness/tables/pairs.h"
#include "harness/tables/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMMANDS = 3 };

/* More sweeps than this are no advice. */
#define MOST_SWEEPS 1e8

/* The E1 that sweeps are counted to, where another estimator stops. */
#define GOAL 1e-8

/* The command behind the last item, ": `... -o again`". */
static void add_command(ss_report_sheet *sheet, const ss_summary_row *row, const ss_again *other)
{
    char *command = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&command, &size);
    if (out == NULL)
        return;
    ss_again_print(out, row, other);
    if (fclose(out) == 0)
        ss_report_append(sheet, ": `%s -o again`", command);
    free(command);
}

/* The solver's label with another alpha; its own options else. To be freed; NULL without memory. */
static char *with_alpha(const char *label, double alpha)
{
    const size_t name = strcspn(label, "[");
    char *const inside = strdup(label[name] != '\0' ? label + name + 1 : ""), *text = NULL;
    if (inside == NULL)
        return NULL;
    inside[strlen(inside) - (inside[0] != '\0')] = '\0'; /* the bracket */
    char *const others = ss_pairs_without(inside, "alpha");
    if (others == NULL || asprintf(&text, "%.*s[alpha=%.2g%s%s]", (int)name, label, alpha,
                                   others[0] != '\0' ? "," : "", others) < 0)
        text = NULL;
    free(inside);
    free(others);
    return text;
}

static void add_alpha(ss_report_sheet *sheet, const ss_summary_row *row, double alpha)
{
    char *const solver = with_alpha(row->solver, SS_STANDING_ALPHA_SAFE * row->alpha_bound);
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "- alpha = %g is above %.3g, up to which theory lets %s go; below it", alpha,
                  row->alpha_bound, row->solver);
    add_command(sheet, row, &(ss_again){.solver = solver});
    free(solver);
}

/* About how many more sweeps, at the rate at which it falls. */
static void add_sweeps(ss_report_sheet *sheet, const ss_diagnosis_row *step,
                       const ss_summary_row *row)
{
    const double goal = strcmp(row->stop, "e1") == 0 ? row->tol : GOAL;
    const double more = log(goal / step->e1) / log(step->fall);
    char set[48];
    if (!(more > 0.0 && more < MOST_SWEEPS))
        return;
    ss_report_add(sheet, SS_REPORT_ITEM, "- about %.0f sweeps more at this rate to E1 %g", more,
                  goal);
    snprintf(set, sizeof set, "max-sweeps=%.0f", ceil(2.0 * ((double)step->sweeps + more)));
    add_command(sheet, row, &(ss_again){.set = set});
}

void ss_advice_add(ss_report_sheet *sheet, const ss_diagnosis_row *step, const ss_summary_row *row)
{
    double alpha;
    if (step->fall < 1.0) /* not for NaN */
        add_sweeps(sheet, step, row);
    else if (ss_standing_alpha_is_beyond(row, &alpha))
        add_alpha(sheet, row, alpha);
    if (strcmp(row->solver, "reference") == 0)
        return;
    ss_report_add(sheet, SS_REPORT_ITEM, "- %sanother solver; `reference` is the surest",
                  step->cycle > 0 ? "more of these sweeps change nothing: " : "");
    add_command(sheet, row, &(ss_again){.solver = "reference", .outer = "", .set = "max-sweeps"});
}

void ss_advice_print_again(FILE *out, const ss_summary *summary)
{
    size_t n = 0;
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const row = &summary->records[k].row;
        if (ss_outcome_is_solved(summary->records[k].outcome) || n++ >= COMMANDS)
            continue;
        fprintf(out, "  %s on %s, %s:\n    ", row->solver, row->problem, row->status);
        ss_again_print(out, row, &(ss_again){.solver = NULL});
        fprintf(out, " -o again-%zu && stickslip diagnose again-%zu\n", n, n);
    }
    if (n > COMMANDS)
        fprintf(out, "  ... and %zu more unsolved\n", n - COMMANDS);
}
