/* Regular arrays of equal discs at rest in the x-z plane ([P] 5.1, Figure 6): rows that stand on
 * each other, rows in the gaps of those below, between two walls, and piles that no wall holds. The
 * forces of one step from rest are those of equilibrium, of which many are known in closed form
 * (method 13.9).
 *
 * Rows k = 1 .. K are counted from the top, discs of a row from the left. Discs of a row are 2 a (1
 * + gap) apart, a the radius; the lines of centres between rows rise by theta, cos theta = (1 +
 * gap)/2. Forces are in w, the weight of a disc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_DISC_ARRAY_H
#define SS_PROBLEMS_SCENES_DISC_ARRAY_H

#include "problems/motion/observable.h"
#include "problems/scenes/scene_table.h"

/* The kinds. SQUARE: K rows of n; TRIANGULAR: rows of n and n - 1 in turn, n in the lowest; both in
 * a box. PILE: n, n - 1, ... from below, as many rows as wanted, on the floor alone. */
enum { SS_DISC_ARRAY_SQUARE, SS_DISC_ARRAY_TRIANGULAR, SS_DISC_ARRAY_PILE };
enum { SS_DISC_ARRAY_FIXED, SS_DISC_ARRAY_FREE };

typedef struct ss_disc_array {
    size_t n;      /* discs of the lowest row */
    size_t rows;   /* K; as an option, 0 stands for n */
    double radius; /* a, m */
    double gap;    /* between neighbours in a row, in diameters */
    double touch;  /* gaps up to this are contacts, in radii */
    int base;      /* SS_DISC_ARRAY_FIXED: the lowest row is held where it is; or _FREE */
    /* Set by ss_disc_array_open: */
    int kind;
    bool touches; /* neighbours in a row are contacts */
} ss_disc_array;

/* The parameters of a scene that is such an array. */
typedef struct ss_disc_array_params {
    ss_scene_params scene;
    ss_disc_array array;
} ss_disc_array_params;

/* Rows of ss_disc_array_params. */
#define SS_DISC_ARRAY_ROWS(of_gap, gap_source, of_base, base_source)                               \
    SS_COUNT(ss_disc_array_params, array.n, "n", 4, 2, 2000, "discs of the lowest row",            \
             "choice: [P] 5.1 gives no number"),                                                   \
        SS_COUNT(ss_disc_array_params, array.rows, "rows", 0, 0, 2000,                             \
                 "rows of discs, K; 0: as many as n", "choice: [P] 5.1 gives no number"),          \
        SS_REAL(ss_disc_array_params, array.radius, "radius", 1.5e-3, SS_ABOVE_ZERO, 1e3, "m",     \
                "radius, a", "choice: that of [P] 5.2"),                                           \
        SS_REAL(ss_disc_array_params, array.gap, "gap", of_gap, 0.0, 0.7, "-",                     \
                "between neighbours in a row, in diameters; sets the angle between rows: cos "     \
                "theta = (1 + gap)/2",                                                             \
                gap_source),                                                                       \
        SS_CHOICE(ss_disc_array_params, array.base, "base", of_base, "fixed|floor",                \
                  "the lowest row is held where it is, or stands on the floor", base_source),      \
        SS_REAL(ss_disc_array_params, array.touch, "touch", 1e-7, 0.0, 0.1, "-",                   \
                "contacts are gaps up to this, in radii, or `margin` where that is more",          \
                "choice: discs that touch count in spite of rounding")

/* Defaults that all have; of_mu and its source differ. */
#define SS_DISC_ARRAY_DEFAULTS(of_mu, mu_source)                                                   \
    {"mu", of_mu, mu_source}, {"h", 1e-4, "choice: the forces do not depend on it"},               \
        {"steps", 1, "[P] 5.1: quasi-static; at rest all steps are alike"},                        \
        {"tol", 1e-8, "choice: not given in [P]"},                                                 \
        {"max-sweeps", 200000, "choice: square-array of 64 rows takes sbp 71000"},                 \
        {"restitution", SS_LAW_PRINTED, "choice: as in balls-4, method 8"},                        \
    {                                                                                              \
        "e_t", 1.0, "choice: as in balls-4, method 8; at rest without effect"                      \
    }

/* Contacts of a disc with those below, with its right neighbour, with the floor and with a wall. */
typedef enum ss_disc_contact_kind {
    SS_DISC_DOWN,
    SS_DISC_DOWN_LEFT,
    SS_DISC_DOWN_RIGHT,
    SS_DISC_ROW,
    SS_DISC_FLOOR,
    SS_DISC_WALL
} ss_disc_contact_kind;

/* A contact by the disc that it belongs to: the upper one, the left one of a row. */
typedef struct ss_disc_contact {
    size_t row, column;
    ss_disc_contact_kind kind;
} ss_disc_contact;

/* The given bodies, behind the discs: n_moving + these. A pile has the floor alone. */
enum { SS_DISC_ARRAY_FLOOR, SS_DISC_ARRAY_LEFT, SS_DISC_ARRAY_RIGHT };

/* Discs of row k, and of all. */
size_t ss_disc_array_row_length(const ss_disc_array *array, size_t k);
size_t ss_disc_array_discs(const ss_disc_array *array);

/* The contact between bodies i < j. Discs are numbered row by row from below, from the left. */
ss_disc_contact ss_disc_array_contact(const ss_disc_array *array, size_t i, size_t j);

/* The body in the place of b in the mirror. */
size_t ss_disc_array_mirror(const ss_disc_array *array, size_t b);

/* r_n/w and |r_t|/w of a contact in equilibrium at friction mu, method 13.9; NAN where they are not
 * known, or not the only ones. */
double ss_disc_array_normal(const ss_disc_array *array, const ss_disc_contact *contact, double mu);
double ss_disc_array_tangential(const ss_disc_array *array, const ss_disc_contact *contact,
                                double mu);

/* Is it known that nothing moves? */
bool ss_disc_array_rests(const ss_disc_array *array, double mu);

/* Open a scene whose params are ss_disc_array_params, of the kind that its `variant` is. */
bool ss_disc_array_open(ss_scene *scene, ss_error *error);

/* Observables: of all, of each contact (normal force and friction over w), and along the rows. */
extern const ss_observable ss_observable_disc_array, ss_observable_disc_forces,
    ss_observable_disc_side_force;

#define SS_DISC_ARRAY_OBSERVABLES &ss_observable_disc_array, &ss_observable_disc_forces

#endif
