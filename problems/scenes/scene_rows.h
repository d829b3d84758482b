/* The rows of the option table that every problem has, for a `params` struct that begins with
 * `ss_scene_params scene`. Meaning, unit and bounds stand here once; the number and its source
 * stand in the problem's own file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_SCENE_ROWS_H
#define SS_PROBLEMS_SCENES_SCENE_ROWS_H

#include "problems/base/options.h"
#include "problems/motion/scene.h"

#define SS_ROW_MU(value, source)                                                                   \
    SS_REAL(params, scene.mu, "mu", value, 0.0, 1e3, "-", "friction coefficient", source)
#define SS_ROW_H(value, source)                                                                    \
    SS_REAL(params, scene.h, "h", value, SS_ABOVE_ZERO, 1.0, "s", "time step", source)
#define SS_ROW_STEPS(value, source)                                                                \
    SS_COUNT(params, scene.steps, "steps", value, 1, 1e9, "time steps", source)
#define SS_ROW_TOL(value, source)                                                                  \
    SS_REAL(params, scene.tol, "tol", value, SS_ABOVE_ZERO, 1e6, "mixed",                          \
            "a step is solved when eps ([D] eq. 37: m/s + N s + J) is <= tol", source)
#define SS_ROW_MAX_SWEEPS(value, source)                                                           \
    SS_COUNT(params, scene.max_sweeps, "max-sweeps", value, 1, 1e9, "cap of NLGS sweeps a step",   \
             source)
#define SS_ROW_RESTITUTION(value, source)                                                          \
    SS_CHOICE(params, scene.restitution, "restitution", value, "printed|mended",                   \
              "what the tangential numerator of [D] eq. 20 carries: e_n (printed), e_t (mended)",  \
              source)
#define SS_ROW_E_N(value, source)                                                                  \
    SS_REAL(params, scene.e_n, "e_n", value, 0.0, 1.0, "-", "normal restitution", source)
#define SS_ROW_E_T(value, source)                                                                  \
    SS_REAL(params, scene.e_t, "e_t", value, 0.0, 1.0, "-", "tangential restitution", source)
#define SS_ROW_DENSITY(value, source)                                                              \
    SS_REAL(params, scene.density, "density", value, SS_ABOVE_ZERO, 1e9, "kg/m^3",                 \
            "density of the balls", source)
#define SS_ROW_INERTIA(value, source)                                                              \
    SS_REAL(params, scene.inertia_factor, "inertia", value, 1e-3, 1.0, "-",                        \
            "inertia / (m a^2): 0.4 solid sphere, 0.5 disc", source)
#define SS_ROW_GRAVITY(value, source)                                                              \
    SS_REAL(params, scene.gravity, "gravity", value, 0.0, 1e6, "m/s^2", "gravity, along -z", source)
#define SS_ROW_THETA(value, source)                                                                \
    SS_REAL(params, scene.theta, "theta", value, 0.5, 1.0, "-",                                    \
            "weight of the new velocity in the positions, [D] eq. 2", source)
#define SS_ROW_MARGIN(value, source)                                                               \
    SS_REAL(params, scene.margin, "margin", value, 0.0, 1.0, "m",                                  \
            "a contact is active when its gap at mid-step is <= margin", source)

#endif
