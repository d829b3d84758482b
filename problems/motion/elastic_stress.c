/* The quadrilaterals of meshed bodies with their stress, one after the other: what a table or a
 * picture shows of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/elastic.h"

/* The stress (tension positive) of `in`, in the frame, turned into the fixed one. */
static void turn(double out[3], const ss_elastic_frame *frame, const double in[3])
{
    const double c = frame->cosine, s = frame->sine, across = 2.0 * c * s * in[2];
    out[0] = c * c * in[0] + s * s * in[1] - across;
    out[1] = s * s * in[0] + c * c * in[1] + across;
    out[2] = c * s * (in[0] - in[1]) + (c * c - s * s) * in[2];
}

void ss_elastic_show_parts(const ss_flexible *flexible, ss_flexible_take *take, void *context)
{
    static const double middle[2] = {0.0, 0.0};
    const ss_elastic *const e = (const ss_elastic *)flexible;
    for (size_t k = 0; k < e->n_meshed; ++k) {
        const double *const x = e->x + e->n * k;
        const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, x);
        double *const d = e->force; /* scratch of the step */
        ss_elastic_displacement(d, &e->mesh, e->size[k], &frame, x);
        for (size_t i = 0; i < e->n; ++i)
            d[i] /= e->size[k];
        for (size_t quad = 0; quad < e->mesh.n_quads; ++quad) {
            ss_flexible_part part = {.body = e->body[k], .part = quad};
            double stress[3];
            for (size_t i = 0; i < 4; ++i) {
                const double *const at = x + 2 * e->mesh.corner[4 * quad + i];
                part.corner[i][0] = at[0];
                part.corner[i][1] = at[1];
            }
            ss_elastic_stress(stress, &e->mesh, &e->params.material, d, quad, middle);
            turn(part.stress, &frame, stress);
            take(context, &part);
        }
    }
}
