/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/scene_table.h"

typedef ss_scene_params params;

const ss_option ss_scene_rows[SS_N_SCENE_ROWS] = {
    SS_REAL(params, mu, "mu", 0.3, 0.0, 1e3, "-", "friction coefficient", "choice"),
    SS_REAL(params, h, "h", 1e-3, SS_ABOVE_ZERO, 1.0, "s", "time step", "choice"),
    SS_COUNT(params, steps, "steps", 1000, 1, 1e9, "time steps", "choice"),
    SS_LIMITS_TOL(params, 1e-10, "choice"),
    SS_LIMITS_MAX_SWEEPS(params, 5000, "choice"),
    SS_CHOICE(
        params, restitution, "restitution", SS_LAW_MENDED, "printed|mended|iqs|sum|iqs-clamped",
        "what the tangential numerator of [D] eq. 20 carries: e_n (printed), e_t (mended); "
        "or the inelastic law g/h + u_n >= 0 of [R], where e_n and e_t are not used (iqs), or with "
        "max(0, g) for g, which leaves overlaps as they are (iqs-clamped); or the "
        "sum u+ + e u- of [M], with the impulses of mended and a symmetric W (sum). "
        "mended with e_t > 0 and e_n = 0 makes the sweeps themselves cycle in a fifth of the "
        "steps of balls-4, with every local solver, though solutions exist (method 8)",
        "choice: as in [S] eq. 28, method 8"),
    SS_REAL(params, e_n, "e_n", 0.0, 0.0, 1.0, "-", "normal restitution", "choice: method 8"),
    SS_REAL(params, e_t, "e_t", 0.0, 0.0, 1.0, "-", "tangential restitution", "choice: method 8"),
    SS_REAL(params, density, "density", 2500.0, SS_ABOVE_ZERO, 1e9, "kg/m^3",
            "density of the balls", "choice: not given in [D], changes no count, method 8"),
    SS_REAL(params, inertia_factor, "inertia", 0.4, 1e-3, 1.0, "-",
            "inertia / (m a^2): 0.4 solid sphere, 0.5 disc", "choice: solid spheres, method 1"),
    SS_REAL(params, gravity, "gravity", 9.81, 0.0, 1e6, "m/s^2", "gravity, along -z",
            "choice: not given in [D], method 8"),
    SS_REAL(params, theta, "theta", 0.5, 0.5, 1.0, "-",
            "weight of the new velocity in the positions, [D] eq. 2", "[D] eqs 18-23: midpoint"),
    SS_REAL(params, margin, "margin", 0.0, 0.0, 1.0, "m",
            "a contact is active when its gap at mid-step is <= margin; at 0 rounding can lose a "
            "resting contact for a step, and the ball stays g h^2 deep (method 8)",
            "choice: method 8"),
};
