/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/witness.h"

#include "problems/base/child.h"
#include "problems/contact/operator.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A problem and the form that it points at. */
typedef struct shallow {
    ss_problem problem;
    union {
        ss_ball_form balls;
        ss_rigid_form rigid;
        ss_block_form blocks;
    };
} shallow;

/* The beginning of the shared memory. */
typedef struct testimony {
    volatile int whole; /* not 0: the copy is; an int, since a child may leave anything here */
    shallow copy;       /* its arrays are in this memory */
    ss_keepsake last;   /* likewise */
} testimony;

/* The handle; each process has its own. */
struct ss_witness {
    testimony *kept;
    size_t size;  /* of the shared memory, with what follows `kept`, bytes */
    shallow view; /* a copy of the copy that the child cannot change any more */
};

/* Address space of a witness: most first; only what is written takes memory. */
enum { MOST_BYTES = 1 << 30, LEAST_BYTES = 1 << 22, ALIGNMENT = 64 };

/* An array of a problem: the pointer to it, and its bytes. */
typedef struct piece {
    void *at;
    size_t bytes;
} piece;

enum { MOST_PIECES = 12 };

static size_t list_moving(piece *list, ss_moving *moving)
{
    list[0] = (piece){&moving->v_free, 6 * moving->n_bodies * sizeof(double)};
    list[1] = (piece){&moving->inv_mass, moving->n_bodies * sizeof(double)};
    return 2;
}

static size_t list_pieces(piece list[MOST_PIECES], shallow *s)
{
    ss_problem *const p = &s->problem;
    const size_t n = p->n_contacts, real = sizeof(double);
    size_t k = 0;
    list[k++] = (piece){&p->q, 3 * n * real};
    list[k++] = (piece){&p->mu, n * real};
    list[k++] = (piece){&p->rho_bar, n * real};
    list[k++] = (piece){&p->W_cc, p->W_cc != NULL ? 9 * n * real : 0};
    if (p->form == SS_FORM_BALLS) {
        k += list_moving(list + k, &s->balls.moving);
        list[k++] = (piece){&s->balls.inv_inertia, s->balls.moving.n_bodies * real};
        list[k++] = (piece){&s->balls.contacts, n * sizeof *s->balls.contacts};
        list[k++] = (piece){&s->balls.given_arm, s->balls.given_arm != NULL ? 3 * n * real : 0};
    } else if (p->form == SS_FORM_RIGID) {
        k += list_moving(list + k, &s->rigid.moving);
        list[k++] = (piece){&s->rigid.inv_inertia, 6 * s->rigid.moving.n_bodies * real};
        list[k++] = (piece){&s->rigid.contacts, n * sizeof *s->rigid.contacts};
    } else {
        const size_t n_blocks = s->blocks.row_start[n];
        list[k++] = (piece){&s->blocks.blocks, 9 * n_blocks * real};
        list[k++] = (piece){&s->blocks.column, n_blocks * sizeof *s->blocks.column};
        list[k++] = (piece){&s->blocks.row_start, (n + 1) * sizeof *s->blocks.row_start};
    }
    return k;
}

static void point_at_form(shallow *s)
{
    if (s->problem.form == SS_FORM_BALLS)
        s->problem.balls = &s->balls;
    else if (s->problem.form == SS_FORM_RIGID)
        s->problem.rigid = &s->rigid;
    else
        s->problem.blocks = &s->blocks;
}

static void copy_shallow(shallow *s, const ss_problem *problem)
{
    s->problem = *problem;
    s->problem.point = NULL; /* for writers of files only */
    if (problem->form == SS_FORM_BALLS)
        s->balls = *problem->balls;
    else if (problem->form == SS_FORM_RIGID)
        s->rigid = *problem->rigid;
    else
        s->blocks = *problem->blocks;
}

/* The array that a piece names; its pointer's type is any. */
static const void *array_of(const piece *x)
{
    const void *array = NULL;
    memcpy(&array, x->at, sizeof array);
    return array;
}

ss_witness *ss_witness_create(ss_error *error)
{
    ss_witness *const witness = calloc(1, sizeof *witness);
    if (witness == NULL) {
        ss_error_memory(error, "the witness of a run");
        return NULL;
    }
    for (size_t size = MOST_BYTES; witness->kept == NULL && size >= LEAST_BYTES; size /= 2) {
        witness->kept = ss_child_share(size, size / 2 < LEAST_BYTES ? error : NULL);
        witness->size = size;
    }
    if (witness->kept != NULL)
        return witness;
    free(witness);
    return NULL;
}

void ss_witness_free(ss_witness *witness)
{
    if (witness != NULL)
        ss_child_unshare(witness->kept, witness->size);
    free(witness);
}

void ss_witness_hide(ss_witness *witness)
{
    ss_child_hide(witness->kept, witness->size);
}

