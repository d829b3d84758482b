/* A scene of balls that no rank has whole, step by step over ranks. Rank k has the balls of its
 * domains, whose numbers say which those are (solvers/parts/domains.h, domains equal in bodies),
 * for the whole run: nothing moves from rank to rank but ghosts, copies of the balls that may
 * touch.
 *
 *     numbers    0 ....... first[1] ....... first[2] ....... n_moving
 *                rank 0's    | rank 1's       | rank 2's
 *     rank 1       low ghosts, own balls, high ghosts, walls: an ss_scene like any other
 *       | ss_shared_scene_pose    ghosts come; the house's step detects and poses
 *       v
 *     part         the contacts of own balls, as a part that ranks solve (part.h)
 *       | ss_shared_scene_finish  the house's step moves; ghosts go, impulses are kept by numbers
 *       v
 *     the next step
 *
 * Bodies and contacts keep the order of their numbers on each rank, so that contacts, frames, sums
 * and all that is made of them have the bits of one process, on any number of ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_SHARED_SCENE_H
#define SS_SOLVERS_RANKS_SHARED_SCENE_H

#include "problems/files/source.h"
#include "solvers/ranks/part.h"

typedef struct ss_shared_scene {
    ss_team team;
    size_t n_domains;
    int64_t n_moving;      /* balls of the whole scene; the numbers of walls follow theirs */
    int64_t *first;        /* owned; size + 1: rank k has balls first[k] to first[k + 1] - 1 */
    ss_guess guess;        /* cold or warm */
    ss_scene own;          /* owned: this rank's balls, and all walls */
    ss_past_impulse *past; /* owned; of the last step at own balls, by numbers, ascending */
    size_t n_past;
    /* Of the step that is posed; `near` borrows all but its bodies and its past. */
    ss_scene near;   /* own balls among their ghosts */
    int64_t *number; /* owned; of the bodies in it, ascending */
    size_t n_low;    /* ghosts whose numbers are lower than those of own balls */
    ss_step *step;   /* owned */
    ss_part part;    /* owned; its r begins as the guess; borrows the problem of the step */
} ss_shared_scene;

/* Make the balls of this rank. Errors, the same on all ranks: of the choice, as
 * ss_catalogue_open; SS_ERROR_USAGE with fewer domains than ranks; SS_ERROR_MEMORY. Free in
 * either case. Collective. */
bool ss_shared_scene_open(ss_shared_scene *scene, const ss_team *team,
                          const ss_problem_choice *problem, size_t n_domains, ss_guess guess,
                          ss_error *error);
void ss_shared_scene_free(ss_shared_scene *scene);

/* Pose the next step: scene->part, until the next one. SS_ERROR_MEMORY, on all ranks. Collective.
 */
bool ss_shared_scene_pose(ss_shared_scene *scene, ss_error *error);

/* Move on by part.r. SS_ERROR_MEMORY, on all ranks. Collective. */
bool ss_shared_scene_finish(ss_shared_scene *scene, ss_error *error);

/* Part of posing: the ghosts of this rank for the next step around its own balls, into `near`, with
 * their numbers. SS_ERROR_MEMORY, on all ranks. Collective. */
bool ss_shared_scene_gather(ss_shared_scene *scene, ss_error *error);

/* Write the step that is posed as a new file, as `freeze --rigid` does: each rank its rows, whole
 * or not at all. `engine`: who made it; with_answer: part.r too, and the velocities that it makes.
 * SS_ERROR_MEMORY, and the errors of ss_team_file_end, on all ranks. Collective. */
bool ss_shared_scene_write(const ss_shared_scene *scene, const char *path, const char *engine,
                           bool with_answer, ss_error *error);

#endif
