/* Every scene of the catalogue in the mirror, and with its moving bodies in reverse order, moves as
 * it did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

/* A change of what a scene holds that undoes itself. */
typedef void change(ss_scene *scene);

/* Velocities or loads, 6 a body, with x for -x: turning about y and z changes its sign. */
static void flip(double *v, size_t n)
{
    static const size_t changed[] = {0, 4, 5};
    for (size_t b = 0; v != NULL && b < n; ++b)
        for (size_t k = 0; k < 3; ++k)
            v[6 * b + changed[k]] = -v[6 * b + changed[k]];
}

static void mirror(ss_scene *scene)
{
    ss_bodies *const bodies = &scene->bodies;
    for (size_t b = 0; b < bodies->n; ++b) {
        bodies->x[3 * b] = -bodies->x[3 * b];
        bodies->orientation[4 * b + 2] = -bodies->orientation[4 * b + 2];
        bodies->orientation[4 * b + 3] = -bodies->orientation[4 * b + 3];
    }
    flip(bodies->v, bodies->n);
    flip(scene->loads, bodies->n);
    scene->gravity[0] = -scene->gravity[0];
}

static void swap(void *array, size_t size, size_t a, size_t b)
{
    char kept[6 * sizeof(double)], *const at = array;
    if (array == NULL)
        return;
    memcpy(kept, at + a * size, size);
    memcpy(at + a * size, at + b * size, size);
    memcpy(at + b * size, kept, size);
}

static void reverse(ss_scene *scene)
{
    ss_bodies *const bodies = &scene->bodies;
    for (size_t a = 0, b = bodies->n_moving; a + 1 < b--; ++a) {
        swap(bodies->x, 3 * sizeof(double), a, b);
        swap(bodies->orientation, 4 * sizeof(double), a, b);
        swap(bodies->v, 6 * sizeof(double), a, b);
        swap(bodies->inv_mass, sizeof(double), a, b);
        swap(bodies->inv_inertia, 3 * sizeof(double), a, b);
        swap(bodies->radius, sizeof(double), a, b);
        swap(bodies->shape, sizeof *bodies->shape, a, b);
        swap(bodies->material, sizeof *bodies->material, a, b);
        swap(bodies->parked, sizeof *bodies->parked, a, b);
        swap(bodies->blocked, sizeof *bodies->blocked, a, b);
        swap(scene->loads, 6 * sizeof(double), a, b);
    }
}

static void mirror_shape(ss_bodies *bodies, size_t b)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_shape *const shape = ss_bodies_shape(bodies, b);
    const ss_shape_kind *const kind = shape->kind;
    const void *const record = ss_bodies_record(bodies, b);
    bool set = true;
    if (kind == &ss_shape_plane) {
        ss_plane plane = *(const ss_plane *)record;
        plane.normal[0] = -plane.normal[0];
        set = ss_bodies_set_shape(bodies, b, kind, &plane, &error);
    } else if (kind == &ss_shape_cylinder) {
        ss_cylinder cylinder = *(const ss_cylinder *)record;
        cylinder.axis[0] = -cylinder.axis[0];
        set = ss_bodies_set_shape(bodies, b, kind, &cylinder, &error);
    } else if (kind == &ss_shape_polygon) {
        const ss_polygon from = *(const ss_polygon *)record;
        ss_polygon image = {.n = from.n};
        for (size_t k = 0; k < from.n; ++k) {
            image.vertex[from.n - 1 - k][0] = -from.vertex[k][0];
            image.vertex[from.n - 1 - k][1] = from.vertex[k][1];
        }
        set = ss_bodies_set_shape(bodies, b, kind, &image, &error);
    }
    cr_assert(set, "%s", error.text);
}

/* The drive of the changed scene, in place of its own: a drive knows no context but the scene. */
static struct {
    change *apply;
    ss_drive *drive;
} now;

static void mirror_planes(ss_bodies *bodies)
{
    for (size_t b = 0; b < bodies->n; ++b) {
        const ss_plane *const plane = ss_bodies_record(bodies, b);
        if (ss_bodies_shape(bodies, b)->kind != &ss_shape_plane)
            continue;
        const double normal[3] = {-plane->normal[0], plane->normal[1], plane->normal[2]};
        ss_bodies_turn_plane(bodies, b, normal);
    }
}

