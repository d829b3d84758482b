/* One time step of rigid bodies, as any engine can write it: bodies, contacts, and the engine's
 * answer, as JSON for few contacts or as HDF5 in the group /stickslip/rigid. The names are those of
 * step_fields.def, which says what each number is:
 *
 *     {"format": "stickslip rigid step 1", "engine": "mine 0.1", "law": "coulomb", "h": 0.01,
 *      "bodies":   {"inverse_mass": [1.0, 0.0], "inverse_inertia": [[10, 10, 10, 0, 0, 0], ...],
 *                   "velocity_free": [[0, 0, -0.1, 0, 0, 0], ...], ...},
 *      "contacts": {"bodies": [[0, 1]], "normal": [[0, 0, 1]], "arm_a": ..., "mu": [0.3],
 *                   "impulse": [[0, 0, 0.1]]}}
 *
 * `bodies` of a contact are a and b, counted from 0. In HDF5 an array has one row per body or
 * contact, or is flat; engine, law and format are texts of fixed length, h a scalar; whole numbers
 * are integers. Lists of JSON may be flat, too.
 *
 *     file                     nobody vouches for it
 *      | step_json.c, step_hdf5.c      arrays whose sizes agree, finite numbers
 *      v
 *     ss_step_file             owns its arrays; an answer may stand in a file of its own
 *      | ss_step_file_check            is it a problem? units of normals, bodies in range
 *      | ss_posed_step_create          bodies that move first, frames, W_cc
 *      v
 *     ss_posed_step            the problem that solvers and referee know
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_STEP_FILE_H
#define SS_PROBLEMS_FILES_STEP_FILE_H

#include "problems/contact/problem.h"

typedef enum ss_step_need { SS_STEP_NEEDED, SS_STEP_MAY_LACK, SS_STEP_ANSWER } ss_step_need;

/* An array of the format. */
typedef struct ss_step_field {
    const char *name, *group, *meaning; /* group: "bodies" or "contacts" */
    size_t each;                        /* numbers per body or contact */
    ss_step_need need;
} ss_step_field;

enum {
#define SS_STEP_FIELD(name, group, each, need, meaning) SS_STEP_##name,
#include "problems/files/step_fields.def"
#undef SS_STEP_FIELD
    SS_STEP_FIELDS
};

extern const ss_step_field ss_step_fields[SS_STEP_FIELDS];
extern const ss_step_field ss_step_pairs; /* contacts/bodies, whole numbers */
extern const char ss_step_format[];       /* "stickslip rigid step 1" */

/* Arrays that the file lacks are NULL; texts are then "". All are owned. */
typedef struct ss_step_file {
    size_t n_bodies, n_contacts;
    double *field[SS_STEP_FIELDS];
    double *pairs; /* 2 n_contacts: a and b */
    double h;      /* s; 0: not said */
    char *engine, *law;
    /* Of a part of a step: the numbers of its bodies and contacts in the whole, borrowed, for what
     * is said of them; NULL: their own. */
    const int64_t *body_number, *contact_number;
} ss_step_file;

/* Release all; the file is zeroed. */
void ss_step_file_free(ss_step_file *file);

/* Move the answer of another file, and its engine and law if it has them, into this one.
 * SS_ERROR_DATA, with the path of the answer, where its sizes are others or it has none. */
bool ss_step_file_take_answer(ss_step_file *file, ss_step_file *answer, const char *path,
                              ss_error *error);

/* Is it a whole problem? SS_ERROR_DATA with path, array, number and what would be right. */
bool ss_step_file_check(const ss_step_file *file, const char *path, ss_error *error);

/* Are a and b bodies of n, for contact c? Part of the check above. */
bool ss_step_file_check_pair(const double pair[2], double n_bodies, int64_t c, const char *path,
                             ss_error *error);

/* Note the number of bodies or contacts that an array of `length` numbers, `each` per body or
 * contact, stands for. SS_ERROR_DATA, "PATH: GROUP/NAME: ...", where it fits no other array. For
 * readers. */
bool ss_step_file_size(ss_step_file *file, const ss_step_field *field, size_t length,
                       const char *path, ss_error *error);

/* A step as a problem. Bodies that move come first in it: body b of the file is place[b] of its
 * form. All is owned. */
typedef struct ss_posed_step {
    ss_problem problem;
    ss_rigid_form form;
    uint32_t *place; /* n_bodies */
    double *memory;
    ss_rigid_contact *contacts;
    bool lean; /* without q and W_cc, for a part that fills a machine */
} ss_posed_step;

/* The problem of a step that was checked: u = P* v - target, r on a. SS_ERROR_DATA where no impulse
 * can open a contact; SS_ERROR_MEMORY. Release with ss_posed_step_free in either case. */
bool ss_posed_step_create(ss_posed_step *posed, const ss_step_file *file, const char *path,
                          ss_error *error);
void ss_posed_step_free(ss_posed_step *posed);

/* The same little by little, for who has never all of the arrays: first from the bodies of a file,
 * with room for so many contacts; then contacts k of a file with those bodies, as at[k] (NULL: as
 * k), until all are there. SS_ERROR_MEMORY; SS_ERROR_DATA. */
bool ss_posed_step_begin(ss_posed_step *posed, const ss_step_file *bodies, size_t n_contacts,
                         bool lean, ss_error *error);
bool ss_posed_step_add(ss_posed_step *posed, const ss_step_file *file, const size_t *at,
                       const char *path, ss_error *error);

/* The step that a problem of bodies is, on the sum u+ + e u- (ss_block_problem_sum), with the
 * impulses r (3 n_contacts, N s; NULL: without answer) and the velocities that they make.
 * SS_ERROR_MEMORY. Free with ss_step_file_free in either case. */
bool ss_step_file_from_problem(ss_step_file *file, const ss_problem *bodies, const double *r,
                               ss_error *error);

/* Number the bodies of a step that was checked along a curve through their centres x (3 a body, m;
 * of those whose motion is given not read), given ones behind them as they were, and the contacts
 * by the first of their bodies that moves: neighbours in space stand near each other in the arrays,
 * as ranks and caches like it. SS_ERROR_MEMORY, after which the step is only to be freed. */
bool ss_step_file_follow_curve(ss_step_file *file, const double *x, ss_error *error);

/* The same of the step of these bodies: the moving ones lead; the ground, which the step may have
 * one of, has no centre. */
struct ss_bodies;
bool ss_step_file_follow_bodies(ss_step_file *file, const struct ss_bodies *bodies,
                                ss_error *error);

/* JSON: does the file begin as an object does (false also where it cannot be read); the reader,
 * whose arrays agree in size; the text, to be freed. SS_ERROR_DATA with the line, SS_ERROR_MEMORY.
 */
bool ss_step_json_is(const char *path);
bool ss_step_json_read(ss_step_file *file, const char *path, ss_error *error);
char *ss_step_json_print(const ss_step_file *file, size_t *size, ss_error *error);

#endif
