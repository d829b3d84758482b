/* Two balls, or discs, whose centres lie in one plane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/touch.h"

size_t ss_touch_ball_ball(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                          double margin)
{
    const double radius = ((const ss_ball *)b->shape)->radius;
    ss_touch t = {.feature = 0};
    ss_sub3(t.n, a->x, b->x);
    const double distance = sqrt(ss_dot(t.n, t.n));
    t.gap = distance - (((const ss_ball *)a->shape)->radius + radius);
    for (int k = 0; k < 3; ++k) { /* concentric balls have no normal: take x */
        t.n[k] = distance > 0.0 ? t.n[k] / distance : (double)(k == 0);
        t.point[k] = b->x[k] + radius * t.n[k];
    }
    touch[0] = t;
    return !(t.gap > margin);
}
