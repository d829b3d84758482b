/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"

#include "harness/process/interrupt.h"
#include "harness/run/referee.h"
#include "harness/run/scene_rows.h"
#include "harness/tables/csv.h"
#include "harness/tables/hash.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/tables/rows.h"
#include "problems/base/partial.h"
#include "problems/motion/step.h"
#include "solvers/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rule of settling; raise VERSION with any change of it. */
enum { VERSION = 4, SWEEPS = 10, LEAST_STEPS = 100, MOST_STEPS = 2000 };

/* The same for scenes with a ss_rest: kinetic energies of translation over M g a, M of what is not
 * blocked and a the mean radius. Spin is left out: about the normal of its contacts nothing brakes
 * a ball, nor does it go anywhere. Above `slow` a step is solved loosely: what falls need not be
 * exact. */
enum { REST_MOST_STEPS = 50000, REST_SWEEPS = 200, REST_SLOW_SWEEPS = 5000 };
static const double at_rest_energy = 1e-6, slow_energy = 1e-5, rest_e1 = 1e-4, slow_e1 = 1e-8;

bool ss_start_folder(char *path, size_t size, ss_error *error)
{
    const char *const xdg = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    char folder[SS_PATH_SIZE];
    path[0] = '\0';
    if (xdg != NULL && xdg[0] == '/') /* a relative one is to be ignored: XDG's specification */
        return ss_path_join(path, size, xdg, "stickslip", error);
    if (home == NULL || home[0] != '/')
        return true;
    return ss_path_join(folder, sizeof folder, home, ".cache", error) &&
           ss_path_join(path, size, folder, "stickslip", error);
}

/* Stops after a fixed number of sweeps: settling needs no more. */
static ss_seen enough(void *self, ss_iterate *at)
{
    size_t *const left = self;
    (void)at;
    return (ss_seen){.stop = --*left == 0};
}

static bool at_rest(const ss_scene *scene)
{
    const size_t n = scene->bodies.n_moving;
    double sum = 0.0;
    for (size_t b = 0; b < n; ++b) {
        const double *const v = scene->bodies.v + 6 * b;
        sum += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    }
    const double limit = 2.0 * scene->params.h * scene->params.gravity;
    return sum <= limit * limit * (double)n;
}

static double energy_of_translation(const ss_bodies *bodies)
{
    double energy = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double *const v = bodies->v + 6 * b;
        if (!ss_bodies_is_blocked(bodies, b))
            energy += 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / bodies->inv_mass[b];
    }
    return energy;
}

/* The solver of the way to rest. */
typedef struct way {
    ss_scene *scene;
    ss_step *step;
    ss_solver *solver;
    ss_referee *referee; /* NULL: SWEEPS sweeps a step */
    size_t n_steps;      /* 0: until it rests */
    double heavy;        /* M g a, J */
    double energy[2];    /* kinetic, after the last step and the one before, J */
} way;

/* Pose, solve and make a step. */
static bool make_step(way *w, ss_error *error)
{
    ss_solve_report report;
    ss_work work = {0};
    size_t left = SWEEPS;
    const ss_problem *problem = NULL;
    bool solved = true;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
    if (!ss_step_pose(w->step, &problem, error))
        return false;
    double *const r = ss_solver_prepare(w->solver, problem, error);
    if (r == NULL)
        return false;
    ss_step_guess(w->step, r);
    const bool slow = energy_of_translation(&w->scene->bodies) < slow_energy * w->heavy;
    ss_rules rules = {.stop = &ss_estimator_e1,
                      .tol = slow ? slow_e1 : rest_e1,
                      .max_sweeps = slow ? REST_SLOW_SWEEPS : REST_SWEEPS,
                      .label = "exact"};
    if (w->n_steps > 0) {
        rules.tol = w->scene->rest->limits.tol;
        rules.max_sweeps = w->scene->rest->limits.max_sweeps;
    }
    if (problem->n_contacts > 0 && w->referee != NULL)
        solved = ss_referee_solve(w->referee, w->solver, problem, &rules, &report, error);
    else if (problem->n_contacts > 0)
        solved = ss_solver_run(w->solver, problem, (ss_watch){.see = enough, .self = &left}, &work,
                               error);
    if (solved)
        ss_step_finish(w->step, r);
    return solved;
}

/* A ball that rolls to and fro in a groove loses nothing, and would never rest: where the kinetic
 * energy of a slow scene has a peak, its balls are lowest, and all are stopped. */
static void stop_at_peak(way *w)
{
    ss_bodies *const bodies = &w->scene->bodies;
    const double energy = ss_bodies_kinetic_energy(bodies);
    const bool peak = energy < w->energy[0] && w->energy[0] > w->energy[1];
    if (peak && w->energy[0] < slow_energy * w->heavy)
        memset(bodies->v, 0, 6 * bodies->n_moving * sizeof *bodies->v);
    w->energy[1] = w->energy[0];
    w->energy[0] = energy;
}

