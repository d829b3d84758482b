/* Places of bodies as rows of bodies.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_PLACES_H
#define SS_HARNESS_RUN_PLACES_H

#include "problems/bodies/bodies.h"

#include <stdio.h>

/* A row a body, given walls left out. `moment`: first or last. */
void ss_places_write(FILE *out, const ss_bodies *bodies, const char *solver, const char *moment);

/* Put the moving bodies, at rest, where a table of one moment says. False, without an error and
 * with nothing changed, when there is no such file, it is damaged, or the radii are others. */
bool ss_places_read(ss_bodies *bodies, const char *path);

#endif
