/* Two balls, or discs, whose centres lie in one plane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/touch.h"

size_t ss_touch_ball_ball(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                          double margin)
{
    const ss_ball *const of_a = a->shape, *const of_b = b->shape;
    ss_touch_balls(touch, a->x, of_a->radius, b->x, of_b->radius);
    return !(touch->gap > margin);
}
