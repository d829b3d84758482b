/* The outlines of a scene, as shapes.csv has them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_OUTLINES_H
#define SS_HARNESS_TABLES_OUTLINES_H

#include "problems/base/error.h"

#include <stddef.h>

/* Points (x, z) in the frame of a body, m: a polygon's, or the meridian (distance from the axis,
 * place along it) of what is turned about one, or the corners of the faces of a solid. */
typedef struct ss_outline {
    double (*point)[2];
    size_t n;
    double y;            /* of a plane across the view: of its point; else 0 */
    double axis[3];      /* normal of a plane, axis of a cylinder or a profile; of others 0 */
    const double *depth; /* of a solid: y of each point, m */
    const size_t *face;  /* and its face; those of one follow each other */
    bool solid;
} ss_outline;

/* All outlines, by number; numbers that the file lacks have no point. */
typedef struct ss_outlines {
    double (*points)[2], *depths;
    size_t *faces;
    ss_outline *at;
    size_t n;
} ss_outlines;

/* Read the file; where there is no such file (or `path` is NULL) there are no outlines. Files of
 * older builds have no axes: a plane's normal is then as its line tells, other axes are upright.
 * SS_ERROR_DATA, also for an axis that is no unit vector, SS_ERROR_MEMORY. Free with
 * ss_outlines_free, whatever happens. */
bool ss_outlines_read(ss_outlines *outlines, const char *path, ss_error *error);
void ss_outlines_free(ss_outlines *outlines);

/* One past the last corner of the face of a solid that begins at point k. */
size_t ss_outline_face_end(const ss_outline *outline, size_t k);

/* Is the outline closed: does it end with its first point? */
bool ss_outline_is_closed(const ss_outline *outline);

#endif
