/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/vtp.h"

#include "harness/tables/output.h"
#include "problems/base/memory.h"

#include <endian.h>
#include <inttypes.h>
#include <string.h>

static void add(ss_vtp *vtp, ss_vtp_array *a, const void *bytes, size_t size)
{
    char *const more = ss_memory_grow(a->bytes, &a->room, a->size + size, 1);
    if (more == NULL) {
        vtp->failed = true;
        return;
    }
    a->bytes = more;
    memcpy(a->bytes + a->size, bytes, size);
    a->size += size;
}

static void add_count(ss_vtp *vtp, ss_vtp_array *a, size_t value)
{
    const int32_t count = (int32_t)value;
    add(vtp, a, &count, sizeof count);
}

size_t ss_vtp_point(ss_vtp *vtp, const double x[3])
{
    add(vtp, &vtp->points, x, 3 * sizeof *x);
    return vtp->n_points++;
}

void ss_vtp_corner(ss_vtp *vtp, size_t point)
{
    add_count(vtp, &vtp->connectivity, point);
}

void ss_vtp_end_cell(ss_vtp *vtp)
{
    add_count(vtp, &vtp->offsets, vtp->connectivity.size / sizeof(int32_t));
    ++vtp->n_cells;
}

void ss_vtp_real(ss_vtp *vtp, size_t field, const double *values)
{
    add(vtp, &vtp->values[field], values, vtp->fields[field].width * sizeof *values);
}

void ss_vtp_count(ss_vtp *vtp, size_t field, size_t value)
{
    add_count(vtp, &vtp->values[field], value);
}

/* ---- writing: the head names each array and where it begins, the numbers follow ---- */

/* The file being written, and where the next array begins behind the head. */
typedef struct writer {
    FILE *out;
    uint64_t offset;
} writer;

static void name_array(writer *w, const ss_vtp_field *f, const ss_vtp_array *a)
{
    fprintf(w->out, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%zu\"",
            f->whole ? "Int32" : "Float64", f->name, f->width);
    for (size_t k = 0, at = 0; f->labels != NULL && k < f->width; ++k) {
        const size_t length = strcspn(f->labels + at, " ");
        fprintf(w->out, " ComponentName%zu=\"%.*s\"", k, (int)length, f->labels + at);
        at += length + (f->labels[at + length] != '\0');
    }
    fprintf(w->out, " format=\"appended\" offset=\"%" PRIu64 "\"/>\n", w->offset);
    w->offset += sizeof w->offset + a->size;
}

static void name_fields(writer *w, const ss_vtp *vtp, const char *place, bool here)
{
    fprintf(w->out, "<%s>\n", place);
    for (size_t k = 0; here && k < vtp->n_fields; ++k)
        name_array(w, &vtp->fields[k], &vtp->values[k]);
    fprintf(w->out, "</%s>\n", place);
}

static void write_head(writer *w, const ss_vtp *vtp, double time_s)
{
    static const char *const counts[] = {"NumberOfVerts", "NumberOfLines", "NumberOfPolys"};
    static const char *const places[] = {"Verts", "Lines", "Polys"};
    static const ss_vtp_field points = {"points (m)", 3, false, NULL};
    static const ss_vtp_field connectivity = {"connectivity", 1, true, NULL};
    static const ss_vtp_field offsets = {"offsets", 1, true, NULL};
    fprintf(w->out,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
            "byte_order=\"%s\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n"
            "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%.12g</DataArray>\n</FieldData>\n<Piece NumberOfPoints=\"%zu\"",
            __BYTE_ORDER == __LITTLE_ENDIAN ? "LittleEndian" : "BigEndian", time_s, vtp->n_points);
    for (ss_vtp_cells kind = SS_VTP_VERTS; kind <= SS_VTP_POLYS; ++kind)
        fprintf(w->out, " %s=\"%zu\"", counts[kind], kind == vtp->cells ? vtp->n_cells : 0);
    fputs(" NumberOfStrips=\"0\">\n<Points>\n", w->out);
    name_array(w, &points, &vtp->points);
    fprintf(w->out, "</Points>\n<%s>\n", places[vtp->cells]);
    name_array(w, &connectivity, &vtp->connectivity);
    name_array(w, &offsets, &vtp->offsets);
    fprintf(w->out, "</%s>\n", places[vtp->cells]);
    name_fields(w, vtp, "PointData", vtp->at_points);
    name_fields(w, vtp, "CellData", !vtp->at_points);
    fputs("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", w->out);
}

static void write_array(FILE *out, const ss_vtp_array *a)
{
    const uint64_t size = a->size;
    fwrite(&size, sizeof size, 1, out);
    if (a->size > 0)
        fwrite(a->bytes, 1, a->size, out);
}

static bool check(const ss_vtp *vtp, const char *name, ss_error *error)
{
    const size_t n = vtp->at_points ? vtp->n_points : vtp->n_cells;
    if (vtp->failed)
        return ss_error_memory(error, "%s", name);
    if (vtp->n_points > INT32_MAX || vtp->connectivity.size / sizeof(int32_t) > INT32_MAX)
        return ss_error_set(error, SS_ERROR_DATA, "%zu points are too many for %s (%d)",
                            vtp->n_points, name, INT32_MAX);
    for (size_t k = 0; k < vtp->n_fields; ++k) {
        const ss_vtp_field *const f = &vtp->fields[k];
        const size_t width = f->width * (f->whole ? sizeof(int32_t) : sizeof(double));
        if (vtp->values[k].size != n * width)
            return ss_error_set(error, SS_ERROR_INTERNAL, "%s: %zu values of '%s' for %zu", name,
                                vtp->values[k].size / width, f->name, n);
    }
    return true;
}

bool ss_vtp_write(const ss_vtp *vtp, const char *folder, const char *name, double time_s,
                  ss_error *error)
{
    ss_output output = {0};
    if (!check(vtp, name, error) || !ss_output_open(&output, folder, name, error))
        return false;
    writer w = {.out = output.file};
    write_head(&w, vtp, time_s);
    write_array(w.out, &vtp->points);
    write_array(w.out, &vtp->connectivity);
    write_array(w.out, &vtp->offsets);
    for (size_t k = 0; k < vtp->n_fields; ++k)
        write_array(w.out, &vtp->values[k]);
    fputs("\n</AppendedData>\n</VTKFile>\n", w.out);
    return ss_output_publish(&output, error);
}

void ss_vtp_clear(ss_vtp *vtp)
{
    vtp->n_points = vtp->n_cells = 0;
    vtp->points.size = vtp->connectivity.size = vtp->offsets.size = 0;
    for (size_t k = 0; k < SS_VTP_FIELDS; ++k)
        vtp->values[k].size = 0;
}

void ss_vtp_free(ss_vtp *vtp)
{
    free(vtp->points.bytes);
    free(vtp->connectivity.bytes);
    free(vtp->offsets.bytes);
    for (size_t k = 0; k < SS_VTP_FIELDS; ++k)
        free(vtp->values[k].bytes);
    *vtp = (ss_vtp){.n_points = 0};
}
