/* A step of the Open Dynamics Engine for `stickslip judge-step`: three boxes that slide over each
 * other and over the ground. The same step by its two solvers:
 *
 *     cc ode_step.c $(pkg-config --cflags --libs ode) -o ode_step
 *     ./ode_step step ode-step.json; ./ode_step quick ode-quick.json
 *     stickslip judge-step ode-step.json ode-quick.json
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "stickslip_step.h"

#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 4, MOST = 64 };

/* The contacts of a step, as ODE makes them. */
typedef struct touches {
    dWorldID world;
    dJointGroupID group;
    dBodyID body[BODIES - 1];
    dJointFeedback feedback[MOST];
    double normal[3 * MOST], arm_a[3 * MOST], arm_b[3 * MOST], tangent[3 * MOST], target[3 * MOST];
    double mu[MOST], gap[MOST], impulse[3 * MOST];
    int bodies[2 * MOST], n;
} touches;

static const double h = 0.01, erp = 0.2, friction = 0.3;

static int number_of(const touches *t, dBodyID body)
{
    int b = 0;
    while (b < BODIES - 1 && t->body[b] != body)
        ++b;
    return b; /* the ground is the last */
}

static void put3(double *to, const dReal *from, double scale)
{
    for (int k = 0; k < 3; ++k)
        to[k] = scale * from[k];
}

/* A joint for each point, friction per direction, with mu times the normal force for its limit. */
static void touch(void *context, dGeomID g1, dGeomID g2)
{
    touches *const t = context;
    dContact contact[16];
    const int n = dCollide(g1, g2, 16, &contact[0].geom, sizeof contact[0]);
    for (int k = 0; k < n && t->n < MOST; ++k) {
        dContactGeom *const geom = &contact[k].geom;
        dVector3 t1, t2;
        const int c = t->n++;
        const dBodyID bodies[2] = {dGeomGetBody(g1), dGeomGetBody(g2)};
        dPlaneSpace(geom->normal, t1, t2);
        memcpy(contact[k].fdir1, t1, sizeof t1);
        contact[k].surface.mode = dContactApprox1 | dContactFDir1;
        contact[k].surface.mu = friction;
        const dJointID joint = dJointCreateContact(t->world, t->group, &contact[k]);
        dJointAttach(joint, bodies[0], bodies[1]);
        dJointSetFeedback(joint, &t->feedback[c]);
        put3(t->normal + 3 * c, geom->normal, 1.0);
        put3(t->tangent + 3 * c, t1, 1.0);
        put3(t->target + 3 * c, geom->normal, erp / h * geom->depth); /* pushes overlaps out */
        t->mu[c] = friction;
        t->gap[c] = -geom->depth;
        for (int side = 0; side < 2; ++side) {
            const dReal *const x = bodies[side] != NULL ? dBodyGetPosition(bodies[side]) : NULL;
            double *const arm = side == 0 ? t->arm_a : t->arm_b;
            for (int i = 0; i < 3; ++i)
                arm[3 * c + i] = geom->pos[i] - (x != NULL ? x[i] : 0.0);
            t->bodies[2 * c + side] = number_of(t, bodies[side]);
        }
    }
}

static void velocity_of(double v[6], dBodyID body)
{
    put3(v, dBodyGetLinearVel(body), 1.0);
    put3(v + 3, dBodyGetAngularVel(body), 1.0);
}

int main(int argc, char **argv)
{
    static touches t;
    double mass[BODIES] = {0.0}, inertia[6 * BODIES] = {0.0}, before[6 * BODIES] = {0.0},
           after[6 * BODIES] = {0.0};
    if (argc < 3 || (strcmp(argv[1], "step") != 0 && strcmp(argv[1], "quick") != 0))
        return fprintf(stderr, "usage: ode_step step|quick FILE [ITERATIONS]\n"), 64;
    dInitODE2(0);
    t.world = dWorldCreate();
    t.group = dJointGroupCreate(0);
    dWorldSetGravity(t.world, 0.0, 0.0, -9.81);
    if (argc > 3)
        dWorldSetQuickStepNumIterations(t.world, atoi(argv[3]));
    dWorldSetERP(t.world, erp);
    dWorldSetCFM(t.world, 1e-9);
    const dSpaceID space = dSimpleSpaceCreate(0);
    dCreatePlane(space, 0.0, 0.0, 1.0, 0.0);
    for (int b = 0; b < BODIES - 1; ++b) {
        dMass m;
        dMassSetBox(&m, 1000.0, 0.2, 0.2, 0.1);
        t.body[b] = dBodyCreate(t.world);
        dBodySetMass(t.body[b], &m);
        dBodySetGyroscopicMode(t.body[b], 0);
        dBodySetPosition(t.body[b], 0.02 * b, 0.01 * b, 0.0999 * b + 0.0499); /* overlap: 0.1 mm */
        dBodySetLinearVel(t.body[b], 0.3 * b, 0.2, 0.0);
        const dGeomID box = dCreateBox(space, 0.2, 0.2, 0.1);
        dGeomSetBody(box, t.body[b]);
        mass[b] = 1.0 / m.mass;
        for (int k = 0; k < 3; ++k) /* not turned yet */
            inertia[6 * b + k] = 1.0 / m.I[5 * k];
        velocity_of(before + 6 * b, t.body[b]);
        before[6 * b + 2] -= 9.81 * h;
    }
    dSpaceCollide(space, &t, touch);
    if (argv[1][0] == 's')
        dWorldStep(t.world, h);
    else
        dWorldQuickStep(t.world, h);
    for (int b = 0; b < BODIES - 1; ++b)
        velocity_of(after + 6 * b, t.body[b]);
    for (int c = 0; c < t.n; ++c)
        put3(t.impulse + 3 * c, t.feedback[c].f1, h);
    const stickslip_step step = {.engine = argv[1][0] == 's' ? "ODE " dODE_VERSION ", dWorldStep"
                                                             : "ODE " dODE_VERSION ", dWorldQuickStep",
                                 .law = "square", .h = h, .n_bodies = BODIES, .n_contacts = t.n,
                                 .inverse_mass = mass, .inverse_inertia = inertia,
                                 .velocity_free = before, .velocity_after = after,
                                 .bodies = t.bodies, .normal = t.normal, .arm_a = t.arm_a,
                                 .arm_b = t.arm_b, .mu = t.mu, .tangent = t.tangent,
                                 .target = t.target, .gap = t.gap, .impulse = t.impulse};
    const int failed = stickslip_step_write(argv[2], &step);
    dJointGroupDestroy(t.group);
    dSpaceDestroy(space);
    dWorldDestroy(t.world);
    dCloseODE();
    return failed != 0 ? 74 : 0;
}
