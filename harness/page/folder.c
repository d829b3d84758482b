/* The content of a result folder, beside its tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/material.h"

#include "harness/tables/provenance.h"

#include <stdlib.h>
#include <unistd.h>

bool ss_page_has(const ss_page_material *m, const char *file, char path[SS_PATH_SIZE])
{
    return ss_path_join(path, SS_PATH_SIZE, m->folder, file, NULL) && access(path, F_OK) == 0;
}

const char *ss_page_provenance(const ss_page_material *m, const char *key, char text[SS_PAGE_TEXT])
{
    char *const value = m->provenance != NULL ? ss_provenance_value(m->provenance, key) : NULL;
    snprintf(text, SS_PAGE_TEXT, "%s", value != NULL ? value : "");
    free(value);
    return text;
}
