/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/bodies.h"

#include "harness/tables/status.h"
#include "problems/contact/vec3.h"

#include <math.h>

enum { NORMAL, NORMAL_FORCE, TANGENTIAL_FORCE, STATUS, BODY_I, BODY_J, N_FIELDS };

static const ss_vtp_field point_fields[N_FIELDS] = {
    [NORMAL] = {"normal", 3, false, "x y z"},
    [NORMAL_FORCE] = {"normal force (N)", 1, false, NULL},
    [TANGENTIAL_FORCE] = {"tangential force (N)", 3, false, "x y z"},
    [STATUS] = {"status (0 open 1 sticking 2 sliding)", 1, true, NULL},
    [BODY_I] = {"body i", 1, true, NULL},
    [BODY_J] = {"body j", 1, true, NULL}};

/* Of the chains: at points, for the tubes that ParaView draws around lines are as wide as a
 * quantity of points says. */
enum { FORCE, CHAIN_NORMAL_FORCE, CHAIN_STATUS, N_CHAIN_FIELDS };

static const ss_vtp_field chain_fields[N_CHAIN_FIELDS] = {
    [FORCE] = {"force (N)", 1, false, NULL},
    [CHAIN_NORMAL_FORCE] = {"normal force (N)", 1, false, NULL},
    [CHAIN_STATUS] = {"status (0 open 1 sticking 2 sliding)", 1, true, NULL}};

void ss_export_contacts_frame(ss_export_contacts *c)
{
    if (c->points.fields == NULL) {
        c->points = (ss_vtp){
            .fields = point_fields, .n_fields = N_FIELDS, .cells = SS_VTP_VERTS, .at_points = true};
        c->chains = (ss_vtp){.fields = chain_fields,
                             .n_fields = N_CHAIN_FIELDS,
                             .cells = SS_VTP_LINES,
                             .at_points = true};
    }
    ss_vtp_clear(&c->points);
    ss_vtp_clear(&c->chains);
}

static void add_chain(ss_vtp *vtp, const double x[3], const ss_export_place *const ends[2],
                      const double forces[2], size_t status)
{
    const double *at[3];
    size_t n = 0;
    if (ends[0] != NULL && !ends[0]->is_wall)
        at[n++] = ends[0]->x;
    at[n++] = x;
    if (ends[1] != NULL && !ends[1]->is_wall)
        at[n++] = ends[1]->x;
    if (n < 2)
        return;
    for (size_t k = 0; k < n; ++k) {
        ss_vtp_corner(vtp, ss_vtp_point(vtp, at[k]));
        ss_vtp_real(vtp, FORCE, &forces[0]);
        ss_vtp_real(vtp, CHAIN_NORMAL_FORCE, &forces[1]);
        ss_vtp_count(vtp, CHAIN_STATUS, status);
    }
    ss_vtp_end_cell(vtp);
}

bool ss_export_contacts_add(ss_export_contacts *c, const ss_forces_row *row, const char *path,
                            size_t line, ss_error *error)
{
    ss_zone status;
    if (!ss_status_find(row->status, path, line, &status, error))
        return false;
    const double x[3] = {row->x_m, row->y_m, row->z_m}, n[3] = {row->nx, row->ny, row->nz};
    const double p[3] = {row->px_ns, row->py_ns, row->pz_ns};
    if (!isfinite(ss_norm(x) + ss_norm(n) + ss_norm(p) + row->rn_ns))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: the force of bodies %zu and %zu is not finite", path,
                            line, row->i, row->j);
    const double normal = row->rn_ns / c->h, forces[2] = {ss_norm(p) / c->h, normal};
    double tangential[3];
    for (size_t k = 0; k < 3; ++k)
        tangential[k] = (p[k] - row->rn_ns * n[k]) / c->h;
    ss_vtp_corner(&c->points, ss_vtp_point(&c->points, x));
    ss_vtp_end_cell(&c->points);
    ss_vtp_real(&c->points, NORMAL, n);
    ss_vtp_real(&c->points, NORMAL_FORCE, &normal);
    ss_vtp_real(&c->points, TANGENTIAL_FORCE, tangential);
    ss_vtp_count(&c->points, STATUS, status);
    ss_vtp_count(&c->points, BODY_I, row->i);
    ss_vtp_count(&c->points, BODY_J, row->j);
    add_chain(&c->chains, x,
              (const ss_export_place *const[]){ss_export_bodies_find(c->bodies, row->i),
                                               ss_export_bodies_find(c->bodies, row->j)},
              forces, status);
    return true;
}

void ss_export_contacts_free(ss_export_contacts *c)
{
    ss_vtp_free(&c->points);
    ss_vtp_free(&c->chains);
}
