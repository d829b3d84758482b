/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

#include "problems/base/names.h"

#include <stdio.h>
#include <string.h>

static const ss_estimator *const estimators[] = {
#define SS_ESTIMATOR(id) &ss_estimator_##id,
#include "harness/estimators/estimators.def"
};

const ss_estimator *ss_estimator_at(size_t k)
{
    return k < SS_ESTIMATE_COUNT ? estimators[k] : NULL;
}

size_t ss_estimator_index(const ss_estimator *estimator)
{
    size_t k = 0;
    while (estimators[k] != estimator)
        ++k;
    return k;
}

/* The words of --stop: the alias where there is one. */
static const char *word_of(const ss_estimator *e)
{
    return e->alias != NULL ? e->alias : e->name;
}

bool ss_estimator_find_stop(const char *name, const ss_estimator **stop, ss_error *error)
{
    const char *stops[SS_ESTIMATE_COUNT];
    char hint[256] = "";
    size_t n = 0, length = 0;
    for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k) {
        const ss_estimator *const e = estimators[k];
        if (!e->may_stop)
            continue;
        *stop = e;
        if (strcmp(name, e->name) == 0 || strcmp(name, word_of(e)) == 0)
            return true;
        stops[n++] = word_of(e);
        if (length < sizeof hint)
            length += (size_t)snprintf(hint + length, sizeof hint - length, "%s%s",
                                       length > 0 ? ", " : "it must be one of ", word_of(e));
    }
    const ss_names names = {"--stop cannot be", hint, stops, n, sizeof *stops, false};
    return ss_names_find(&names, name, error) != NULL; /* it is none: the error says so */
}

static void look_at(ss_contact_evidence *e, const ss_evidence *evidence, size_t c)
{
    e->all = evidence;
    e->c = c;
    e->has_natural = e->has_unscaled2 = e->has_eps = false;
}

double ss_estimator_value(const ss_estimator *estimator, const ss_evidence *evidence)
{
    const size_t n = evidence->problem->n_contacts;
    double sums[SS_ESTIMATOR_SUMS] = {0.0};
    ss_contact_evidence e;
    for (size_t c = 0; c < n; ++c) {
        look_at(&e, evidence, c);
        estimator->add(sums, &e);
    }
    return estimator->finish(sums, n);
}

void ss_estimate_all(double values[SS_ESTIMATE_COUNT], ss_statuses *statuses, unsigned char *zones,
                     const ss_evidence *evidence)
{
    const size_t n = evidence->problem->n_contacts;
    double sums[SS_ESTIMATE_COUNT][SS_ESTIMATOR_SUMS] = {{0.0}};
    ss_contact_evidence e;
    *statuses = (ss_statuses){0, 0, 0};
    for (size_t c = 0; c < n; ++c) {
        look_at(&e, evidence, c);
        for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k)
            estimators[k]->add(sums[k], &e);
        ss_evidence_want_natural(&e);
        statuses->open += e.zone == SS_ZONE_SEPARATION;
        statuses->sticking += e.zone == SS_ZONE_STICKING;
        statuses->sliding += e.zone == SS_ZONE_SLIDING;
        if (zones != NULL)
            zones[c] = (unsigned char)e.zone;
    }
    for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k)
        values[k] = estimators[k]->finish(sums[k], n);
}
