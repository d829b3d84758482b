/* What is seen of discs that are pressed between walls (method 13.13): the numbers of [R]'s
 * figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/scenes/compression.h"

#include <stdlib.h>
#include <string.h>

/* Bins of directions over a whole turn, and of f over its mean; the last holds all above. */
enum { DIRECTIONS = 36, SIZES = 24 };
static const double size_of_bin = 0.25;

/* Of the mean force between discs: what a contact that is loaded has at least. */
static const double least_share = 1e-3;

/* ---- the box ---- */

/* Sums over all contacts that were posed; forces in N. */
typedef struct pass {
    double overlap, deepest, loaded_overlap; /* m */
    size_t n_loaded, n_missed;
    double wall[SS_COMPRESSION_WALLS];
    double xx, zz; /* sums of force times lever on discs, N m */
} pass;

/* The rate of the gap before the step, m/s; of rigid bodies. */
static double opening(const ss_moment *m, const ss_rigid_contact *contact)
{
    double u[3];
    ss_rigid_relative_velocity(u, contact, m->v_before);
    return u[0];
}

static void *make_pass(const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const size_t n = ((const ss_compression_params *)scene->own)->packing.n;
    const double h = scene->params.h;
    pass *const of = calloc(1, sizeof *of);
    for (ss_contact_walk w = ss_walk_begin(m, "walls and overlaps", ""); of && ss_walk_next(&w);) {
        const double gap = m->problem->gap[w.c], overlap = fmax(0.0, -gap);
        of->overlap += overlap;
        of->deepest = fmax(of->deepest, overlap);
        of->loaded_overlap += w.r[0] > 0.0 ? overlap : 0.0;
        of->n_loaded += w.r[0] > 0.0;
        /* where it was at the middle of the last step, it was not even near */
        of->n_missed += gap < 0.0 && gap - h * opening(m, &w.contact) > scene->params.margin;
        /* compression is positive: what is on j acts the other way */
        for (int end = 0; end < 2; ++end) {
            const double *const arm = end == 0 ? w.contact.arm_i : w.contact.arm_j;
            const double force = (end == 0 ? -1.0 : w.contact.j < n ? 1.0 : 0.0) / h;
            of->xx += force * arm[0] * w.p[0];
            of->zz += force * arm[2] * w.p[2];
        }
        if (w.contact.j >= n)
            of->wall[w.contact.j - n] += w.r[0] / h;
    }
    return of;
}

static const ss_observable_name box_names[] = {
    {"compacity", "-", "area of the discs over that between the walls"},
    {"width", "m", "from the left to the right wall, on the floor"},
    {"height", "m", "from the floor to the upper wall"},
    {"sigma_xx", "Pa", "force of the right wall over the height: compression is positive"},
    {"sigma_zz", "Pa", "force of the upper wall over the width"},
    {"sigma_xx_discs", "Pa", "the same of the discs, sum of f l over the area (Love, Weber)"},
    {"sigma_zz_discs", "Pa", "the same along z"},
    {"force_top", "N", "of the upper wall on the discs"},
    {"force_right", "N", "of the right wall"},
    {"force_bottom", "N", "of the floor"},
    {"force_left", "N", "of the left wall"},
    {"violation_mean", "m", "max(0, -gap) at the middle of the step, mean over all contacts posed"},
    {"violation_max", "m", "its largest value"},
    {"violation_loaded", "m", "its mean over contacts with r_n > 0"},
    {.name = NULL}};

static void fill_box(ss_observed *out, const ss_moment *m)
{
    const ss_compression_params *const p = m->scene->own;
    const double *const x = m->scene->bodies.x + 3 * p->packing.n;
    const double width = x[3 * SS_COMPRESSION_RIGHT] - x[3 * SS_COMPRESSION_LEFT];
    const double height = x[3 * SS_COMPRESSION_TOP + 2] - x[3 * SS_COMPRESSION_BOTTOM + 2];
    const pass *const sums = ss_moment_shared(m, make_pass), none = {.n_loaded = 0};
    const pass *const of = sums != NULL ? sums : &none;
    const double posed = fmax(1.0, (double)m->problem->n_contacts);
    ss_observe(out, "compacity", p->disc_area / (width * height));
    ss_observe(out, "width", width);
    ss_observe(out, "height", height);
    ss_observe(out, "sigma_xx", of->wall[SS_COMPRESSION_RIGHT] / height);
    ss_observe(out, "sigma_zz", of->wall[SS_COMPRESSION_TOP] / width);
    ss_observe(out, "sigma_xx_discs", of->xx / (width * height));
    ss_observe(out, "sigma_zz_discs", of->zz / (width * height));
    ss_observe(out, "force_top", of->wall[SS_COMPRESSION_TOP]);
    ss_observe(out, "force_right", of->wall[SS_COMPRESSION_RIGHT]);
    ss_observe(out, "force_bottom", of->wall[SS_COMPRESSION_BOTTOM]);
    ss_observe(out, "force_left", of->wall[SS_COMPRESSION_LEFT]);
    ss_observe(out, "violation_mean", of->overlap / posed);
    ss_observe(out, "violation_max", of->deepest);
    ss_observe(out, "violation_loaded",
               of->n_loaded > 0 ? of->loaded_overlap / (double)of->n_loaded : 0.0);
}

