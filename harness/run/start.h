/* Starts at rest: a scene is settled once, kept in a cache under a name that hashes all that
 * determines it, and shared by all solvers and runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_START_H
#define SS_HARNESS_RUN_START_H

#include "problems/files/source.h"

/* Settle the scene of an open source if its problem asks for that. `cache`: the folder, made where
 * it is missing; "": settled anew and not kept; NULL: that of ss_start_folder. The bits are the
 * same in any case: a file that is missing, damaged or of another start is made anew. */
bool ss_start_rest(ss_source *source, const char *cache, ss_error *error);

/* Settle an open scene in its own way, or by steps with its drive off and e_n = 0, by nlgs and
 * exact with a warm start, until the mean square of the velocities is below what gravity gives in
 * two steps; then velocities and time are again those of the opening, 0 in most scenes. Kept as a
 * table of bodies, LABEL-HASH.csv, by the hash of the question (all that determined the scene as it
 * was opened), of this rule and of the build. */
bool ss_start_settle(ss_scene *scene, const char *label, const char *question, const char *cache,
                     ss_error *error);

/* $XDG_CACHE_HOME/stickslip or ~/.cache/stickslip; "" where there is neither. */
bool ss_start_folder(char *path, size_t size, ss_error *error);

#endif
