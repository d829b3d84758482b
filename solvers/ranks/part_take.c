/* The contacts of a part, and what they begin with, a block at a time: read by nature, sent to who
 * visits them, checked and posed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "solvers/ranks/checkpoint.h"
#include "solvers/ranks/part_reading.h"

#include <stdlib.h>
#include <string.h>

/* The block of contacts under way. */
static double *read_contact_rows(ss_part_reading *g, const ss_h5_array *array,
                                 const ss_h5_file *file)
{
    return ss_part_read_rows(g, array, file, (size_t)g->first_contact + g->stream.first,
                             g->stream.n);
}

static size_t place_of(const ss_part_reading *g, int64_t body)
{
    const int64_t *const at =
        bsearch(&body, g->bodies, g->local.n_bodies, sizeof body, ss_part_compare);
    return (size_t)(at - g->bodies);
}

/* One array of the block, as the rank has it of its contacts; pairs by the places of bodies. */
static bool take_field(ss_part_reading *g, ss_step_file *block, size_t k)
{
    const ss_step_field *const field = &ss_step_fields[k];
    if (strcmp(field->group, "bodies") == 0 || field->need == SS_STEP_ANSWER || k == SS_STEP_gap ||
        g->from.array[k].id == 0)
        return true;
    double *const rows = read_contact_rows(g, &g->from.array[k], &g->file);
    block->field[k] = ss_team_stream_send(&g->stream, rows, field->each, g->error);
    free(rows);
    return block->field[k] != NULL;
}

static bool take_pairs(ss_part_reading *g, ss_step_file *block)
{
    const ss_team_stream *const s = &g->stream;
    int64_t *const rows = ss_team_take(2 * s->n, sizeof *rows, g->error);
    const bool read =
        rows != NULL && ss_h5_array_read_rows(&g->from.pairs, &g->file,
                                              (size_t)g->first_contact + s->first, s->n, rows);
    int64_t *const ends = ss_team_stream_send(s, read ? rows : NULL, 2, g->error);
    block->pairs = ss_team_take(2 * s->n_come, sizeof *block->pairs, g->error);
    const bool well = ends != NULL && block->pairs != NULL;
    for (size_t k = 0; well && k < 2 * s->n_come; ++k)
        block->pairs[k] = (double)place_of(g, ends[k]);
    free(rows);
    free(ends);
    return ss_team_agree(&g->team, well, g->error);
}

/* The numbers of the block's contacts; to be freed. */
static int64_t *take_numbers(const ss_part_reading *g)
{
    const ss_team_stream *const s = &g->stream;
    int64_t *const rows = ss_team_take(s->n, sizeof *rows, g->error);
    for (size_t c = 0; rows != NULL && c < s->n; ++c)
        rows[c] = g->first_contact + (int64_t)(s->first + c);
    int64_t *const come = ss_team_stream_send(s, rows, 1, g->error);
    free(rows);
    return come;
}

/* A block of contacts, read, checked and posed. */
static bool take_block(ss_part_reading *g, const char *path)
{
    int64_t *const numbers = take_numbers(g);
    ss_step_file block = g->local; /* whose bodies it borrows */
    bool well = numbers != NULL && take_pairs(g, &block);
    block.n_contacts = g->stream.n_come;
    block.body_number = g->bodies;
    block.contact_number = numbers;
    for (size_t k = 0; well && k < SS_STEP_FIELDS; ++k)
        well = take_field(g, &block, k);
    if (numbers != NULL)
        well = ss_team_agree(
            &g->team,
            well && ss_step_file_check(&block, path, g->error) &&
                ss_posed_step_add(&g->part->posed, &block, g->stream.at, path, g->error),
            g->error);
    for (size_t c = 0; well && c < block.n_contacts; ++c)
        g->part->number[g->stream.at[c]] = numbers[c];
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k)
        if (block.field[k] != g->local.field[k])
            free(block.field[k]);
    free(block.pairs);
    free(numbers);
    return well;
}

bool ss_part_take_contacts(ss_part_reading *g, const char *path, bool lean)
{
    ss_part *const part = g->part;
    part->number = ss_team_take(g->stream.total, sizeof *part->number, g->error);
    bool well = ss_posed_step_begin(&part->posed, &g->local, g->stream.total, lean, g->error) &&
                part->number != NULL;
    well = ss_team_agree(&g->team, well, g->error);
    ss_team_stream_begin(&g->stream);
    while (well && ss_team_stream_next(&g->stream, g->error))
        well = take_block(g, path);
    return well && !g->stream.failed;
}

/* The start of the block of contacts under way. */
static bool start_block(ss_part_reading *g, const ss_h5_array *array, const ss_h5_file *file,
                        bool resumes)
{
    ss_part *const part = g->part;
    double *const rows = read_contact_rows(g, array, file);
    double *const p = ss_team_stream_send(&g->stream, rows, 3, g->error);
    for (size_t k = 0; p != NULL && k < g->stream.n_come; ++k) {
        const size_t c = g->stream.at[k];
        if (resumes)
            ss_copy3(part->r + 3 * c, p + 3 * k);
        else
            ss_part_components(part->r + 3 * c, part, c, p + 3 * k);
    }
    free(rows);
    free(p);
    return p != NULL;
}

bool ss_part_take_start(ss_part_reading *g, const ss_part_plan *plan)
{
    const char *const name = plan->resumes ? ss_checkpoint_r : "/stickslip/rigid/contacts/impulse";
    ss_h5_file file;
    ss_h5_array array = {.columns = 3};
    bool well = ss_h5_open(&file, plan->start, g->error);
    if (well && !ss_h5_exists(&file, name))
        well = ss_error_set(g->error, SS_ERROR_DATA, "%s has no %s: it is no %s", plan->start, name,
                            plan->resumes ? "checkpoint" : "answer to a step of rigid bodies");
    well = well && ss_h5_array_open(&array, &file, name, SS_H5_REAL);
    if (well && (int64_t)array.n != 3 * g->part->n_contacts)
        well = ss_error_set(g->error, SS_ERROR_DATA,
                            "%s has impulses of %zu contacts; the step has %lld", plan->start,
                            array.n / 3, (long long)g->part->n_contacts);
    well = ss_team_agree(&g->team, well, g->error);
    ss_team_stream_begin(&g->stream);
    while (well && ss_team_stream_next(&g->stream, g->error))
        well = start_block(g, &array, &file, plan->resumes);
    ss_h5_array_close(&array);
    ss_h5_close(&file);
    return well && !g->stream.failed;
}