const ss_observable ss_observable_compression = {box_names, fill_box, false};

/* ---- the network of forces ---- */

/* A pair of bodies that press, whose contacts, at several nodes where discs are meshed, are one
 * with the sum of their normal forces; b is a wall from the number of discs on. */
typedef struct link {
    size_t a, b;
    double force, nx, nz; /* N; normal */
} link;

/* Of those that carry: rattlers, discs with fewer than two loaded contacts, taken away one after
 * the other, are none of them. */
typedef struct network {
    size_t n_discs, n_links, rattlers, carrying, ends, n_inner;
    double mean;        /* of pairs of discs, N */
    double weak, above; /* pairs below the mean; sum of f/<f> of the others */
    double twice[2];    /* sums of cos and sin of twice the angle of their normals */
    double direction[DIRECTIONS], size[SIZES]; /* shares of the pairs */
} network;

static void join(link *to, double force, const double n[3])
{
    const double x = to->force * to->nx + force * n[0], z = to->force * to->nz + force * n[2];
    to->force = hypot(x, z);
    to->nx = x / to->force;
    to->nz = z / to->force;
}

/* All pairs that press: contacts of a pair follow each other. */
static size_t collect(link *links, const ss_moment *m)
{
    size_t n = 0;
    for (ss_contact_walk w = ss_walk_begin(m, "loaded contacts", ""); ss_walk_next(&w);) {
        const double force = w.r[0] / m->scene->params.h;
        if (force <= 0.0)
            continue;
        if (n > 0 && links[n - 1].a == w.contact.i && links[n - 1].b == w.contact.j)
            join(&links[n - 1], force, w.contact.n);
        else
            links[n++] = (link){w.contact.i, w.contact.j, force, w.contact.n[0], w.contact.n[2]};
    }
    return n;
}

/* The mean force of pairs of discs, N; 0 where there are none. */
static double mean_of(const link *links, size_t n, size_t n_discs)
{
    double sum = 0.0, count = 0.0;
    for (size_t k = 0; k < n; ++k)
        if (links[k].b < n_discs) {
            sum += links[k].force;
            ++count;
        }
    return count > 0.0 ? sum / count : 0.0;
}

/* Those above the least share of the mean stay, in front. */
static size_t drop_light(link *links, size_t n, double mean)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k)
        if (links[k].force > least_share * mean)
            links[kept++] = links[k];
    return kept;
}

/* Drop the links of discs with fewer than two until there are none; degree[b] is left at what disc
 * b keeps. Returns the links that stay, in front. */
static size_t drop_rattlers(link *links, size_t n, size_t *degree, size_t n_discs)
{
    size_t kept = n;
    do {
        n = kept;
        memset(degree, 0, n_discs * sizeof *degree);
        for (size_t k = 0; k < n; ++k) {
            ++degree[links[k].a];
            if (links[k].b < n_discs)
                ++degree[links[k].b];
        }
        kept = 0;
        for (size_t k = 0; k < n; ++k)
            if (degree[links[k].a] > 1 && (links[k].b >= n_discs || degree[links[k].b] > 1))
                links[kept++] = links[k];
    } while (kept < n);
    return kept;
}

/* The bin of the direction of a normal; a contact is seen from both of its discs. */
static size_t bin_of(double nx, double nz)
{
    const double turn = atan2(nz, nx) / (2.0 * M_PI);
    return (size_t)floor((turn < 0.0 ? turn + 1.0 : turn) * DIRECTIONS) % DIRECTIONS;
}

static void add_pair(network *of, const link *pair)
{
    const double angle = 2.0 * atan2(pair->nz, pair->nx), ratio = pair->force / of->mean;
    const size_t size = (size_t)(ratio / size_of_bin);
    ++of->n_inner;
    of->weak += ratio < 1.0;
    of->above += ratio < 1.0 ? 0.0 : ratio;
    of->twice[0] += cos(angle);
    of->twice[1] += sin(angle);
    of->direction[bin_of(pair->nx, pair->nz)] += 0.5;
    of->direction[bin_of(-pair->nx, -pair->nz)] += 0.5;
    of->size[size < SIZES ? size : SIZES - 1] += 1.0;
}