static bool step_until_rest(way *w, ss_error *error)
{
    const bool loose = w->referee == NULL;
    const size_t most = w->n_steps > 0 ? w->n_steps : loose ? MOST_STEPS : REST_MOST_STEPS;
    bool rests = false;
    size_t k = 0;
    for (; k < most && !rests; ++k) {
        if (!make_step(w, error))
            return false;
        const double energy = energy_of_translation(&w->scene->bodies);
        rests = w->n_steps > 0
                    ? k + 1 == most
                    : k + 1 >= LEAST_STEPS &&
                          (loose ? at_rest(w->scene) : energy < at_rest_energy * w->heavy);
        if (!loose && !rests && w->n_steps == 0)
            stop_at_peak(w);
    }
    return rests || loose ||
           ss_error_set(error, SS_ERROR_DATA,
                        "the start does not come to rest: after %zu steps its kinetic energy of "
                        "translation is %.3g M g a, not below %g",
                        k, energy_of_translation(&w->scene->bodies) / w->heavy, at_rest_energy);
}

static bool keeps_impulses(const ss_scene *scene)
{
    return scene->settle == NULL && scene->rest != NULL && scene->rest->keeps_impulses;
}

static bool settle_by_steps(ss_scene *scene, ss_error *error)
{
    const ss_scene as_opened = *scene;
    const bool exactly = scene->rest != NULL;
    const ss_bodies *const bodies = &scene->bodies;
    ss_choice choice = {.solver = NULL};
    way w = {.scene = scene, .step = ss_step_create(scene, error)};
    double mass = 0.0, radius = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        mass += ss_bodies_mass(bodies, b);
        radius += bodies->radius[b] / (double)bodies->n_moving;
    }
    w.heavy = mass * scene->params.gravity * radius;
    bool settled =
        w.step != NULL && (exactly ? ss_choice_parse_whole(&choice, "exact", "nlgs-batched", error)
                                   : ss_choice_parse(&choice, "exact", SS_CHOICE_LOCAL, error));
    if (settled)
        w.solver = ss_solver_create(&choice, error);
    if (exactly && w.solver != NULL)
        w.referee = ss_referee_create(error);
    scene->drive = exactly ? scene->rest->drive : NULL; /* as it settles: inelastic */
    if (exactly && scene->rest->steps > 0)
        memcpy(&w.n_steps, (char *)scene->own + scene->rest->steps, sizeof w.n_steps);
    for (size_t a = 0; a < SS_MAX_MATERIALS; ++a)
        for (size_t b = 0; b < SS_MAX_MATERIALS; ++b)
            scene->laws[a][b].e_n = 0.0;
    if (exactly)
        scene->rest->calm(scene);
    settled = w.solver != NULL && (!exactly || w.referee != NULL) && step_until_rest(&w, error);
    const ss_bodies moved = scene->bodies;
    *scene = as_opened; /* the bodies are elsewhere, nothing else has changed */
    scene->bodies = moved;
    if (settled && keeps_impulses(scene))
        settled = ss_step_leave_impulses(w.step, scene, error);
    ss_referee_free(w.referee);
    ss_solver_free(w.solver);
    ss_choice_free(&choice);
    ss_step_free(w.step);
    return settled;
}

/* The places change; the velocities stay those of the opening. */
static bool settle(ss_scene *scene, ss_error *error)
{
    const size_t size = 6 * scene->bodies.n_moving * sizeof *scene->bodies.v;
    double *const opened = malloc(size + 1);
    if (opened == NULL)
        return ss_error_memory(error, "the start");
    memcpy(opened, scene->bodies.v, size);
    const bool settled =
        scene->settle != NULL ? scene->settle(scene, error) : settle_by_steps(scene, error);
    memcpy(scene->bodies.v, opened, size);
    free(opened);
    return settled;
}

static bool keep(const ss_scene *scene, const char *folder, const char *name, ss_error *error)
{
    ss_output output = {0};
    ss_partial_sweep(folder, false);
    if (!ss_output_need_folder(folder, "", error) || !ss_output_open(&output, folder, name, error))
        return false;
    ss_bodies_header(output.file);
    ss_places_write(output.file, &scene->bodies, &(ss_places){.solver = "exact", .moment = "last"});
    return ss_output_close(&output, error);
}

/* Put the moving bodies where a table of one moment says. False, without an error and
 * with nothing changed, when there is no such file, it is damaged, or the radii are others. */
