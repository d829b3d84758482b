/* Records of packed contacts in a memory of their own, which has no more room than they take.
 *
 * Grouping needs room for 2 n indices, of which most stay empty: it is done in scratch first, then
 * counted, and the arrays are as long as what it found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "solvers/sphere/pack.h"

#include <string.h>

/* Take the arrays of the records, as many as there are in groups and alone. */
static void lay_records(ss_packed *packed, ss_pack_room *room)
{
    const size_t n = SS_LANES * packed->n_groups + packed->n_singles;
    packed->fields = ss_pack_take(room, n * packed->n_fields, sizeof *packed->fields);
    packed->ids = ss_pack_take(room, 2 * n, sizeof *packed->ids);
    packed->contact = ss_pack_take(room, n, sizeof *packed->contact);
}

bool ss_pack_reserve(ss_pack_records *records, size_t bytes)
{
    if (records->block == NULL || bytes > records->room) {
        free(records->block);
        records->room = ss_memory_room(bytes);
        records->block = malloc(records->room);
    }
    return records->block != NULL;
}

static bool reserve(ss_packed *packed, ss_pack_records *records)
{
    ss_packed empty = *packed; /* a copy, to count with */
    ss_pack_room count = {NULL, 64};
    lay_records(&empty, &count);
    if (!ss_pack_reserve(records, count.used))
        return false;
    ss_pack_room room = ss_pack_open(records->block);
    lay_records(packed, &room);
    return true;
}

bool ss_pack_group_tightly(ss_packed *packed, const ss_problem *problem, const uint32_t *list,
                           ss_group_mark *marks, ss_pack_records *records)
{
    const size_t n = problem->n_contacts;
    uint32_t *const grouped = malloc((2 * n + 1) * sizeof *grouped);
    packed->contact = grouped;
    if (grouped != NULL)
        ss_pack_group(packed, problem, list, n, marks, 0);
    const bool room = grouped != NULL && reserve(packed, records);
    if (room) {
        const size_t in_groups = SS_LANES * packed->n_groups;
        const uint32_t *const alone = packed->single_contact;
        packed->single_contact = packed->contact + in_groups;
        memcpy(packed->contact, grouped, in_groups * sizeof *grouped);
        memcpy(packed->single_contact, alone, packed->n_singles * sizeof *alone);
    }
    free(grouped);
    return room;
}

void ss_pack_release(ss_pack_records *records)
{
    free(records->block);
    *records = (ss_pack_records){.block = NULL};
}
