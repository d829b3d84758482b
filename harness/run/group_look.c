/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/group_look.h"

#include "solvers/sphere/isa.h"

#include <math.h>
#include <stdlib.h>

/* Constants on which only costs depend: after so many looks at each group the order is found anew;
 * orders of magnitude that it tells apart, from the limit down. */
enum { ORDERING_PERIOD = 8, N_ORDERS = 48 };

void ss_group_look_begin(ss_group_look *look)
{
    look->ordered = false;
    look->spent = 0;
}

/* Room for so many groups. */
static bool reserve(ss_group_look *look, size_t groups)
{
    if (groups <= look->room)
        return true;
    ss_group_look_free(look);
    look->order = malloc(groups * sizeof *look->order);
    look->worth = malloc(groups * sizeof *look->worth);
    look->room = look->order != NULL && look->worth != NULL ? groups : 0;
    return look->room > 0;
}

void ss_group_look_free(ss_group_look *look)
{
    free(look->order);
    free(look->worth);
    *look = (ss_group_look){.order = NULL};
}

/* The binary order of magnitude of a group's terms below the limit, the largest first. */
static size_t magnitude_of(double worth, double limit)
{
    const double below = -logb(worth / limit);
    return below > 0.0 ? (size_t)fmin(below, N_ORDERS - 1) : 0;
}

/* List n groups by the order of magnitude of their terms, as they lie within each: a counting sort. */
static void put_in_order(uint32_t *order, const double *worth, size_t n, double limit)
{
    size_t next[N_ORDERS + 1] = {0};
    for (size_t g = 0; g < n; ++g)
        ++next[magnitude_of(worth[g], limit) + 1];
    for (size_t k = 0; k < N_ORDERS; ++k)
        next[k + 1] += next[k];
    for (size_t g = 0; g < n; ++g)
        order[next[magnitude_of(worth[g], limit)]++] = (uint32_t)g;
}

/* Look at all groups, and put them in order. */
static double weigh(ss_group_look *look, const ss_estimator *stop, const ss_iterate *at,
                    double limit)
{
    ss_terms_walk walk = {.enough = INFINITY};
    const ss_packed *packed = NULL;
    for (size_t k = 0, before = 0; (packed = ss_iterate_packed(at, k)) != NULL; ++k) {
        uint32_t *const order = look->order + before;
        walk.order = order;
        walk.last = packed->n_groups;
        walk.worth = look->worth + before;
        for (size_t g = 0; !look->ordered && g < packed->n_groups; ++g)
            order[g] = (uint32_t)g;
        stop->lanes[ss_isa_of(0)](packed, &walk);
        put_in_order(order, walk.worth, packed->n_groups, limit);
        before += packed->n_groups;
    }
    look->ordered = true;
    look->spent = 0;
    return walk.sum;
}

static size_t count_groups(const ss_iterate *at)
{
    size_t groups = 0;
    const ss_packed *packed = NULL;
    for (size_t k = 0; (packed = ss_iterate_packed(at, k)) != NULL; ++k)
        groups += packed->n_groups;
    return groups;
}

bool ss_group_look_is_above(ss_group_look *look, const ss_estimator *stop, const ss_iterate *at,
                            double limit, size_t most)
{
    const size_t groups = count_groups(at);
    if (groups == 0 || !reserve(look, groups))
        return false;
    if (!look->ordered || look->spent > ORDERING_PERIOD * groups)
        return weigh(look, stop, at, limit) > limit;
    ss_terms_walk walk = {.enough = limit};
    const ss_packed *packed = NULL;
    size_t before = 0;
    for (size_t k = 0; !(walk.sum > limit) && (packed = ss_iterate_packed(at, k)) != NULL; ++k) {
        walk.order = look->order + before;
        walk.worth = look->worth + before;
        walk.last = packed->n_groups < most ? packed->n_groups : most;
        look->spent += stop->lanes[ss_isa_of(0)](packed, &walk);
        before += packed->n_groups;
    }
    return walk.sum > limit;
}
