/* The equations of the central path (method 12.2). Its one unknown is z, 3 numbers a contact, free
 * in R^3; with l = ln tau, y(z, tau) and x = y - z lie inside L and y o x = tau^2 e. On the path
 *
 *     G(z, l) = W~ y + q~ + s e - x = 0,   s = sqrt(|x_t|^2 + eps^2),   eps = kappa tau^2/tau_ref
 *
 * and at tau = 0 that is the problem itself.
 *
 * Why z: y and x of a contact are made of one free vector by its eigenvalues lambda, so that both
 * lie inside the cone and y o x = tau^2 e whatever z is, and no step has to stop at a boundary:
 *
 *     phi(lambda) = (lambda + sqrt(lambda^2 + 4 tau^2))/2  of y,   tau^2/phi  of x
 *
 * As tau falls, phi tends to max(lambda, 0): y to the projection of z on L, and x to that of -z.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PATH_MAP_H
#define SS_SOLVERS_GLOBAL_PATH_MAP_H

#include "solvers/global/system.h"

/* The equations at one place (z, l); arrays are borrowed. */
typedef struct ss_path_map {
    ss_system *s;
    double kappa;
    double *y, *v, *G; /* 3 n each: y, W~ y + q~, G */
    double norm;       /* |G| */
    double *G_l;       /* 3 n: dG/dl */
    double *p;         /* 3 n: dy/dl */
    double *scratch;   /* 6 n */
    double *D, *K;     /* 9 n each: J = dG/dz = W~ D + K, D and K by contacts */
} ss_path_map;

/* Doubles that the arrays need a contact: 7 vectors, D and K. */
enum { SS_PATH_MAP_LENGTH = 7 * 3 + 2 * 9 };

/* The equations of s, without a place yet; `memory` is borrowed. */
ss_path_map ss_path_map_lay(ss_system *s, double kappa, double *memory);

/* y, v, G and its norm at (z, l); a product by W. */
void ss_path_map_value(ss_path_map *m, const double *z, double l);

/* D, K, p and G_l there; a product by W. */
void ss_path_map_derivative(ss_path_map *m, const double *z, double l);

/* |J dz + G_l dl + G|, with the last value and derivatives; a product by W. */
double ss_path_map_residual(ss_path_map *m, const double *dz, double dl);

#endif
