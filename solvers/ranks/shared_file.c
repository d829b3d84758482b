/* The step of a shared scene to the disk: numbers are rows, and own balls and their contacts stand
 * one behind the other in them, rank by rank.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_hdf5.h"
#include "solvers/ranks/shared_scene.h"

#include <stdlib.h>
#include <string.h>

/* What this rank writes: rows of the arrays, and their places in the file. */
typedef struct rows {
    ss_step_file file;                /* owned; of all that is near */
    size_t first_body, first_contact; /* of it that are written, so many */
    size_t n_bodies, n_contacts;
    int64_t body, contact; /* rows in the file */
} rows;

/* Own contacts are those whose first body is own: one run of them. The last rank writes the walls,
 * behind own balls, for it has no ghosts of higher numbers. */
static bool take_rows(rows *w, const ss_shared_scene *s, bool with_answer, ss_error *error)
{
    const ss_part *const part = &s->part;
    const bool last = s->team.rank == s->team.size - 1;
    const int64_t mine = (int64_t)part->n_mine;
    *w = (rows){.first_body = s->n_low,
                .n_bodies =
                    s->own.bodies.n_moving + (last ? s->own.bodies.n - s->own.bodies.n_moving : 0),
                .n_contacts = part->n_mine,
                .body = s->first[s->team.rank]};
    MPI_Exscan(&mine, &w->contact, 1, MPI_INT64_T, MPI_SUM, s->team.comm);
    if (s->team.rank == 0)
        w->contact = 0;
    while (w->first_contact < part->posed.problem.n_contacts && !part->mine[w->first_contact])
        ++w->first_contact;
    if (!ss_step_file_from_problem(&w->file, &part->posed.problem, with_answer ? part->r : NULL,
                                   error))
        return false;
    for (size_t k = 0; k < 2 * w->file.n_contacts; ++k)
        w->file.pairs[k] = (double)s->number[(size_t)w->file.pairs[k]];
    return true;
}

static void put(ss_team_file *file, const rows *w, const ss_step_field *field, const double *values,
                const ss_part *part)
{
    char name[SS_STEP_NAME];
    const bool bodies = strcmp(field->group, "bodies") == 0;
    const hid_t type = field == &ss_step_pairs ? H5T_STD_I64LE : H5T_IEEE_F64LE;
    const ss_team_rows some = {.first = bodies ? w->body : w->contact,
                               .n = bodies ? w->n_bodies : w->n_contacts,
                               .each = field->each,
                               .values = values +
                                         field->each * (bodies ? w->first_body : w->first_contact)};
    ss_step_hdf5_name(name, field);
    const hid_t table = ss_team_file_table(file, name, type,
                                           bodies ? part->n_bodies : part->n_contacts, field->each);
    ss_team_file_rows(file, table, &some);
    ss_team_file_close(table);
}

bool ss_shared_scene_write(const ss_shared_scene *scene, const char *path, const char *engine,
                           bool with_answer, ss_error *error)
{
    const ss_part *const part = &scene->part;
    ss_team_file file;
    rows w;
    bool well = ss_team_agree(&scene->team, take_rows(&w, scene, with_answer, error), error) &&
                ss_team_file_begin(&file, &scene->team, path, false, error);
    if (well) {
        ss_team_file_group(&file, "/stickslip");
        ss_team_file_group(&file, "/stickslip/rigid");
        ss_team_file_text(&file, "/stickslip/rigid/format", ss_step_format);
        ss_team_file_text(&file, "/stickslip/rigid/engine", engine);
        ss_team_file_text(&file, "/stickslip/rigid/law", "coulomb");
        ss_team_file_one(&file, "/stickslip/rigid/h", H5T_NATIVE_DOUBLE, &part->h);
        ss_team_file_group(&file, "/stickslip/rigid/bodies");
        ss_team_file_group(&file, "/stickslip/rigid/contacts");
        put(&file, &w, &ss_step_pairs, w.file.pairs, part);
        for (size_t k = 0; k < SS_STEP_FIELDS; ++k)
            if (w.file.field[k] != NULL)
                put(&file, &w, &ss_step_fields[k], w.file.field[k], part);
        well = ss_team_file_end(&file, error);
    }
    ss_step_file_free(&w.file);
    return well;
}
