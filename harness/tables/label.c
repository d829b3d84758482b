/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/label.h"

size_t ss_label_length(const char *list)
{
    size_t n = 0;
    for (int depth = 0; list[n] != '\0' && (depth > 0 || list[n] != ','); ++n)
        depth += (list[n] == '[') - (list[n] == ']');
    return n;
}
