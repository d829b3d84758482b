/* A source is a scene that is stepped or a file that is posed; `step` is NULL for a file, from open
 * to close, and problem->path says the same of the choice. The scene's step is made by begin and
 * not by open, for what settles a scene first moves its bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/source.h"

#include "problems/contact/cone.h"
#include "problems/contact/vec3.h"
#include "problems/surface/pile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ss_source_open(ss_source *source, const ss_problem_choice *problem, ss_error *error)
{
    *source = (ss_source){.problem = problem, .n_steps = 1};
    if (problem->path != NULL)
        return ss_frozen_open(&source->frozen, problem->path, problem->params, error);
    if (problem->words != NULL) {
        const ss_process_params *const params = problem->params;
        source->process = ss_process_create(problem->words, problem->log, &params->limits, error);
        return source->process != NULL;
    }
    if (!ss_catalogue_open(problem->entry, problem->params, problem->instance, NULL, &source->scene,
                           error))
        return false;
    source->n_steps = source->scene.params.steps;
    source->h = source->scene.params.h; /* s */
    return true;
}

bool ss_source_begin(ss_source *source, ss_guess guess, ss_error *error)
{
    source->guess = guess;
    if (source->problem->path != NULL && guess == SS_GUESS_PREDICTOR)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s is one step, and nothing to predict from: start it cold or warm",
                            source->problem->name);
    /* warm starts of a scene need the impulses of the step before; those of a file come with it or
     * not at all */
    if (source->problem->path != NULL) /* it is posed already */
        return guess == SS_GUESS_COLD || source->frozen.file.guess != NULL ||
               ss_error_set(error, SS_ERROR_USAGE,
                            "%s has no impulses to start from: run it cold, or write them with "
                            "'stickslip freeze --warm-start'",
                            source->problem->name);
    if (source->process != NULL) {
        ss_told_scene told;
        const bool begun =
            ss_process_begin(source->process, source->problem->instance, guess, &told, error);
        source->n_steps = begun ? told.steps : 0;
        source->h = begun ? told.h : 0.0;
        return begun;
    }
    source->step = ss_step_create(&source->scene, error);
    if (source->step != NULL)
        ss_step_keep(source->step, guess);
    return source->step != NULL;
}

void ss_source_close(ss_source *source)
{
    ss_step_free(source->step);
    ss_process_free(source->process);
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

/* The problem of a process, in the place of the one before. */
static bool pose_process(ss_source *source, ss_error *error)
{
    ss_frozen *const frozen = &source->frozen;
    ss_frozen_free(frozen);
    frozen->file.blocks = ss_process_pose(source->process, &frozen->file.own_rho_bar, error);
    return frozen->file.blocks != NULL && ss_frozen_pose(frozen, source->problem->params, error);
}

bool ss_source_pose(ss_source *source, const ss_problem **problem, ss_error *error)
{
    *problem = &source->frozen.problem;
    if (source->process != NULL)
        return pose_process(source, error);
    if (source->step == NULL)
        return true;
    source->contacts = ss_step_contacts(source->step);
    return ss_step_pose(source->step, problem, error);
}

/* The nearest points of the cones: an extrapolated impulse may pull, or be beyond friction. */
static void project(double *r, const ss_problem *problem)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double tau[3] = {r[3 * c], r[3 * c + 1], r[3 * c + 2]};
        ss_cone_project(r + 3 * c, tau, problem->mu[c]);
    }
}

void ss_source_guess(const ss_source *source, double *r)
{
    const ss_frozen *const file = &source->frozen;
    if (source->guess == SS_GUESS_COLD)
        return;
    if (source->step != NULL)
        ss_step_guess(source->step, r);
    else if (source->process != NULL) {
        ss_process_guess(source->process, r);
        if (source->guess == SS_GUESS_PREDICTOR)
            project(r, &file->problem);
    } else if (file->file.guess != NULL)
        memcpy(r, file->file.guess, 3 * file->problem.n_contacts * sizeof *r);
}

void ss_source_advance(ss_source *source, const double *r, const double *own)
{
    if (source->step != NULL)
        ss_step_finish(source->step, r);
    else if (source->process != NULL)
        ss_process_advance(source->process, r);
    if (own == r)
        return;
    if (source->step != NULL)
        ss_step_remember(source->step, own);
    else if (source->process != NULL)
        ss_process_remember(source->process, own);
}