static void *make_network(const ss_moment *m)
{
    const size_t n = ((const ss_compression_params *)m->scene->own)->packing.n;
    network *const of = calloc(1, sizeof *of);
    link *const links = calloc(m->problem->n_contacts + 1, sizeof *links);
    size_t *const degree = calloc(n + 1, sizeof *degree);
    const bool room = of != NULL && links != NULL && degree != NULL;
    const size_t n_pressing = room ? collect(links, m) : 0;
    const double mean = room && n_pressing > 0 ? mean_of(links, n_pressing, n) : 0.0;
    if (room && mean > 0.0) {
        of->n_discs = n;
        of->mean = mean;
        of->n_links = drop_light(links, n_pressing, mean);
        for (size_t k = 0; k < of->n_links; ++k)
            if (links[k].b < n)
                add_pair(of, &links[k]);
        of->carrying = drop_rattlers(links, of->n_links, degree, n);
        for (size_t b = 0; b < n; ++b) {
            of->rattlers += degree[b] == 0;
            of->ends += degree[b];
        }
    }
    free(degree);
    free(links);
    return of;
}

static const ss_observable_name network_names[] = {
    {"loaded", "-",
     "pairs that press, above 1e-3 of the mean force between discs, without rattlers'"},
    {"rattlers", "-", "discs in fewer than two loaded pairs, taken away one after the other"},
    {"coordination", "-", "loaded pairs a disc that is no rattler"},
    {"force_mean", "N", "mean normal force f of pairs of discs that press"},
    {"weak_share", "-", "share of their loaded contacts with f < <f>"},
    {"tail_rate", "-", "beta of exp(-beta f/<f>) above <f>: 1/(<f/<f> | f > <f>> - 1)"},
    {"anisotropy", "-", "2 |<exp(2 i phi)>| of the normals of loaded pairs of discs: 0 uniform"},
    {.name = NULL}};

static void fill_network(ss_observed *out, const ss_moment *m)
{
    const network *const made = ss_moment_shared(m, make_network), none = {.n_discs = 0};
    const network *const of = made != NULL ? made : &none;
    const double n = (double)of->n_inner, strong = n - of->weak;
    const double standing = (double)(of->n_discs - of->rattlers);
    ss_observe(out, "loaded", (double)of->carrying);
    ss_observe(out, "rattlers", (double)of->rattlers);
    ss_observe(out, "coordination", standing > 0.0 ? (double)of->ends / standing : NAN);
    ss_observe(out, "force_mean", of->mean);
    ss_observe(out, "weak_share", n > 0.0 ? of->weak / n : NAN);
    ss_observe(out, "tail_rate", strong > 0.0 ? 1.0 / (of->above / strong - 1.0) : NAN);
    ss_observe(out, "anisotropy", n > 0.0 ? 2.0 * hypot(of->twice[0], of->twice[1]) / n : NAN);
}

const ss_observable ss_observable_force_network = {network_names, fill_network, false};

/* ---- of rigid discs ---- */

static void fill_rigid(ss_observed *out, const ss_moment *m)
{
    const pass *const sums = ss_moment_shared(m, make_pass);
    const network *const made = ss_moment_shared(m, make_network);
    const double standing = made != NULL ? (double)(made->n_discs - made->rattlers) : 0.0;
    const double free_walls = m->scene->variant == SS_COMPRESSION_ISOTROPIC ? 2.0 : 1.0;
    ss_observe(out, "missed", sums != NULL ? (double)sums->n_missed : NAN);
    ss_observe(out, "isostatic", 2.0 * standing + free_walls);
}

const ss_observable ss_observable_rigid_discs = SS_OBSERVABLE_GROUP(
    fill_rigid,
    {"missed", "-", "pairs that overlap and were farther than the margin one step before"},
    {"isostatic", "-",
     "2 (discs - rattlers) and one for each wall that is free: as many equations of balance"});

/* ---- distributions, at the last step ---- */

static const ss_observable_name distribution_names[] = {
    {"normals", "-",
     "share of the loaded pairs of discs by the direction of their normals, deg from x towards z: "
     "36 bins; each seen from both discs"},
    {"forces", "-", "the same by f/<f>: bins of 0.25, the last for all above"},
    {.name = NULL}};

/* The shares of `n` bins of this width, each under the place of its middle. */
static void add_bins(ss_observed *out, const char *name, const double *bins, size_t n, double width)
{
    double total = 0.0;
    for (size_t k = 0; k < n; ++k)
        total += bins[k];
    for (size_t k = 0; k < n; ++k) {
        char key[40];
        snprintf(key, sizeof key, "at=%.6g", ((double)k + 0.5) * width);
        const ss_observed_value of = {name, key, bins[k] / total, NAN, NAN};
        out->add(out, &of);
    }
}

static void fill_distributions(ss_observed *out, const ss_moment *m)
{
    const ss_scene_params *const p = &m->scene->params;
    const bool ends = m->scene->time > ((double)p->steps - 0.5) * p->h;
    const network *const of = ends ? ss_moment_shared(m, make_network) : NULL;
    if (of == NULL || of->n_inner == 0)
        return;
    add_bins(out, "normals", of->direction, DIRECTIONS, 360.0 / DIRECTIONS);
    add_bins(out, "forces", of->size, SIZES, size_of_bin);
}

const ss_observable ss_observable_distributions = {distribution_names, fill_distributions, true};
