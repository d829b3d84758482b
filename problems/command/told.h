/* The lines that a scene in a process of its own writes (README.md is the protocol). They come from
 * outside: each is checked before a number of it is used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_COMMAND_TOLD_H
#define SS_PROBLEMS_COMMAND_TOLD_H

#include "problems/base/error.h"

#include <stddef.h>

enum { SS_SCENE_PROTOCOL = 1 };

/* Most contacts and blocks of a problem: sizes of arrays stay far from overflow. */
#define SS_TOLD_MOST_CONTACTS 100000000
#define SS_TOLD_MOST_BLOCKS   1000000000

/* "scene VERSION STEPS H", once: problems to come, and the time between two, s (0: no time). */
typedef struct ss_told_scene {
    size_t steps;
    double h;
} ss_told_scene;

/* "problem N K named|unnamed", then arrays. */
typedef struct ss_told_problem {
    size_t n_contacts, n_blocks;
    bool named;
} ss_told_problem;

/* Read a line, without its end. SS_ERROR_FAILED, with the line cleaned for a terminal, for what is
 * no such line, another version, a number out of range, and for "error TEXT", by which a scene
 * gives up. */
bool ss_told_read_scene(ss_told_scene *scene, const char *line, ss_error *error);
bool ss_told_read_problem(ss_told_problem *problem, const char *line, ss_error *error);

/* Are they the starts of rows: 0 first, none below the one before, n_blocks last? SS_ERROR_FAILED
 * names the contact. */
bool ss_told_check_rows(const size_t *row_start, const ss_told_problem *told, ss_error *error);

/* Names of contacts with the place of each, in ascending order of the names. */
typedef struct ss_told_name {
    long long name;
    size_t contact;
} ss_told_name;

/* Sort them. SS_ERROR_FAILED for two that are the same. */
bool ss_told_sort_names(ss_told_name *names, size_t n, ss_error *error);

#endif