/* a sheet without thickness may be passed in a step: only then is `reach` of interest */
static bool has_thin_walls(const ss_bodies *bodies)
{
    bool thin = false;
    for (size_t b = bodies->n_moving; b < bodies->n; ++b)
        thin = thin || ss_bodies_shape(bodies, b)->kind->thin;
    return thin;
}

/* the longest way of a step, in radii of who makes it */
static double reach_of(const ss_bodies *bodies, double h)
{
    double most = 0.0; /* radii */
    for (size_t b = 0; b < bodies->n_moving; ++b)
        most = fmax(most, h * ss_norm(bodies->v + 6 * b) / bodies->radius[b]);
    return most;
}

bool ss_source_observe(ss_source *source, ss_source_state *state, ss_error *error)
{
    const ss_bodies *const bodies = &source->scene.bodies;
    /* without bodies: nothing is lost, nothing is known */
    *state = (ss_source_state){true, NAN, NAN, NAN, 0.0};
    if (source->step == NULL)
        return source->process == NULL || ss_process_failed(source->process, error);
    state->finite = ss_bodies_finite(bodies);
    state->kinetic_energy = ss_bodies_kinetic_energy(bodies);
    state->potential_energy = ss_bodies_potential_energy(bodies, source->scene.gravity);
    if (has_thin_walls(bodies))
        state->reach = reach_of(bodies, source->h);
    /* overlaps are looked for among finite places only */
    return !state->finite || ss_step_largest_overlap(source->step, &state->max_overlap, error);
}

/* ---- a choice ---- */

/* The parameters as text, anew. */
static bool print_values(ss_problem_choice *choice, ss_error *error)
{
    free(choice->values);
    choice->values = ss_options_text(&choice->entry->params, choice->params);
    return choice->values != NULL || ss_error_memory(error, "the parameters of %s", choice->name);
}

bool ss_problem_choice_parse(ss_problem_choice *choice, const char *name, ss_error *error)
{
    /* a file or a process by its prefix, else a name of the catalogue */
    const char *const path = ss_frozen_path(name), *const words = ss_process_words(name);
    *choice = (ss_problem_choice){.name = name, .path = path, .words = words, .instance = 1};
    if (strcmp(name, ss_growing_pile.name) == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s has no contacts and other solvers: 'stickslip grow'", name);
    if (path != NULL && ss_hdf5_load(error) == NULL)
        return false;
    choice->entry = path != NULL    ? &ss_problem_file
                    : words != NULL ? &ss_problem_process
                                    : ss_catalogue_find(name, error);
    if (choice->entry == NULL)
        return false;
    choice->params = malloc(choice->entry->params.size);
    if (choice->params == NULL)
        return ss_error_memory(error, "the parameters of %s", name);
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
    char owner[96]; /* begins the message of an error */
    char *const copy = strdup(list);
    if (copy == NULL)
        return ss_error_memory(error, "the parameters of %s", choice->name);
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
    const char *const equals = strchr(assignment, '='); /* the first: values may have one */
    if (equals == NULL || equals == assignment)
        return ss_error_set(error, SS_ERROR_USAGE, "problem %s: '%s' must be KEY=VALUE",
                            choice->entry->name, assignment);
    snprintf(key, sizeof key, "%.*s", (int)(equals - assignment), assignment);
    return ss_problem_choice_set_value(choice, key, equals + 1, error);
}

size_t ss_problem_choice_steps(const ss_problem_choice *choice)
{
    const ss_scene_params *const params = choice->params; /* every scene's begin so */
    const ss_process_params *const process = choice->params;
    if (choice->words != NULL)
        return process->limits.steps;
    return choice->path == NULL ? params->steps : 1;
}

const char *ss_problem_lacks_places(const char *name)
{
    return ss_frozen_path(name) != NULL
               ? "a file's problem has contacts, but no places: there is no scene of it"
           : ss_process_words(name) != NULL
               ? "a process hands out contacts, but no places: there is no scene of it"
               : NULL;
}

const char *ss_problem_choice_stop(const ss_problem_choice *choice)
{
    return choice->entry->stop != NULL ? choice->entry->stop : "eps";
}

const ss_limits *ss_problem_choice_limits(const ss_problem_choice *choice)
{
    return choice->params;
}
