/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/outlines.h"

#include "harness/tables/record.h"
#include "problems/bodies/shape.h"
#include "problems/contact/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ss_outline *outline_at(ss_outlines *outlines, size_t k, ss_error *error)
{
    if (k >= outlines->n) {
        ss_outline *const more = reallocarray(outlines->at, k + 1, sizeof *more);
        if (more == NULL) {
            ss_error_memory(error, "%zu outlines", k + 1);
            return NULL;
        }
        memset(more + outlines->n, 0, (k + 1 - outlines->n) * sizeof *more);
        outlines->at = more;
        outlines->n = k + 1;
    }
    return &outlines->at[k];
}

/* The axis of a table without axes: upright, and a plane's from its two points. */
static void guess_axis(double axis[3], const ss_outline *o, const char *shape)
{
    const ss_shape_kind *const kind = ss_shape_kind_named(shape);
    if (kind->endless && o->n == 2) {
        const double x = o->point[1][0] - o->point[0][0], z = o->point[1][1] - o->point[0][1];
        axis[0] = -z / hypot(x, z);
        axis[2] = x / hypot(x, z);
    } else if (kind->turned)
        axis[2] = 1.0;
}

/* Rows of one outline follow each other. */
static bool take_point(ss_outlines *outlines, const ss_csv *csv, size_t row, ss_error *error)
{
    ss_shapes_row r;
    ss_outline *const o =
        ss_shapes_row_read(csv, row, &r, error) ? outline_at(outlines, r.outline, error) : NULL;
    if (o == NULL)
        return false;
    if (!isfinite(r.x_m) || !isfinite(r.z_m) ||
        ((o->solid || ss_shape_kind_named(r.shape)->solid != NULL) && !isfinite(r.y_m)))
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: a point that is not finite",
                            csv->path, ss_csv_line(csv, row));
    outlines->points[row][0] = r.x_m;
    outlines->points[row][1] = r.z_m;
    outlines->depths[row] = r.y_m;
    outlines->faces[row] = r.face;
    if (o->n == 0) {
        o->point = outlines->points + row;
        o->depth = outlines->depths + row;
        o->face = outlines->faces + row;
        o->solid = ss_shape_kind_named(r.shape)->solid != NULL;
    }
    if (o->point + o->n != outlines->points + row)
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: outline %zu is there twice",
                            csv->path, ss_csv_line(csv, row), r.outline);
    ++o->n;
    if (isnan(r.axis_x)) {
        guess_axis(o->axis, o, r.shape);
        return true;
    }
    ss_copy3(o->axis, (double[]){r.axis_x, r.axis_y, r.axis_z});
    o->y = r.y_m;
    const double length = ss_norm(o->axis);
    return length == 0.0 || fabs(length - 1.0) <= 1e-9 ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%s, line %zu: an axis of length %.6g; it must be 1, or 0: none", csv->path,
                        ss_csv_line(csv, row), length);
}

bool ss_outlines_read(ss_outlines *outlines, const char *path, ss_error *error)
{
    ss_csv csv = {.n_rows = 0};
    *outlines = (ss_outlines){.n = 0};
    if (path == NULL || access(path, F_OK) != 0)
        return true;
    bool ok = ss_csv_read(&csv, path, error) &&
              ss_record_require(&csv, "outline,shape,vertex,x_m,z_m", error);
    outlines->points = ok ? malloc((csv.n_rows + 1) * sizeof *outlines->points) : NULL;
    outlines->depths = ok ? malloc((csv.n_rows + 1) * sizeof *outlines->depths) : NULL;
    outlines->faces = ok ? malloc((csv.n_rows + 1) * sizeof *outlines->faces) : NULL;
    if (ok && (outlines->points == NULL || outlines->depths == NULL || outlines->faces == NULL))
        ok = ss_error_memory(error, "the outlines of %s", path);
    for (size_t row = 0; ok && row < csv.n_rows; ++row)
        ok = take_point(outlines, &csv, row, error);
    ss_csv_free(&csv);
    return ok;
}

void ss_outlines_free(ss_outlines *outlines)
{
    free(outlines->points);
    free(outlines->depths);
    free(outlines->faces);
    free(outlines->at);
    *outlines = (ss_outlines){.n = 0};
}

size_t ss_outline_face_end(const ss_outline *o, size_t k)
{
    size_t end = k + 1;
    while (end < o->n && o->face[end] == o->face[k])
        ++end;
    return end;
}

bool ss_outline_is_closed(const ss_outline *o)
{
    return o->n > 1 && o->point[0][0] == o->point[o->n - 1][0] &&
           o->point[0][1] == o->point[o->n - 1][1];
}
