/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_hdf5.h"

#include "problems/files/hdf5_image.h"
#include "problems/files/hdf5_module.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pairs_name[] = "/stickslip/rigid/contacts/bodies";

void ss_step_hdf5_name(char name[SS_STEP_NAME], const ss_step_field *field)
{
    snprintf(name, SS_STEP_NAME, "/stickslip/rigid/%s/%s", field->group, field->name);
}

/* Open an array that may be absent. */
static bool open_array(ss_h5_array *array, ss_step_hdf5 *step, const ss_step_field *field,
                       const char *name, const ss_h5_file *file)
{
    const ss_h5_kind kind = field == &ss_step_pairs ? SS_H5_INTEGER : SS_H5_REAL;
    *array = (ss_h5_array){.columns = field->each};
    return !ss_h5_exists(file, name) ||
           (ss_h5_array_open(array, file, name, kind) &&
            ss_step_file_size(&step->file, field, array->n, file->path, file->error));
}

/* The length of the step, where it is told. */
static bool read_h(ss_step_file *step, const ss_h5_file *file)
{
    static const char name[] = "/stickslip/rigid/h";
    ss_h5_array array = {.columns = 0};
    if (!ss_h5_exists(file, name))
        return true;
    double *h = NULL;
    if (ss_h5_array_open(&array, file, name, SS_H5_REAL) && array.n == 1)
        h = ss_h5_array_read(&array, file);
    bool read = false;
    if (h != NULL && isfinite(*h)) {
        step->h = *h;
        read = true;
    } else {
        ss_h5_refuse(file, name, "it is not one finite number");
    }
    free(h);
    ss_h5_array_close(&array);
    return read;
}

static bool read_format(const ss_h5_file *file)
{
    static const char name[] = "/stickslip/rigid/format";
    char *const format = ss_h5_read_text(file, name);
    const bool known = format != NULL && strcmp(format, ss_step_format) == 0;
    if (format != NULL && !known)
        ss_h5_refuse(file, name, "it is '%s', not '%s'", format, ss_step_format);
    free(format);
    return known;
}

bool ss_step_hdf5_open(ss_step_hdf5 *step, const ss_h5_file *file)
{
    bool open = ss_h5_is_within(file, "/stickslip/rigid") && read_format(file) &&
                read_h(&step->file, file) &&
                open_array(&step->pairs, step, &ss_step_pairs, pairs_name, file);
    for (size_t k = 0; open && k < SS_STEP_FIELDS; ++k) {
        ss_step_hdf5_name(step->name[k], &ss_step_fields[k]);
        open = open_array(&step->array[k], step, &ss_step_fields[k], step->name[k], file);
    }
    return open;
}

void ss_step_hdf5_close(ss_step_hdf5 *step)
{
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k)
        ss_h5_array_close(&step->array[k]);
    ss_h5_array_close(&step->pairs);
}

/* Read an array that is open, if it is. */
static bool read_array(ss_step_file *step, size_t k, const ss_step_hdf5 *from,
                       const ss_h5_file *file)
{
    const ss_h5_array *const array = &from->array[k];
    if (array->id == 0)
        return true;
    bool read = (step->field[k] = ss_h5_array_read(array, file)) != NULL;
    for (size_t i = 0; read && i < array->n; ++i)
        if (!isfinite(step->field[k][i]))
            read = ss_h5_refuse(file, array->name, "number %zu (from 0) is %g, not finite", i,
                                step->field[k][i]);
    return read;
}

/* The bodies of the contacts, whole numbers in the file. */
static bool read_pairs(ss_step_file *step, const ss_h5_array *array, const ss_h5_file *file)
{
    if (array->id == 0)
        return true;
    int64_t *const whole = ss_h5_array_read(array, file);
    bool read = whole != NULL;
    if (read) {
        step->pairs = malloc((array->n + 1) * sizeof *step->pairs);
        read = step->pairs != NULL || ss_error_memory(file->error, "'%s'", file->path);
    }
    for (size_t i = 0; read && i < array->n; ++i)
        step->pairs[i] = (double)whole[i];
    free(whole);
    return read;
}

bool ss_step_hdf5_read(ss_fclib_raw *raw, const ss_h5_file *file)
{
    ss_step_file *const step = raw->step = calloc(1, sizeof *step);
    ss_step_hdf5 from = {.file = {.h = 0.0}};
    if (step == NULL)
        return ss_error_memory(file->error, "'%s'", file->path);
    bool read = ss_step_hdf5_open(&from, file);
    if (read)
        *step = from.file;
    read = read && read_pairs(step, &from.pairs, file);
    for (size_t k = 0; read && k < SS_STEP_FIELDS; ++k)
        read = read_array(step, k, &from, file);
    ss_step_hdf5_close(&from);
    return read && (step->engine = ss_h5_read_text(file, "/stickslip/rigid/engine")) != NULL &&
           (step->law = ss_h5_read_text(file, "/stickslip/rigid/law")) != NULL;
}

/* ---- writing ---- */

static void put_pairs(ss_h5_image *out, const ss_step_file *step)
{
    int64_t *const whole = malloc((2 * step->n_contacts + 1) * sizeof *whole);
    for (size_t k = 0; whole != NULL && k < 2 * step->n_contacts; ++k)
        whole[k] = (int64_t)step->pairs[k];
    if (whole == NULL)
        out->failed = true;
    else
        ss_h5_put_pairs(out, pairs_name, whole, step->n_contacts);
    free(whole);
}

bool ss_hdf5_write_step(const char *path, const ss_step_file *step, ss_error *error)
{
    ss_h5_image file;
    char name[SS_STEP_NAME];
    ss_h5_image_begin(&file);
    ss_h5_put_group(&file, "/stickslip");
    ss_h5_put_group(&file, "/stickslip/rigid");
    ss_h5_put_text(&file, "/stickslip/rigid/format", ss_step_format);
    ss_h5_put_text(&file, "/stickslip/rigid/engine", step->engine);
    ss_h5_put_text(&file, "/stickslip/rigid/law", step->law);
    if (step->h > 0.0)
        ss_h5_put_reals(&file, "/stickslip/rigid/h", &step->h, 1);
    ss_h5_put_group(&file, "/stickslip/rigid/bodies");
    ss_h5_put_group(&file, "/stickslip/rigid/contacts");
    put_pairs(&file, step);
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k) {
        const ss_step_field *const field = &ss_step_fields[k];
        const size_t n = strcmp(field->group, "bodies") == 0 ? step->n_bodies : step->n_contacts;
        ss_step_hdf5_name(name, field);
        if (step->field[k] != NULL && field->each > 1)
            ss_h5_put_table(&file, name, step->field[k], n, field->each);
        else if (step->field[k] != NULL)
            ss_h5_put_reals(&file, name, step->field[k], n);
    }
    return ss_h5_image_end(&file, path, error);
}
