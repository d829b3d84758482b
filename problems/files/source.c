/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a scene ---- */

static bool open_scene(ss_source *s, ss_error *error)
{
    const ss_problem_choice *const p = s->problem;
    if (!ss_catalogue_open(p->entry, p->params, p->instance, &s->scene, error))
        return false;
    s->n_steps = s->scene.params.steps;
    s->h = s->scene.params.h;
    return true;
}

static bool begin_scene(ss_source *s, bool warm_starts, ss_error *error)
{
    s->step = ss_step_create(&s->scene, error);
    if (s->step != NULL && !warm_starts)
        ss_step_keep_no_impulses(s->step);
    return s->step != NULL;
}

static bool pose_scene(ss_source *s, const ss_problem **problem, ss_error *error)
{
    s->contacts = ss_step_contacts(s->step);
    return ss_step_pose(s->step, problem, error);
}

static void warm_start_scene(const ss_source *s, double *r)
{
    ss_step_warm_start(s->step, r);
}

static void advance_scene(ss_source *s, const double *r)
{
    ss_step_finish(s->step, r);
}

static bool observe_scene(ss_source *s, ss_source_state *state, ss_error *error)
{
    const ss_bodies *const bodies = &s->scene.bodies;
    *state = (ss_source_state){ss_bodies_finite(bodies), NAN, ss_bodies_kinetic_energy(bodies),
                               ss_bodies_potential_energy(bodies, s->scene.gravity)};
    return !state->finite || ss_step_largest_overlap(s->step, &state->max_overlap, error);
}

static const ss_source_kind scene_kind = {.moves = true,
                                          .open = open_scene,
                                          .begin = begin_scene,
                                          .pose = pose_scene,
                                          .warm_start = warm_start_scene,
                                          .advance = advance_scene,
                                          .observe = observe_scene};

/* ---- a file ---- */

static bool open_file(ss_source *s, ss_error *error)
{
    s->n_steps = 1;
    return ss_frozen_open(&s->frozen, s->problem->path, s->problem->params, error);
}

static bool begin_file(ss_source *s, bool warm_starts, ss_error *error)
{
    (void)s, (void)warm_starts, (void)error; /* the problem is posed already */
    return true;
}

static bool pose_file(ss_source *s, const ss_problem **problem, ss_error *error)
{
    (void)error;
    *problem = &s->frozen.problem;
    return true;
}

static void warm_start_file(const ss_source *s, double *r)
{
    (void)s, (void)r; /* its one step has none before it */
}

static void advance_file(ss_source *s, const double *r)
{
    (void)s, (void)r; /* nothing moves */
}

static bool observe_file(ss_source *s, ss_source_state *state, ss_error *error)
{
    (void)s, (void)error;
    *state = (ss_source_state){true, NAN, NAN, NAN};
    return true;
}

static const ss_source_kind file_kind = {.open = open_file,
                                         .begin = begin_file,
                                         .pose = pose_file,
                                         .warm_start = warm_start_file,
                                         .advance = advance_file,
                                         .observe = observe_file};

/* ---- both ---- */

bool ss_source_open(ss_source *source, const ss_problem_choice *problem, ss_error *error)
{
    *source = (ss_source){.problem = problem, .kind = problem->kind};
    return source->kind->open(source, error);
}

bool ss_source_begin(ss_source *source, bool warm_starts, ss_error *error)
{
    return source->kind->begin(source, warm_starts, error);
}

void ss_source_close(ss_source *source)
{
    ss_step_free(source->step);
    ss_scene_free(&source->scene);
    ss_frozen_free(&source->frozen);
}

bool ss_source_check(const ss_problem_choice *problem, ss_error *error)
{
    ss_source source;
    const bool opens = ss_source_open(&source, problem, error);
    ss_source_close(&source);
    return opens;
}

bool ss_source_pose(ss_source *source, const ss_problem **problem, ss_error *error)
{
    return source->kind->pose(source, problem, error);
}

void ss_source_warm_start(const ss_source *source, double *r)
{
    source->kind->warm_start(source, r);
}

void ss_source_advance(ss_source *source, const double *r)
{
    source->kind->advance(source, r);
}

bool ss_source_observe(ss_source *source, ss_source_state *state, ss_error *error)
{
    return source->kind->observe(source, state, error);
}

/* ---- a choice ---- */

/* The parameters as text, anew. */
static bool print_values(ss_problem_choice *choice, ss_error *error)
{
    free(choice->values);
    choice->values = ss_options_text(&choice->entry->params, choice->params);
    return choice->values != NULL ||
           ss_error_set(error, SS_ERROR_MEMORY, "no memory for the parameters of %s", choice->name);
}

bool ss_problem_choice_parse(ss_problem_choice *choice, const char *name, ss_error *error)
{
    const char *const path = ss_frozen_path(name);
    *choice = (ss_problem_choice){
        .name = name, .path = path, .kind = path != NULL ? &file_kind : &scene_kind, .instance = 1};
    choice->entry = path != NULL ? &ss_problem_file : ss_catalogue_find(name, error);
    if (choice->entry == NULL)
        return false;
    choice->params = malloc(choice->entry->params.size);
    if (choice->params == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the parameters of %s", name);
    ss_options_defaults(&choice->entry->params, choice->params);
    return print_values(choice, error);
}

void ss_problem_choice_free(ss_problem_choice *choice)
{
    free(choice->params);
    free(choice->values);
    *choice = (ss_problem_choice){.entry = NULL};
}

bool ss_problem_choice_set_list(ss_problem_choice *choice, const char *list, ss_error *error)
{
    char owner[96];
    char *const copy = strdup(list);
    if (copy == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the parameters of %s",
                            choice->name);
    snprintf(owner, sizeof owner, "problem %s", choice->entry->name);
    const bool valid = copy[0] == '\0' || ss_options_set_list(&choice->entry->params,
                                                              choice->params, owner, copy, error);
    free(copy);
    return valid && print_values(choice, error);
}

bool ss_problem_choice_set_value(ss_problem_choice *choice, const char *key, const char *value,
                                 ss_error *error)
{
    char owner[96];
    snprintf(owner, sizeof owner, "problem %s", choice->entry->name);
    return ss_options_set(&choice->entry->params, choice->params, owner, key, value, error) &&
           print_values(choice, error);
}

bool ss_problem_choice_set(ss_problem_choice *choice, const char *assignment, ss_error *error)
{
    char key[64];
    const char *const equals = strchr(assignment, '=');
    if (equals == NULL || equals == assignment)
        return ss_error_set(error, SS_ERROR_USAGE, "problem %s: '%.200s' must be KEY=VALUE",
                            choice->entry->name, assignment);
    snprintf(key, sizeof key, "%.*s", (int)(equals - assignment), assignment);
    return ss_problem_choice_set_value(choice, key, equals + 1, error);
}

size_t ss_problem_choice_steps(const ss_problem_choice *choice)
{
    const ss_scene_params *const params = choice->params;
    return choice->kind->moves ? params->steps : 1;
}

const ss_limits *ss_problem_choice_limits(const ss_problem_choice *choice)
{
    return choice->params;
}
