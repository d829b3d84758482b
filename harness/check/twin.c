/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/twin.h"

#include <stdlib.h>
#include <string.h>

const char *ss_check_fault_meaning(ss_check_fault fault)
{
    static const char *const meanings[] = {
#define FAULT(id, kinds, meaning) meaning,
#include "harness/check/faults.def"
#undef FAULT
    };
    return meanings[fault];
}

static const ss_option own[] = {
    SS_COUNT(ss_check_twin_options, cap, "cap", 100, 1, 1000, "its own, without effect", "choice")};

/* The table of the given solver, its fields behind those of the twin. */
static bool set_rows(ss_check_twin *twin, ss_error *error)
{
    const ss_option_table *const given = &twin->given.solver->options;
    ss_option_table *const table = &twin->local.options;
    size_t n = 0;
    while (ss_options_row(given, n).name != NULL)
        ++n;
    twin->rows = calloc(n + 1, sizeof *twin->rows);
    if (twin->rows == NULL)
        return ss_error_memory(error, "the options of a twin");
    for (size_t k = 0; k < n; ++k) {
        twin->rows[k] = ss_options_row(given, k);
        twin->rows[k].offset += sizeof(ss_check_twin_options);
    }
    if (ss_options_find(given, "cap") == NULL)
        twin->rows[n++] = own[0];
    *table = (ss_option_table){.rows = twin->rows,
                               .n_rows = n,
                               .size = sizeof(ss_check_twin_options) + given->size,
                               .presets = given->presets,
                               .n_presets = given->n_presets};
    return true;
}

/* The given solver with its options behind those of the twin, which calls it and breaks one thing.
 */
bool ss_check_twin_make(ss_check_twin *twin, const char *local, unsigned kind, ss_check_fault fault,
                        ss_error *error)
{
    *twin = (ss_check_twin){.n_done = 0};
    if (!ss_choice_parse(&twin->given, local, SS_CHOICE_LOCAL, error))
        return false;
    const bool is_outer = kind == SS_CHOICE_OUTER;
    const size_t size = twin->given.solver->options.size;
    ss_check_twin_options *const options = calloc(1, sizeof *options + size);
    ss_choice *const c = &twin->choice;
    *c = (ss_choice){.options = options, .values = strdup(""), .label = strdup("broken")};
    if (options == NULL || c->values == NULL || c->label == NULL)
        return ss_error_memory(error, "a twin of %s", local);
    *options = (ss_check_twin_options){fault, 100, &twin->n_done, twin->given.solver};
    if (size > 0)
        memcpy(options + 1, twin->given.options, size);
    twin->local = ss_check_twin_local(twin->given.solver, fault);
    twin->outer = ss_check_twin_outer;
    twin->outer.options = (ss_option_table)SS_OPTION_TABLE(own, ss_check_twin_options);
    if (is_outer) {
        c->outer = &twin->outer;
        c->local = &twin->given;
    } else {
        c->solver = &twin->local;
    }
    return is_outer || set_rows(twin, error);
}

void ss_check_twin_free(ss_check_twin *twin)
{
    twin->choice.local = NULL;
    ss_choice_free(&twin->choice);
    ss_choice_free(&twin->given);
    free(twin->rows);
    *twin = (ss_check_twin){.n_done = 0};
}
