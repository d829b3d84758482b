// A step of Bullet for `stickslip judge-step`: the three boxes of ode_step.c.
//
//     c++ bullet_step.cpp $(pkg-config --cflags --libs bullet) -o bullet_step
//     ./bullet_step bullet.json [ITERATIONS]
//     stickslip judge-step bullet.json
//
// Bullet lets a gap close within the step and pushes a shallow overlap out: the target; a deep one
// it pushes by velocities of their own, which no law sees. It computes in single precision.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stickslip_step.h"

#include <btBulletDynamicsCommon.h>
#include <cstdlib>
#include <vector>

enum { BOXES = 3 };
static const double h = 0.01;

static void put(std::vector<double> &to, const btVector3 &x, double scale = 1.0)
{
    for (int k = 0; k < 3; ++k)
        to.push_back(scale * x[k]);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return std::fprintf(stderr, "usage: bullet_step FILE [ITERATIONS]\n"), 64;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, -9.81));
    btContactSolverInfo &info = world.getSolverInfo();
    info.m_numIterations = argc > 2 ? std::atoi(argv[2]) : 10;
    info.m_solverMode = SOLVER_SIMD | SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_USE_WARMSTARTING;
    info.m_leastSquaresResidualThreshold = 0;
    btBoxShape shape(btVector3(0.1, 0.1, 0.05)), slab(btVector3(5, 5, 0.5));
    shape.setMargin(0.001);
    slab.setMargin(0.001);
    std::vector<btRigidBody *> bodies;
    std::vector<btDefaultMotionState> states(BOXES + 1);
    for (int b = 0; b <= BOXES; ++b) {
        const bool ground = b == BOXES;
        btVector3 inertia(0, 0, 0);
        if (!ground)
            shape.calculateLocalInertia(4, inertia);
        btTransform at(btQuaternion::getIdentity(),
                       ground ? btVector3(0, 0, -0.5) : btVector3(0.02 * b, 0.01 * b, 0.0999 * b + 0.0499));
        states[b].setWorldTransform(at);
        btRigidBody::btRigidBodyConstructionInfo what(ground ? 0 : 4, &states[b],
                                                      ground ? &slab : &shape, inertia);
        what.m_friction = ground ? 0.3 : 1; // the product counts: 0.3 at the ground, 1 between boxes
        bodies.push_back(new btRigidBody(what));
        bodies[b]->setSleepingThresholds(0, 0);
        bodies[b]->setFlags(0); // no gyroscopic forces
        if (!ground)
            bodies[b]->setLinearVelocity(btVector3(0.3 * b, 0.2, 0));
        world.addRigidBody(bodies[b]);
    }
    std::vector<double> mass, inertia, before, after, normal, arm_a, arm_b, tangent, target, mu, gap, impulse;
    std::vector<btVector3> centre;
    for (btRigidBody *body : bodies) {
        const btMatrix3x3 &J = body->getInvInertiaTensorWorld();
        const bool moves = body->getInvMass() > 0;
        mass.push_back(body->getInvMass());
        for (const btScalar x : {J[0][0], J[1][1], J[2][2], J[0][1], J[0][2], J[1][2]})
            inertia.push_back(x);
        put(before, body->getLinearVelocity() + (moves ? h : 0) * btVector3(0, 0, -9.81));
        put(before, body->getAngularVelocity());
        centre.push_back(body->getCenterOfMassPosition());
    }
    world.stepSimulation(h, 0);
    for (btRigidBody *body : bodies) {
        put(after, body->getLinearVelocity());
        put(after, body->getAngularVelocity());
    }
    std::vector<int> pair;
    for (int m = 0; m < dispatcher.getNumManifolds(); ++m) {
        const btPersistentManifold *manifold = dispatcher.getManifoldByIndexInternal(m);
        int number[2] = {0, 0};
        for (int b = 0; b <= BOXES; ++b)
            for (int side = 0; side < 2; ++side)
                if ((side == 0 ? manifold->getBody0() : manifold->getBody1()) == bodies[b])
                    number[side] = b;
        for (int k = 0; k < manifold->getNumContacts(); ++k) {
            const btManifoldPoint &p = manifold->getContactPoint(k);
            pair.push_back(number[0]);
            pair.push_back(number[1]);
            put(normal, p.m_normalWorldOnB);
            put(tangent, p.m_lateralFrictionDir1);
            put(arm_a, p.getPositionWorldOnA() - centre[number[0]]);
            put(arm_b, p.getPositionWorldOnB() - centre[number[1]]);
            const double gap_now = p.getDistance();
            const double pushed = gap_now > info.m_splitImpulsePenetrationThreshold ? info.m_erp2 : 0;
            put(target, p.m_normalWorldOnB, gap_now > 0 ? -gap_now / h : -pushed * gap_now / h);
            put(impulse, p.m_appliedImpulse * p.m_normalWorldOnB +
                             p.m_appliedImpulseLateral1 * p.m_lateralFrictionDir1 +
                             p.m_appliedImpulseLateral2 * p.m_lateralFrictionDir2);
            mu.push_back(p.m_combinedFriction);
            gap.push_back(gap_now);
        }
    }
    stickslip_step step = {};
    step.engine = "Bullet, sequential impulses";
    step.law = "square";
    step.h = h;
    step.n_bodies = BOXES + 1;
    step.n_contacts = (int)mu.size();
    step.inverse_mass = mass.data();
    step.inverse_inertia = inertia.data();
    step.velocity_free = before.data();
    step.velocity_after = after.data();
    step.bodies = pair.data();
    step.normal = normal.data();
    step.arm_a = arm_a.data();
    step.arm_b = arm_b.data();
    step.mu = mu.data();
    step.tangent = tangent.data();
    step.target = target.data();
    step.gap = gap.data();
    step.impulse = impulse.data();
    const int failed = stickslip_step_write(argv[1], &step);
    for (btRigidBody *body : bodies) {
        world.removeRigidBody(body);
        delete body;
    }
    return failed != 0 ? 74 : 0;
}
