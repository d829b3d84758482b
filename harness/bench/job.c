/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/job.h"

static const struct {
    const char *name, *meaning;
} kinds[] = {{"machine", "bandwidths and peaks alone, which every other kind measures too"},
#define X(id, meaning) {#id, meaning},
             SS_BENCH_KIND_LIST(X)
#undef X
};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

const char *ss_bench_kind_at(size_t k)
{
    return k < N_KINDS ? kinds[k].name : NULL;
}

const char *ss_bench_kind_meaning(size_t k)
{
    return k < N_KINDS ? kinds[k].meaning : NULL;
}
