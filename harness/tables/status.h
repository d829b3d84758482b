/* The status of a contact as a word of the tables: open, sticking or sliding. Its number, that of
 * ss_zone, is what figures and files for ParaView are given: 0, 1 and 2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_STATUS_H
#define SS_HARNESS_TABLES_STATUS_H

#include "problems/base/error.h"
#include "problems/contact/cone.h"

#include <stddef.h>

const char *ss_status_name(ss_zone zone);

/* The status of that word, which stands in that line of the file at `path`. SS_ERROR_DATA, naming
 * both and what it may be. */
bool ss_status_find(const char *word, const char *path, size_t line, ss_zone *zone,
                    ss_error *error);

#endif
