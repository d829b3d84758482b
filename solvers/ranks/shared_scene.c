/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/shared_scene.h"

#include "problems/contact/operator.h"
#include "solvers/parts/domains.h"
#include "solvers/ranks/part_reading.h"

#include <stdlib.h>
#include <string.h>

/* The step that is posed, and what stood around it. */
static void forget_step(ss_shared_scene *s)
{
    ss_part_free(&s->part);
    ss_step_free(s->step);
    ss_bodies_free(&s->near.bodies);
    free(s->near.past);
    free(s->number);
    s->near = (ss_scene){.time = 0.0};
    s->number = NULL;
    s->step = NULL;
}

void ss_shared_scene_free(ss_shared_scene *scene)
{
    forget_step(scene);
    ss_scene_free(&scene->own);
    free(scene->past);
    free(scene->first);
    *scene = (ss_shared_scene){.n_moving = 0};
}

/* Where domain d begins, and where the numbers of rank k do: the inverses of ss_domains_cut and
 * ss_part_owner. */
static int64_t first_of_rank(const ss_shared_scene *s, int k)
{
    const int64_t size = s->team.size, n_domains = (int64_t)s->n_domains;
    const int64_t domain = (k * n_domains + size - 1) / size;
    const int64_t first = (domain * (s->n_moving + 1) + n_domains - 1) / n_domains;
    return first < s->n_moving ? first : s->n_moving;
}

bool ss_shared_scene_open(ss_shared_scene *scene, const ss_team *team,
                          const ss_problem_choice *problem, size_t n_domains, ss_guess guess,
                          ss_error *error)
{
    const size_t at = problem->entry->shared;
    *scene = (ss_shared_scene){.team = *team, .n_domains = n_domains, .guess = guess};
    if (at > 0)
        memcpy(&scene->n_moving, (const char *)problem->params + at, sizeof(size_t));
    if ((size_t)team->size > n_domains)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%d ranks, %zu domains: a rank has whole domains, so that there can be "
                            "no more ranks; set domains=%d or more",
                            team->size, n_domains, team->size);
    scene->first = ss_team_take((size_t)team->size + 1, sizeof *scene->first, error);
    bool well = scene->first != NULL;
    for (int k = 0; well && k <= team->size; ++k)
        scene->first[k] = first_of_rank(scene, k);
    if (well) {
        const int64_t *const own = scene->first + team->rank;
        const ss_scene_share share = {(size_t)own[0], (size_t)(own[1] - own[0])};
        well = ss_catalogue_open(problem->entry, problem->params, problem->instance, &share,
                                 &scene->own, error);
    }
    return ss_team_agree(team, well, error);
}

/* ---- impulses from step to step ---- */

/* The body of `near` with that number; false: it is not there. */
static bool find_place(uint32_t *body, const ss_shared_scene *s, int64_t number)
{
    const int64_t *const at =
        bsearch(&number, s->number, s->near.bodies.n, sizeof number, ss_part_compare);
    if (at != NULL)
        *body = (uint32_t)(at - s->number);
    return at != NULL;
}

/* The impulses of the last step at bodies that are here, by their places. */
static bool recall(ss_shared_scene *s, ss_error *error)
{
    s->near.past = ss_team_take(s->n_past, sizeof *s->near.past, error);
    for (size_t k = 0; s->near.past != NULL && k < s->n_past; ++k) {
        ss_past_impulse kept = s->past[k];
        if (find_place(&kept.name.a, s, s->past[k].name.a) &&
            find_place(&kept.name.b, s, s->past[k].name.b))
            s->near.past[s->near.n_past++] = kept;
    }
    return s->near.past != NULL;
}

/* Those of this step, by numbers. */
static bool keep(ss_shared_scene *s, ss_error *error)
{
    if (!ss_step_leave_impulses(s->step, &s->near, error))
        return false;
    free(s->past);
    s->past = s->near.past;
    s->n_past = s->near.n_past;
    s->near.past = NULL;
    for (size_t k = 0; k < s->n_past; ++k) {
        s->past[k].name.a = (uint32_t)s->number[s->past[k].name.a];
        s->past[k].name.b = (uint32_t)s->number[s->past[k].name.b];
    }
    return true;
}

/* ---- the part of a step ---- */

