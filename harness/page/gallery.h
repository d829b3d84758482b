/* The figures of a page. Inside page/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAGE_GALLERY_H
#define SS_HARNESS_PAGE_GALLERY_H

#include "harness/page/parts.h"

typedef struct ss_page_gallery {
    ss_report_sheet *sheet;
    const ss_page_material *material;
    const char *folder;  /* existing; gets the files of the figures */
    const char *prefix;  /* of their names on the page: "" or "report-figures/" */
    const char *scripts; /* plots/ */
    size_t n;            /* figures so far */
} ss_page_gallery;

/* Add the section: the figures that are drawn from the tables, and those that the folder has. What
 * cannot be drawn is a sentence. False where nothing more can be done: SS_ERROR_IO,
 * SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED. */
bool ss_page_figures(ss_page_gallery *gallery, ss_error *error);

#endif
