/* Refinement of a study. A round reads the curves of all rows so far, plans what is missing of the
 * bisections between neighbours of the grid, where solving begins to fail and then around the best
 * value, and runs it; the next round finds those values in the
 * curves. So nothing is kept between rounds, or between commands: the store is the state.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"

#include "harness/judge/curves.h"
#include "harness/run/leader.h"
#include "harness/tables/label.h"
#include "harness/tables/pairs.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The study at hand, and the values of the grid that it began with: middles of rounds before are
 * points of the curves, too, and are no ends of intervals. */
typedef struct refining {
    const ss_campaign *campaign;
    const ss_campaign_spec *spec;
    ss_study_curves curves;
    double *grid; /* owned, sorted */
    size_t n_grid;
    bool *
        allowed; /* owned; by point of the curve at hand: of the grid, or a middle that it led to */
    size_t n_halvings;
} refining;

/* Values that the plan began with; a study may say "solver:KEY", "problem:KEY" or "outer:KEY". */
static bool note_grid(refining *r, ss_error *error)
{
    const ss_campaign_plan *const plan = r->campaign->plan;
    const char *const colon = strchr(plan->study, ':');
    const char *const key = colon != NULL ? colon + 1 : plan->study;
    r->grid = malloc((plan->n + 1) * sizeof *r->grid);
    if (r->grid == NULL)
        return ss_campaign_plan_no_memory(error);
    for (size_t k = 0; k < plan->n; ++k) {
        char *const outer = ss_study_outer_options(plan->runs[k].outer);
        double *const value = &r->grid[r->n_grid];
        if (ss_pairs_number(plan->runs[k].options, key, value) ||
            ss_pairs_number(plan->runs[k].parameters, key, value) ||
            (outer != NULL && ss_pairs_number(outer, key, value)))
            ++r->n_grid;
        free(outer);
    }
    gsl_sort(r->grid, 1, r->n_grid);
    return true;
}

