/* The order of an export, and its outcome.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_ORDER_H
#define SS_HARNESS_EXPORT_ORDER_H

#include "problems/base/error.h"

#include <stddef.h>

/* The files written of a run; borrowed for the call. */
typedef struct ss_export_series {
    const char *name; /* of its .pvd and of its folder */
    size_t n_moments;
    size_t n_bodies;     /* of the last moment: balls, discs and polygons */
    size_t n_walls;      /* likewise; */
    bool lacks_walls;    /* the table has none at any moment */
    size_t n_contacts;   /* with an impulse, of the last moment */
    bool lacks_contacts; /* there is no table of them */
    size_t n_nodes;      /* of a surface; else 0 */
} ss_export_series;

typedef struct ss_export_order {
    const char *folder;           /* a result of `run`, a campaign's store or one of `grow` */
    const char *out;              /* the folder to make */
    const char *problem, *solver; /* only runs of these; NULL: all */
    size_t instance;              /* likewise; 0: all */
    void (*print)(const ss_export_series *series); /* called after each run; NULL: nothing */
} ss_export_order;

#endif
