/* Write one time step of your engine for `stickslip judge-step`: fill the struct, NULL for what you
 * do not have. C and C++, no library. (Layout: problems/files/README.md of stickslip.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STICKSLIP_STEP_H
#define STICKSLIP_STEP_H

#include <stdio.h>

typedef struct stickslip_step {
    const char *engine, *law; /* law: coulomb, associated, square, pyramid, ... as it says of itself */
    double h;                 /* s; 0: not said */
    int n_bodies, n_contacts;
    const double *inverse_mass;    /* n_bodies, 1/kg; 0: its motion is given */
    const double *inverse_inertia; /* 6 n_bodies, fixed frame: xx yy zz xy xz yz */
    const double *velocity_free;   /* 6 n_bodies: with all forces but those of contacts */
    const double *velocity_after;  /* 6 n_bodies, or NULL */
    const int *bodies;             /* 2 n_contacts: a, b, from 0 */
    const double *normal;          /* 3 n_contacts, unit, from b to a */
    const double *arm_a, *arm_b;   /* 3 n_contacts: the point less the centre of mass, m */
    const double *mu;              /* n_contacts */
    const double *tangent;         /* 3 n_contacts: first direction of friction, or NULL */
    const double *target;          /* 3 n_contacts, m/s: what the law wants of the velocity, or NULL */
    const double *gap;             /* n_contacts, m, or NULL */
    const double *impulse;         /* 3 n_contacts, N s, fixed frame, on a; or NULL */
} stickslip_step;

static void stickslip_step_array(FILE *out, const char *name, const double *x, int n, int each)
{
    if (x == NULL)
        return;
    fprintf(out, ",\n    \"%s\": [", name);
    for (int k = 0; k < n * each; ++k)
        fprintf(out, "%s%.17g", k > 0 ? ", " : "", x[k]);
    fputc(']', out);
}

/* 0, or -1 with errno set where the file cannot be written whole. */
static int stickslip_step_write(const char *path, const stickslip_step *s)
{
    FILE *const out = fopen(path, "w");
    if (out == NULL)
        return -1;
    fprintf(out, "{\"format\": \"stickslip rigid step 1\", \"engine\": \"%s\", \"law\": \"%s\", "
                 "\"h\": %.17g,\n  \"bodies\": {\n    \"inverse_mass\": [",
            s->engine, s->law, s->h);
    for (int b = 0; b < s->n_bodies; ++b)
        fprintf(out, "%s%.17g", b > 0 ? ", " : "", s->inverse_mass[b]);
    fputc(']', out);
    stickslip_step_array(out, "inverse_inertia", s->inverse_inertia, s->n_bodies, 6);
    stickslip_step_array(out, "velocity_free", s->velocity_free, s->n_bodies, 6);
    stickslip_step_array(out, "velocity_after", s->velocity_after, s->n_bodies, 6);
    fputs("},\n  \"contacts\": {\n    \"bodies\": [", out);
    for (int k = 0; k < 2 * s->n_contacts; ++k)
        fprintf(out, "%s%d", k > 0 ? ", " : "", s->bodies[k]);
    fputc(']', out);
    stickslip_step_array(out, "normal", s->normal, s->n_contacts, 3);
    stickslip_step_array(out, "arm_a", s->arm_a, s->n_contacts, 3);
    stickslip_step_array(out, "arm_b", s->arm_b, s->n_contacts, 3);
    stickslip_step_array(out, "mu", s->mu, s->n_contacts, 1);
    stickslip_step_array(out, "tangent", s->tangent, s->n_contacts, 3);
    stickslip_step_array(out, "target", s->target, s->n_contacts, 3);
    stickslip_step_array(out, "gap", s->gap, s->n_contacts, 1);
    stickslip_step_array(out, "impulse", s->impulse, s->n_contacts, 3);
    fputs("}}\n", out);
    const int failed = ferror(out);
    return fclose(out) != 0 || failed ? -1 : 0;
}

#endif
