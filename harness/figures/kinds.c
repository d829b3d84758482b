/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "problems/base/names.h"

#include <string.h>

static const ss_figure_kind *const kinds[] = {
#define KIND(name) &ss_figure_kind_##name,
#include "harness/figures/kinds.def"
#undef KIND
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

const ss_figure_kind *ss_figure_kind_at(size_t k)
{
    return k < N_KINDS ? kinds[k] : NULL;
}

const ss_figure_kind *ss_figure_kind_find(const char *name, const char *unknown, ss_error *error)
{
    char hint[800] = "it must be ";
    for (size_t k = 0, used = strlen(hint); k < N_KINDS && used < sizeof hint; ++k)
        used += (size_t)snprintf(hint + used, sizeof hint - used, "%s%s",
                                 k == 0            ? ""
                                 : k + 1 < N_KINDS ? ", "
                                                   : " or ",
                                 kinds[k]->name);
    const ss_names names = SS_NAMES_OF_POINTERS(kinds, unknown, hint);
    return ss_names_find(&names, name, error);
}
