/* Starts at rest: a scene is settled once, kept in a cache under a name that hashes all that
 * determines it, and shared by all solvers and runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_START_H
#define SS_HARNESS_RUN_START_H

#include "problems/files/source.h"

/* Note the name of the start in `problem->start`: LABEL-HASH, of all that determines it; "" where
 * the problem does not settle. To be called when the parameters are set. */
bool ss_start_name(ss_problem_choice *problem, ss_error *error);

/* Settle the scene of an open source if its problem asks for that. `cache`: the folder, made where
 * it is missing; "": settled anew and not kept; NULL: that of ss_start_folder. The bits are the
 * same in any case: a file that is missing, damaged or of another start is made anew. */
bool ss_start_rest(ss_source *source, const char *cache, ss_error *error);

/* Settle an open scene in its own way, or by steps with its drive off, by exact with a warm start:
 * with e_n = 0, ten sweeps of nlgs a step, until the mean square of the velocities is below what
 * gravity gives in two steps; or as its ss_rest says, by nlgs-batched to E1 1e-8 once it is slow,
 * and stopped where its kinetic energy has a peak then.
 * Then velocities and time are again those of the opening, 0 in most scenes. Kept as a table of
 * bodies, LABEL-HASH.csv, by the hash of the question (all that determined the scene as it was
 * opened), of this rule and of the build. SS_ERROR_DATA where it does not come to rest. */
bool ss_start_settle(ss_scene *scene, const char *label, const char *question, const char *cache,
                     ss_error *error);

/* $XDG_CACHE_HOME/stickslip or ~/.cache/stickslip; "" where there is neither. */
bool ss_start_folder(char *path, size_t size, ss_error *error);

/* ---- for start.c: the impulses of a start at rest, where its scene keeps them
 * (ss_rest.keeps_impulses), as a table of the cache, NAME-impulses.csv ---- */

/* Write scene->past to the table of the start `name` in the folder, which is made where it is
 * missing. */
bool ss_start_impulses_write(const ss_scene *scene, const char *folder, const char *name,
                             ss_error *error);

/* Read it. False, without an error and with nothing changed, if there is none or it is damaged. */
bool ss_start_impulses_read(ss_scene *scene, const char *folder, const char *name);

#endif
