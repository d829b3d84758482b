/* The parameters that every scene has, once: the option table of a scene is its own rows, then
 * these, with the defaults that it replaces.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_SCENE_TABLE_H
#define SS_PROBLEMS_SCENES_SCENE_TABLE_H

#include "problems/base/options.h"
#include "problems/motion/scene.h"

enum { SS_N_SCENE_ROWS = 13 };

/* Rows of ss_scene_params, with neutral defaults. */
extern const ss_option ss_scene_rows[SS_N_SCENE_ROWS];

/* The table of a scene whose parameters are a struct `type`, which begins with ss_scene_params:
 * a static array of its own rows, one of ss_option_default that replace those of rows. */
#define SS_SCENE_TABLE(own_rows, type, overrides)                                                  \
    {                                                                                              \
        SS_SCENE_TABLE_PARTS(own_rows, type, overrides)                                            \
    }

/* The same with a static array of ss_option_preset. */
#define SS_SCENE_TABLE_PRESET(own_rows, type, overrides, sizes)                                    \
    {                                                                                              \
        SS_SCENE_TABLE_PARTS(own_rows, type, overrides),                                           \
            .presets = (sizes), .n_presets = sizeof(sizes) / sizeof((sizes)[0])                    \
    }

#define SS_SCENE_TABLE_PARTS(own_rows, type, overrides)                                            \
    .rows = (own_rows), .n_rows = sizeof(own_rows) / sizeof((own_rows)[0]), .size = sizeof(type),  \
    .shared = ss_scene_rows, .n_shared = SS_N_SCENE_ROWS, .defaults = (overrides),                 \
    .n_defaults = sizeof(overrides) / sizeof((overrides)[0])

/* The bound of alpha = rho / rho_bar where solid spheres of one density touch walls or each other
 * under Newton's law with e_n = e_t = 0: W_cc is diag(1, 7/2, 7/2) of its normal entry, I = 2/5 m
 * r^2, and rho_bar the mean of entries 1 and 1/(2/5), so 2 / (1 + 1/0.4). */
#define SS_ALPHA_BOUND_OF_SPHERES (2.0 / (1.0 + 1.0 / 0.4))

/* Own row of a large scene, of which only presets are made, and those. */
#define SS_SCENE_SIZE(type, field)                                                                 \
    SS_CHOICE(type, field, "size", 1, "full|small", "how large; small: seconds",                   \
              "choice: small by default")
#define SS_SCENE_FULL(name, value)                                                                 \
    {                                                                                              \
        "size", 0, name, value                                                                     \
    }

#endif