/* The instances of a point, "1,2,5", to be freed, and the first of its runs; NULL: no memory. */
static char *instances_of(const refining *r, const ss_study_curve *curve, double value,
                          const ss_study_run **first)
{
    const ss_study_run *const end = r->curves.runs + r->curves.n_runs;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    *first = NULL;
    for (const ss_study_run *run = curve->run;
         out != NULL && run < end && run->question == curve->run->question &&
         run->contender == curve->run->contender;
         ++run)
        if (run->value == value) {
            fprintf(out, "%s%zu", *first != NULL ? "," : "", run->record.row.instance);
            *first = *first != NULL ? *first : run;
        }
    if (out != NULL && fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* "KEY=VALUE,..." with another value for `key`; to be freed. NULL: no memory. */
static char *with_value(const char *list, const char *key, const char *value)
{
    char *const others = ss_pairs_without(list, key), *text = NULL;
    if (others != NULL &&
        asprintf(&text, "%s=%s%s%s", key, value, others[0] != '\0' ? "," : "", others) < 0)
        text = NULL;
    free(others);
    return text;
}

/* Plan the runs of the curve's value `origin` at another value. */
static bool plan_value(refining *r, const ss_study_curve *curve, double origin, double value,
                       ss_error *error)
{
    const ss_study_run *run = NULL;
    const ss_study_of of = r->curves.of;
    char none[] = SS_LEADER_NONE;
    const char *const key = r->curves.parameter;
    char *const instances = instances_of(r, curve, origin, &run), text[32];
    if (instances == NULL)
        return ss_campaign_plan_no_memory(error);
    const ss_summary_row *const row = run->whole;
    snprintf(text, sizeof text, "%.6g", value);
    char *const solver =
        of == SS_STUDY_OF_SOLVER ? ss_label_with(row->solver, key, text) : strdup(row->solver);
    char *const parameters = of == SS_STUDY_OF_PROBLEM ? with_value(row->parameters, key, text)
                                                       : strdup(row->parameters);
    char *const outer =
        of == SS_STUDY_OF_OUTER ? ss_label_with(row->outer, key, text) : strdup(row->outer);
    bool ok = solver != NULL && parameters != NULL && outer != NULL;
    if (ok) {
        char *const sets[] = {parameters, NULL}, *const solvers[] = {solver, NULL},
                    *const outers[] = {outer, NULL},
                    *const leaders[] = {row->follows[0] != '\0' ? (char *)row->follows : none,
                                        NULL};
        ss_campaign_spec_problem problem = {.name = row->problem, .set = sets};
        ss_campaign_plan more;
        ss_campaign_spec one = *r->spec;
        one.problems = &problem;
        one.n_problems = 1;
        one.solvers = solvers;
        one.outers = outer[0] != '\0' ? outers : NULL;
        one.tolerances = NULL;
        one.instances = instances;
        one.stop = row->stop;
        one.starts = NULL;
        one.warm_start = row->warm_start;
        one.leaders = leaders;
        ok = ss_campaign_plan_make(&more, &one, error) &&
             ss_campaign_plan_append(r->campaign->plan, &more, error);
    } else
        ss_campaign_plan_no_memory(error);
    free(instances);
    free(solver);
    free(parameters);
    free(outer);
    return ok;
}

/* A value between neighbours, found in the curve or planned. */
typedef enum middle {
    FOUND,   /* *point has been run */
    PLANNED, /* to be run first */
    EQUAL,   /* six digits hold no value between them */
    FAILED
} middle;

/* The middle of two points with the instances of the first; it is allowed from now on. */
static middle halve(refining *r, const ss_study_curve *curve, const ss_study_point *origin,
                    const ss_study_point *other, size_t *point, ss_error *error)
{
    char text[32];
    const double a = origin->value, b = other->value; /* halved in the logarithm, if they can be */
    snprintf(text, sizeof text, "%.6g", a > 0.0 && b > 0.0 ? sqrt(a * b) : 0.5 * (a + b));
    const double value = strtod(text, NULL); /* as the text of a value reads it */
    if (value == a || value == b)
        return EQUAL;
    if (!plan_value(r, curve, origin->value, value, error))
        return FAILED;
    for (*point = 0; *point < curve->n_points; ++*point)
        if (curve->points[*point].value == value)
            break;
    if (*point == curve->n_points || curve->points[*point].n_instances < origin->n_instances)
        return PLANNED;
    r->allowed[*point] = true;
    return FOUND;
}

/* Bisect between a solved and a failed neighbour of the grid, as far as the runs go. */
static middle bisect(refining *r, const ss_study_curve *curve, size_t solved, size_t failed,
                     ss_error *error)
{
    const ss_study_point *const p = curve->points;
    middle step = FOUND;
    for (size_t level = 0; step == FOUND && level < r->n_halvings; ++level) {
        size_t at;
        step = halve(r, curve, &p[failed], &p[solved], &at, error);
        if (step == FOUND)
            *(p[at].is_safe ? &solved : &failed) = at;
    }
    return step;
}

/* Halve the intervals on both sides of the best of the allowed values, again and again: the best
 * may be another one after each. */
static middle narrow(refining *r, const ss_study_curve *curve, ss_error *error)
{
    middle step = FOUND;
    for (size_t level = 0; step == FOUND && level < r->n_halvings; ++level) {
        ss_study_best best;
        if (!ss_study_best_find(&best, curve, r->allowed, error))
            return FAILED;
        if (best.at == curve->n_points)
            return FOUND;
        size_t beside[2] = {best.at, best.at}, at;
        while (beside[0] > 0 && !r->allowed[--beside[0]])
            ;
        while (beside[1] + 1 < curve->n_points && !r->allowed[++beside[1]])
            ;
        for (size_t side = 0; side < 2 && step != FAILED; ++side) {
            const size_t other = beside[side];
            if (other == best.at || !r->allowed[other])
                continue; /* an end of the grid */
            const middle half =
                halve(r, curve, &curve->points[best.at], &curve->points[other], &at, error);
            step = half == FOUND || half == EQUAL ? step : half;
        }
    }
    return step;
}

static bool is_of_grid(const refining *r, double value)
{
    size_t g = 0;
    while (g < r->n_grid && r->grid[g] != value)
        ++g;
    return g < r->n_grid;
}

/* Plan the next middles of a curve: where solving begins to fail, then around the best value. */
static bool plan_curve(refining *r, const ss_study_curve *curve, ss_error *error)
{
    const ss_study_point *const p = curve->points;
    middle state = FOUND;
    size_t before = curve->n_points;
    for (size_t k = 0; k < curve->n_points; ++k)
        r->allowed[k] = is_of_grid(r, p[k].value); /* else a middle of a round before */
    for (size_t k = 0; state != FAILED && k < curve->n_points; ++k) {
        if (!is_of_grid(r, p[k].value))
            continue;
        if (before < curve->n_points && p[before].is_safe != p[k].is_safe) {
            const bool safe = p[k].is_safe;
            const middle step = bisect(r, curve, safe ? k : before, safe ? before : k, error);
            state = step == FOUND || step == EQUAL ? state : step;
        }
        before = k;
    }
    if (state == FOUND && r->curves.of_solver)
        state = narrow(r, curve, error);
    return state != FAILED;
}

/* Plan the next middles of all curves. */
static bool plan_middles(refining *r, ss_error *error)
{
    bool ok = true;
    for (size_t c = 0; ok && c < r->curves.n_curves; ++c)
        ok = !r->curves.curves[c].run->has_value || plan_curve(r, &r->curves.curves[c], error);
    return ok && ss_campaign_plan_find_duplicates(r->campaign->plan, true, error);
}

bool ss_campaign_refine(const ss_campaign *campaign, const ss_campaign_spec *spec, size_t n,
                        ss_campaign_tally *tally, ss_error *error)
{
    char summary[SS_PATH_SIZE];
    refining r = {.campaign = campaign, .spec = spec, .n_halvings = n};
    size_t n_run = tally->n_run;
    bool ok = ss_path_join(summary, sizeof summary, campaign->folder, "summary.csv", error) &&
              note_grid(&r, error);
    for (size_t round = 0; ok && round < 2 * n; ++round) { /* first where it fails, then the best */
        if (!ss_study_curves_read(&r.curves, summary, campaign->plan->study, error)) {
            ok = false;
            break;
        }
        r.allowed = calloc(r.curves.n_runs, sizeof *r.allowed);
        ok = r.allowed != NULL ? plan_middles(&r, error) : ss_campaign_plan_no_memory(error);
        free(r.allowed);
        ss_study_curves_free(&r.curves);
        ok = ok && ss_campaign_run(campaign, tally, error);
        if (ok && tally->n_run == 0)
            break;
        n_run += ok ? tally->n_run : 0;
    }
    if (ok) {
        tally->n_before -= n_run - tally->n_run;
        tally->n_run = n_run;
    }
    free(r.grid);
    return ok;
}