static bool lay_part(ss_shared_scene *s, const ss_problem *problem, ss_error *error)
{
    ss_part *const part = &s->part;
    const size_t n = s->near.bodies.n_moving;
    *part = (ss_part){.team = s->team,
                      .n_bodies = s->n_moving + (int64_t)(s->own.bodies.n - s->own.bodies.n_moving),
                      .n_domains = s->n_domains,
                      .h = s->own.params.h};
    part->posed.problem = *problem;
    part->posed.form.moving = *ss_operator_moving(problem);
    part->domain = ss_team_take(n, sizeof *part->domain, error);
    part->mine = ss_team_take(problem->n_contacts, 1, error);
    part->ghosts = ss_team_take(n, sizeof *part->ghosts, error);
    part->r = ss_team_take(3 * problem->n_contacts, sizeof *part->r, error);
    return part->domain != NULL && part->mine != NULL && part->ghosts != NULL && part->r != NULL;
}

/* Domains by numbers; a contact counts where the first of its bodies, which moves, is at home. */
static void fill_part(ss_shared_scene *s)
{
    ss_part *const part = &s->part;
    const uint8_t *const ghost = s->near.bodies.ghost;
    for (size_t b = 0; b < s->near.bodies.n_moving; ++b) {
        part->domain[b] =
            ss_domains_cut((uint64_t)s->number[b], s->n_domains, (uint64_t)s->n_moving);
        if (ghost[b])
            part->ghosts[part->n_ghosts++] = (uint32_t)b;
    }
    for (size_t c = 0; c < part->posed.problem.n_contacts; ++c) {
        part->mine[c] = !ghost[ss_operator_bodies(&part->posed.problem, c).i];
        part->n_mine += part->mine[c];
    }
    const int64_t mine = (int64_t)part->n_mine;
    MPI_Allreduce(&mine, &part->n_contacts, 1, MPI_INT64_T, MPI_SUM, s->team.comm);
}

/* Where ghosts are at home: behind the low ghosts there. */
static bool tie_ghosts(ss_shared_scene *s, ss_error *error)
{
    ss_part *const part = &s->part;
    const int own = (int)s->n_low;
    int *const low = ss_team_take((size_t)s->team.size, sizeof *low, error);
    int *const home = ss_team_take(part->n_ghosts, sizeof *home, error);
    const bool well = ss_team_agree(&s->team, low != NULL && home != NULL, error);
    if (well) {
        MPI_Allgather(&own, 1, MPI_INT, low, 1, MPI_INT, s->team.comm);
        for (size_t k = 0; k < part->n_ghosts; ++k) {
            const uint32_t body = part->ghosts[k];
            const int rank = ss_part_owner(&s->team, s->n_domains, part->domain[body]);
            home[k] = low[rank] + (int)(s->number[body] - s->first[rank]);
        }
        ss_part_tie(part, home);
    }
    free(low);
    free(home);
    return well;
}

/* By the house's step, as of a scene of its own. */
static bool pose_near(ss_shared_scene *s, ss_error *error)
{
    const ss_problem *problem = NULL;
    if (!recall(s, error) || (s->step = ss_step_create(&s->near, error)) == NULL)
        return false;
    ss_step_keep(s->step, s->guess);
    if (!ss_step_pose(s->step, &problem, error) || !lay_part(s, problem, error))
        return false;
    ss_step_guess(s->step, s->part.r);
    return true;
}

bool ss_shared_scene_pose(ss_shared_scene *scene, ss_error *error)
{
    forget_step(scene);
    scene->near = scene->own; /* laws, gravity, parameters */
    scene->near.bodies = (ss_bodies){.n = 0};
    if (!ss_shared_scene_gather(scene, error) ||
        !ss_team_agree(&scene->team, pose_near(scene, error), error))
        return false;
    fill_part(scene);
    return tie_ghosts(scene, error);
}

bool ss_shared_scene_finish(ss_shared_scene *scene, ss_error *error)
{
    const ss_bodies *const near = &scene->near.bodies;
    ss_bodies *const own = &scene->own.bodies;
    const size_t n = scene->own.bodies.n_moving, at = scene->n_low;
    ss_step_finish(scene->step, scene->part.r);
    memcpy(own->x, near->x + 3 * at, 3 * n * sizeof *own->x);
    memcpy(own->v, near->v + 6 * at, 6 * n * sizeof *own->v);
    memcpy(own->orientation, near->orientation + 4 * at, 4 * n * sizeof *own->orientation);
    return ss_team_agree(&scene->team, keep(scene, error), error);
}
