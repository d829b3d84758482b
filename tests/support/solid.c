/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/solid.h"

#include <criterion/criterion.h>

test_solid test_solid_disc(size_t m, ss_elastic_material material)
{
    test_solid s = {.material = material, .m = m};
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_elastic_mesh_disc(&s.mesh, m, &error), "%s", error.text);
    cr_assert(ss_elastic_modes_make(&s.modes, &s.mesh, &s.material, &error), "%s", error.text);
    s.n = 2 * s.mesh.n_nodes;
    return s;
}

void test_solid_free(test_solid *solid)
{
    ss_elastic_modes_free(&solid->modes);
    ss_elastic_mesh_free(&solid->mesh);
}

size_t test_solid_centre(size_t m)
{
    return 2 * m * (m + 1);
}
