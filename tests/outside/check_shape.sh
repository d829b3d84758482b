#!/usr/bin/env bash
# A new shape takes one file and one line, and a new pair of shapes one file and one line, in a copy
# of the source: it builds without a warning, its contacts are found, and tables that name it are drawn
# as its descriptor says.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/copy.bash"

# A groove along y, |x| = z: a wall with two faces.
write_shape()
{
    cat >after/problems/bodies/groove.c <<'SHAPE'
/* A groove along y, z = |x|: for check_shape.sh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

#include <math.h>

static void clearance(double *out, const void *shape, const double centre[3], const double *x,
                      size_t n)
{
    (void)shape;
    for (size_t k = 0; k < n; ++k)
        out[k] = sqrt(0.5) * (x[3 * k + 2] - centre[2] - fabs(x[3 * k] - centre[0]));
}

const ss_shape_kind ss_shape_groove = {
    .name = "groove", .dim = 3, .size = 1, .clearance = clearance, .endless = true};
SHAPE
    echo 'SS_SHAPE(groove)' >>after/problems/bodies/shapes.def
}

write_pair()
{
    cat >after/problems/detect/ball_groove.c <<'PAIR'
/* A ball in a groove: feature 0 is its left face, 1 its right one. For check_shape.sh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/touch.h"

size_t ss_touch_ball_groove(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                            double margin)
{
    size_t n = 0;
    for (uint32_t face = 0; face < 2; ++face) {
        ss_touch t = {.n = {face == 0 ? sqrt(0.5) : -sqrt(0.5), 0.0, sqrt(0.5)}, .feature = face};
        double from[3];
        ss_sub3(from, a->x, b->x);
        const double height = ss_dot(t.n, from);
        t.gap = height - ((const ss_ball *)a->shape)->radius;
        ss_copy3(t.point, a->x);
        ss_axpy(t.point, -height, t.n);
        if (t.gap <= margin)
            touch[n++] = t;
    }
    return n;
}
PAIR
    echo 'SS_PAIR(ball, groove)' >>after/problems/detect/pairs.def
}

# Two files more, two lines more, and nothing else.
check_change()
{
    diff -rq before after >changes
    expect_equal "files that differ" "$(count_lines changes)" 4
    grep -qx 'Only in after/problems/bodies: groove.c' changes || fail "no groove.c"
    grep -qx 'Only in after/problems/detect: ball_groove.c' changes || fail "no ball_groove.c"
    diff -r before after | grep '^[<>]' >lines
    expect_equal "lines changed" "$(tr '\n' ' ' <lines)" "> SS_SHAPE(groove) > SS_PAIR(ball, groove) "
}

# A ball that falls into the groove: first no contact, then one, then two.
write_use()
{
    cat >use.c <<'USE'
#include "problems/detect/detect.h"

#include <stdio.h>

int main(void)
{
    static const double at[3][2] = {{0.5, 3.0}, {0.5, 1.9}, {0.0, 1.4}};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_bodies bodies;
    const char record = 0;
    ss_detector *const detector = ss_detector_create(2, &error);
    if (!ss_bodies_create(&bodies, 1, 1, &error) ||
        !ss_bodies_set_shape(&bodies, 1, &ss_shape_groove, &record, &error))
        return 1;
    bodies.radius[0] = 1.0;
    for (int k = 0; k < 3; ++k) {
        const ss_contact_name *names = NULL;
        size_t n = 0;
        bodies.x[0] = at[k][0];
        bodies.x[2] = at[k][1];
        if (!ss_detect(detector, &bodies, 0.0, &names, &n, &error))
            return 2;
        printf("%zu:", n);
        for (size_t c = 0; c < n; ++c)
            printf(" %u %.3f", names[c].feature, ss_touch_of(&bodies, &names[c], 0.0).gap);
        printf("\n");
    }
    printf("%d%d\n", ss_shape_kind_named("groove")->endless, ss_shape_kind_named("rut")->endless);
    ss_detector_free(detector);
    ss_bodies_free(&bodies);
    return 0;
}
USE
}

build()
{
    build_copy after after/build ss_problems || return 1
    "${compiler:-cc}" -std=c11 -D_GNU_SOURCE -Iafter use.c after/build/libss_problems.a -lm -o use \
        >link.log 2>&1 || { fail "the link: $(head -n 3 link.log | tr '\n' ' ')"; return 1; }
}

copy_source before
cp -r before after
write_shape
write_pair
check_change
write_use
if build; then
    expect_equal "contacts" "$(./use | tr '\n' ' ')" "0: 1: 1 -0.010 2: 0 -0.010 1 -0.010 10 "
fi
finish