static bool read_places(ss_bodies *bodies, const char *path)
{
    static const char *const columns[] = {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"};
    const size_t n = bodies->n_moving;
    ss_error ignored = {.code = SS_ERROR_NONE};
    ss_csv csv = {.n_rows = 0};
    double *const places = malloc((7 * n + 1) * sizeof *places);
    bool good = places != NULL && ss_csv_read(&csv, path, &ignored) && csv.n_rows >= n;
    for (size_t b = 0; good && b < n; ++b) {
        double radius = 0.0, body = 0.0; /* a parked one has no row */
        good = ss_csv_real(&csv, b, "body", &body, &ignored) && body == (double)b &&
               ss_csv_real(&csv, b, "radius_m", &radius, &ignored) &&
               (radius == bodies->radius[b] || !ss_bodies_shape(bodies, b)->kind->round);
        for (size_t k = 0; good && k < 7; ++k)
            good = ss_csv_real(&csv, b, columns[k], &places[7 * b + k], &ignored) &&
                   fabs(places[7 * b + k]) < 1e100;
    }
    for (size_t b = 0; good && b < n; ++b) {
        memcpy(bodies->x + 3 * b, places + 7 * b, 3 * sizeof *places);
        memcpy(bodies->orientation + 4 * b, places + 7 * b + 3, 4 * sizeof *places);
    }
    ss_csv_free(&csv);
    free(places);
    return good;
}

/* LABEL-HASH; false and an error without memory. */
static bool name_start(char name[SS_START_NAME], const char *label, const char *question,
                       ss_error *error)
{
    char hash[SS_HASH_SIZE], *text = NULL;
    const int length =
        asprintf(&text, "rule %d\nbuild %s\n%s", (int)VERSION, ss_provenance_build, question);
    if (length < 0)
        return ss_error_memory(error, "the start of %s", label);
    ss_hash_text(hash, text, (size_t)length);
    free(text);
    snprintf(name, SS_START_NAME, "%.80s-%s", label, hash);
    return true;
}

bool ss_start_settle(ss_scene *scene, const char *label, const char *question, const char *cache,
                     ss_error *error)
{
    char name[SS_START_NAME], file[SS_START_NAME + 4], path[SS_PATH_SIZE];
    if (!name_start(name, label, question, error))
        return false;
    snprintf(file, sizeof file, "%s.csv", name);
    if (cache[0] == '\0')
        return settle(scene, error);
    if (!ss_path_join(path, sizeof path, cache, file, error))
        return false;
    if (!keeps_impulses(scene) || ss_start_impulses_read(scene, cache, name)) {
        if (read_places(&scene->bodies, path))
            return true;
        free(scene->past); /* nothing is changed where the start is not whole */
        scene->past = NULL;
        scene->n_past = 0;
    }
    return settle(scene, error) &&
           (!keeps_impulses(scene) || ss_start_impulses_write(scene, cache, name, error)) &&
           keep(scene, cache, file, error);
}

/* Is `name` one of these words, parted by blanks? */
static bool is_among(const char *words, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* All that determines the start: not the steps and limits of the run. `label`: whose it is, of the
 * scene or of several that share it. NULL and an error without memory. */
static char *question_of(const ss_problem_choice *problem, const char **label, ss_error *error)
{
    const ss_catalogue_entry *const entry = problem->entry;
    const bool shared = entry->rest != NULL && entry->rest->shared != NULL;
    const char *const ignores = entry->rest != NULL ? entry->rest->ignores : "";
    char *text = NULL;
    size_t size = 0;
    ss_option row;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL) {
        ss_error_memory(error, "a start");
        return NULL;
    }
    *label = shared ? entry->rest->shared : entry->name;
    fprintf(out, "%s %zu", *label, problem->instance);
    for (size_t k = 0; (row = ss_options_row(&entry->params, k)).name != NULL; ++k) {
        char value[40];
        ss_option_format(&row, problem->params, value, sizeof value);
        if (!is_among("steps tol max-sweeps", row.name) && !is_among(ignores, row.name))
            fprintf(out, "\n%s=%s", row.name, value);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    ss_error_memory(error, "a start");
    return NULL;
}

bool ss_start_name(ss_problem_choice *problem, ss_error *error)
{
    problem->start[0] = '\0';
    if (!problem->entry->settles)
        return true;
    const char *label = NULL;
    char *const question = question_of(problem, &label, error);
    const bool named = question != NULL && name_start(problem->start, label, question, error);
    free(question);
    return named;
}

bool ss_start_rest(ss_source *source, const char *cache, ss_error *error)
{
    const ss_problem_choice *const problem = source->problem;
    char folder[SS_PATH_SIZE];
    if (!problem->entry->settles)
        return true;
    const char *label = NULL;
    char *const question = question_of(problem, &label, error);
    const bool settled =
        question != NULL && (cache != NULL || ss_start_folder(folder, sizeof folder, error)) &&
        ss_start_settle(&source->scene, label, question, cache != NULL ? cache : folder, error);
    free(question);
    const ss_rest *const rest = source->scene.rest;
    return settled && (rest == NULL || rest->begin == NULL || rest->begin(&source->scene, error));
}
