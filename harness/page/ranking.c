/* The number of problems on which a solver is cheapest, by the traces at equal E1 where there are
 * traces. A contest is tried twice: at equal E1, and where that cannot be, of whole runs, which the
 * page then says. That there is none, as of one solver alone, is no error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/material.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Try the contest in one way; what speaks against it is no error of the page. */
static bool contend(ss_page_ranking *r, const ss_page_material *m, const char *solvers,
                    ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    const char *const folders[] = {m->folder};
    const bool equal = !isnan(r->accuracy);
    r->metric = m->counts_units ? SS_PROFILE_METRIC_UNITS : SS_PROFILE_METRIC_WORK;
    r->there = ss_profile_contest_open(&r->contest, folders, 1, solvers, equal, &reason) &&
               r->contest.grid.n_contenders > 1 &&
               (equal ? ss_profile_scores_of_traces(&r->costs, &r->contest, r->metric, &r->accuracy,
                                                    1, &reason)
                      : ss_profile_scores_of_runs(&r->costs, &r->contest, r->metric, &reason)) &&
               ss_profile_make(&r->profile, SS_PROFILE_PERFORMANCE, &r->costs, &reason);
    if (!r->there)
        ss_page_ranking_free(r);
    return reason.code != SS_ERROR_MEMORY ||
           ss_error_set(error, SS_ERROR_MEMORY, "%s", reason.text);
}

bool ss_page_rank(ss_page_material *m, ss_error *error)
{
    ss_page_ranking *const r = &m->ranking;
    size_t room = 1, n = 0;
    for (size_t k = 0; k < m->n_contenders; ++k)
        room += strlen(m->contenders[k].solver) + 1;
    char *const solvers = calloc(room, 1); /* labels of those that count work, with commas */
    if (solvers == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solvers");
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        bool named = m->counts_units && !c->has_units;
        for (size_t j = 0; j < k; ++j) /* by another outer solver */
            named = named || strcmp(m->contenders[j].solver, c->solver) == 0;
        if (!named)
            strcat(strcat(solvers, n++ > 0 ? "," : ""), c->solver);
    }
    r->accuracy = SS_PROFILE_EQUAL_E1;
    bool done = m->n_contenders <= 1 || n == 0 || contend(r, m, solvers, error);
    if (done && !r->there && m->n_contenders > 1 && n > 0) {
        r->accuracy = NAN;
        done = contend(r, m, solvers, error);
    }
    free(solvers);
    return done;
}

void ss_page_ranking_free(ss_page_ranking *r)
{
    const double accuracy = r->accuracy;
    ss_profile_free(&r->profile);
    ss_profile_costs_free(&r->costs);
    ss_profile_contest_free(&r->contest);
    *r = (ss_page_ranking){.accuracy = accuracy};
}

double ss_page_wins(const ss_page_ranking *r, size_t solver)
{
    return ss_profile_count(&r->profile, solver, 1.0);
}