/* The next `bytes` bytes behind *used; NULL without room. */
static void *take(ss_witness *witness, size_t *used, size_t bytes)
{
    const size_t begin = (*used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (begin > witness->size || bytes > witness->size - begin)
        return NULL;
    *used = begin + bytes;
    return (char *)witness->kept + begin;
}

void ss_witness_forget(ss_witness *witness)
{
    witness->kept->whole = 0;
    witness->kept->last.copies = 0;
}

bool ss_witness_pose(ss_witness *witness, const ss_problem *problem)
{
    piece list[MOST_PIECES];
    testimony *const kept = witness->kept;
    size_t used = sizeof *kept;
    shallow *const copy = &kept->copy;
    const size_t r_bytes = 3 * problem->n_contacts * sizeof(double);
    ss_witness_forget(witness);
    copy_shallow(copy, problem);
    const size_t n = list_pieces(list, copy);
    for (size_t k = 0; k < n; ++k) {
        void *const array = take(witness, &used, list[k].bytes);
        if (array == NULL)
            return false;
        if (list[k].bytes == 0)
            continue;
        memcpy(array, array_of(&list[k]), list[k].bytes);
        memcpy(list[k].at, &array, sizeof array);
    }
    point_at_form(copy);
    for (size_t k = 0; k < 2; ++k) {
        double *const r = kept->last.r[k] = take(witness, &used, r_bytes);
        if (r == NULL)
            return false;
        memset(r, 0, r_bytes); /* its pages are there when the solver's clock runs */
    }
    kept->whole = 1;
    return true;
}

bool ss_witness_agrees(const ss_witness *witness, const ss_problem *problem)
{
    piece then[MOST_PIECES], now[MOST_PIECES];
    shallow copy, other;
    if (!witness->kept->whole)
        return true;
    copy_shallow(&other, problem);
    copy = witness->kept->copy;
    if (other.problem.n_contacts != copy.problem.n_contacts ||
        other.problem.form != copy.problem.form)
        return false;
    bool same = true;
    const size_t n = list_pieces(then, &copy);
    if (list_pieces(now, &other) != n)
        return false;
    for (size_t k = 0; same && k < n; ++k)
        same = then[k].bytes == now[k].bytes &&
               (then[k].bytes == 0 ||
                memcmp(array_of(&then[k]), array_of(&now[k]), then[k].bytes) == 0);
    return same;
}

ss_keepsake *ss_witness_keepsake(ss_witness *witness)
{
    return witness->kept->whole ? &witness->kept->last : NULL;
}

static bool is_inside(const ss_witness *witness, const void *array, size_t bytes)
{
    const uintptr_t begin = (uintptr_t)witness->kept, at = (uintptr_t)array;
    return bytes == 0 ||
           (at >= begin && at - begin <= witness->size && bytes <= witness->size - (at - begin));
}

/* Do the contacts name bodies, and the blocks contacts, that there are? */
static bool has_all_it_names(const shallow *view)
{
    const size_t n = view->problem.n_contacts;
    bool has = true;
    if (view->problem.form == SS_FORM_BLOCKS) {
        const size_t *const row_start = view->blocks.row_start;
        for (size_t c = 0; has && c < n; ++c)
            has = row_start[c] <= row_start[c + 1];
        for (size_t k = 0; has && k < row_start[n]; ++k)
            has = view->blocks.column[k] < n;
        return has;
    }
    const size_t n_bodies = ss_operator_moving(&view->problem)->n_bodies;
    for (size_t c = 0; has && c < n; ++c)
        has = view->problem.form == SS_FORM_BALLS
                  ? view->balls.contacts[c].i < n_bodies && view->balls.contacts[c].j < n_bodies
                  : view->rigid.contacts[c].i < n_bodies && view->rigid.contacts[c].j < n_bodies;
    return has;
}

/* Are all arrays of the view in the shared memory, and all indices in the arrays? Pointers, counts
 * and indices are the child's. */
static bool is_sound(const ss_witness *witness, shallow *view)
{
    piece list[MOST_PIECES] = {{NULL, 0}};
    const size_t n = view->problem.n_contacts, most = witness->size / sizeof(double);
    const ss_form form = view->problem.form;
    if (n > most || (unsigned)form > SS_FORM_BLOCKS ||
        (form != SS_FORM_BALLS && view->problem.W_cc == NULL))
        return false;
    const ss_moving *const moving = ss_operator_moving(&view->problem);
    const size_t *const row_start = view->blocks.row_start;
    if (moving != NULL
            ? moving->n_bodies > most || moving->n_moving > moving->n_bodies
            : !is_inside(witness, row_start, (n + 1) * sizeof *row_start) || row_start[n] > most)
        return false;
    bool sound = true;
    const size_t n_pieces = list_pieces(list, view);
    for (size_t k = 0; sound && k < n_pieces; ++k)
        sound = is_inside(witness, array_of(&list[k]), list[k].bytes);
    return sound && has_all_it_names(view);
}

const ss_problem *ss_witness_problem(ss_witness *witness, const double **r, size_t *sweeps)
{
    const testimony *const kept = witness->kept;
    const size_t last = kept->last.copies % 2;
    if (!kept->whole || kept->last.copies == 0)
        return NULL;
    witness->view = kept->copy;
    *r = kept->last.r[last];
    *sweeps = kept->last.sweeps[last];
    point_at_form(&witness->view);
    if (!is_sound(witness, &witness->view) ||
        !is_inside(witness, *r, 3 * witness->view.problem.n_contacts * sizeof **r))
        return NULL;
    return &witness->view.problem;
}
