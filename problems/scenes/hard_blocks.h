/* Defaults of scenes that stand by friction and geometry alone, or fall (arch, card-house).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_HARD_BLOCKS_H
#define SS_PROBLEMS_SCENES_HARD_BLOCKS_H

#include "problems/motion/scene.h"

/* Their defaults but for mu; in an array of ss_option_default. */
#define SS_HARD_BLOCKS_DEFAULTS                                                                    \
    {"h", 1e-3, "choice"}, {"steps", 200, "choice: at rest from the start"},                       \
        {"tol", 1e-12, "choice: that it stands is decided by little"},                             \
        {"max-sweeps", 1000000, "choice"},                                                         \
        {"margin", 1e-6, "choice: contacts at rest stay listed in spite of rounding"},             \
        {"restitution", SS_LAW_MENDED, "choice: without restitution"},                             \
    {                                                                                              \
        "e_t", 0.0, "choice: without restitution"                                                  \
    }

#endif
