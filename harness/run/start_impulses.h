/* The impulses of a start at rest, where its scene keeps them (ss_rest.keeps_impulses), as a table
 * of the cache: NAME-impulses.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_START_IMPULSES_H
#define SS_HARNESS_RUN_START_IMPULSES_H

#include "problems/motion/scene.h"

/* Write scene->past to the table of the start `name` in the folder, which is made where it is
 * missing. */
bool ss_start_impulses_write(const ss_scene *scene, const char *folder, const char *name,
                             ss_error *error);

/* Read it. False, without an error and with nothing changed, when there is none, or it is damaged.
 */
bool ss_start_impulses_read(ss_scene *scene, const char *folder, const char *name);

#endif
