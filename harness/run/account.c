/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/account.h"

#include <fenv.h>
#include <string.h>

bool ss_keepsake_is_due(size_t before, size_t sweeps)
{
    enum { PERIOD = 64 };
    return (before ^ sweeps) > before || /* a power of 2 has been passed: a higher bit is set */
           before / PERIOD != sweeps / PERIOD;
}

void ss_keepsake_keep(ss_keepsake *keepsake, const double *r, size_t n, size_t sweeps)
{
    if (keepsake == NULL)
        return;
    const size_t copies = keepsake->copies + 1;
    memcpy(keepsake->r[copies % 2], r, 3 * n * sizeof *r);
    keepsake->sweeps[copies % 2] = sweeps;
    __atomic_store_n(&keepsake->copies, copies, __ATOMIC_RELEASE); /* only after the copy */
}

bool ss_account_can_be(const ss_work *before, const ss_work *work, size_t sweeps, size_t n,
                       ss_error *error)
{
    static const size_t most = (size_t)1 << 53; /* a column's number is exact so far */
#define X(name, unit, meaning)                                                                     \
    if (work->name < before->name || work->name > most)                                            \
        return ss_error_set(error, SS_ERROR_FAILED,                                                \
                            "the solver's work is no count: %zu " #name " after %zu", work->name,  \
                            before->name);
    SS_WORK_LIST(X)
#undef X
    return work->visits / n + (work->visits % n > 0) <= sweeps ||
           ss_error_set(error, SS_ERROR_FAILED,
                        "the solver shows %zu sweeps, and makes %zu visits of %zu contacts", sweeps,
                        work->visits, n);
}

bool ss_keepsake_is_same(const ss_keepsake *keepsake, const double *r, size_t n, ss_error *error)
{
    const double *const at_stop = keepsake != NULL ? keepsake->r[keepsake->copies % 2] : r;
    for (size_t k = 0; k < 3 * n; ++k)
        if (memcmp(&r[k], &at_stop[k], sizeof *r) != 0)
            return ss_error_set(error, SS_ERROR_FAILED,
                                "the solver changed r after the stop: contact %zu has %.17g, not "
                                "%.17g",
                                k / 3, r[k], at_stop[k]);
    return true;
}

bool ss_account_rounds_to_nearest(ss_error *error)
{
    const int mode = fegetround();
    return mode == FE_TONEAREST ||
           ss_error_set(error, SS_ERROR_FAILED,
                        "the solver changed the rounding mode to fegetround() = %d, from %d", mode,
                        FE_TONEAREST);
}