/* A drive may turn planes, too. */
static bool drive_changed(ss_scene *scene, double t, double h, ss_error *error)
{
    bool driven = true;
    for (int way = 0; way < 2; ++way) {
        now.apply(scene);
        if (now.apply == mirror)
            mirror_planes(&scene->bodies);
        driven = way > 0 ? driven : now.drive(scene, t, h, error);
    }
    return driven;
}

/* Steps that are small problems, and not all in the air. */
static const struct {
    const char *problem, *settings;
} smaller[] = {{"balls-500", "balls=30"},
               {"ball-pack", "balls=40"},
               {"shaken-box", "balls=9"},
               {"shaken-cell", "balls=20"},
               {"segregation", "balls=20"},
               {"shaken-cylinder", "balls=20"},
               {"silo-discharge", "balls=30"},
               {"sand-pile", "balls=30,orifice-height=0.3"},
               {"rocking-block", "tilt=0.5,gravity=9.81"},
               {"canon-ball", "layers=3"},
               {"canon-ball-impact", "layers=2"},
               {"brazil-nut", "balls=20"},
               {"silo-lowered", "balls=20,lowers=0"},
               {"tilted-box", "balls=20,turns=0"}};

static const char *settings_of(const char *problem)
{
    for (size_t k = 0; k < sizeof smaller / sizeof smaller[0]; ++k)
        if (strcmp(smaller[k].problem, problem) == 0)
            return smaller[k].settings;
    return "";
}

/* So many steps by E1. */
static void advance(test_packing *p, size_t steps)
{
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error), "%s",
              error.text);
    p->scene.params.limits = (ss_limits){1e-11, 20000};
    cr_assert(ss_check_cluster_advance(p, &exact, steps, &report, &error), "%s", error.text);
    ss_choice_free(&exact);
}

/* Advance both, of which `b` is `a` changed, from where they begin to touch. */
static void check_change(const char *problem, change *apply)
{
    enum { MOST = 400, STEPS = 15 };
    test_packing a, b;
    size_t before = 0;
    test_scene_create(&a, problem, settings_of(problem), 1);
    test_scene_create(&b, problem, settings_of(problem), 1);
    now.apply = apply;
    now.drive = b.scene.drive;
    if (now.drive != NULL)
        b.scene.drive = drive_changed;
    apply(&b.scene);
    for (size_t k = 0; apply == mirror && k < b.scene.bodies.n; ++k)
        mirror_shape(&b.scene.bodies, k);
    do
        advance(&a, 1);
    while (a.problem->n_contacts == 0 && ++before < MOST);
    cr_expect_lt(before, MOST, "%s: nothing touches", problem);
    advance(&a, STEPS);
    advance(&b, before + 1 + STEPS);
    cr_expect_eq(a.problem->n_contacts, b.problem->n_contacts, "%s", problem);
    apply(&b.scene);
    const ss_bodies *const p = &a.scene.bodies, *const q = &b.scene.bodies;
    const double speed = test_norm(p->v, 6 * p->n) + a.scene.params.gravity * a.scene.params.h;
    const double x = test_distance(p->x, q->x, 3 * p->n), v = test_distance(p->v, q->v, 6 * p->n);
    cr_expect(x <= 1e-8 * speed * a.scene.time && v <= 1e-7 * speed,
              "%s: moves otherwise, by %g m and %g of %g m/s", problem, x, v, speed);
    test_packing_free(&a);
    test_packing_free(&b);
}

static void check_all(change *apply)
{
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k)
        if (strcmp(ss_catalogue_at(k)->name, "spring-column") != 0 && /* springs have their order */
            strstr(ss_catalogue_at(k)->name, "-fe") == NULL)          /* and meshes their nodes */
            check_change(ss_catalogue_at(k)->name, apply);
}

Test(scene_symmetry, scenes_move_alike_in_the_mirror)
{
    check_all(mirror);
}

Test(scene_symmetry, scenes_move_alike_in_another_order)
{
    check_all(reverse);
}
