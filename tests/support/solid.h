/* A meshed disc with its modes, for tests of elasticity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_SOLID_H
#define SS_TESTS_SUPPORT_SOLID_H

#include "problems/elastic/modes.h"

typedef struct test_solid {
    ss_elastic_mesh mesh;
    ss_elastic_modes modes;
    ss_elastic_material material;
    size_t m, n; /* of the disc; degrees of freedom */
} test_solid;

/* The disc of mesh m, or a failed test. Free with test_solid_free. */
test_solid test_solid_disc(size_t m, ss_elastic_material material);
void test_solid_free(test_solid *solid);

/* The node of the disc's mesh m at its centre. */
size_t test_solid_centre(size_t m);

#endif
