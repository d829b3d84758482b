/* The memory of a mixing, cut by ss_mixed_open (room for L contacts) and, for the lanes that there
 * are, by ss_mixed_begin:
 *
 *     | d: L | x: 3 lanes | mixing of 3 lanes |
 *
 * d is found by contacts, once a problem. Where the contacts are packed it is found anew, in the
 * place of x, and put in the order of the lanes: such a problem is the same at each begin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/mixed.h"

#include "solvers/parts/scaling.h"

#include <math.h>

/* Bytes of differences by default (256 KiB: a part of the second cache of any core). */
enum { CACHED = 1 << 18 };

/* Contacts and the lanes without one, of which sweeps have few: where there are more, impulses
 * are mixed as they are read. */
size_t ss_mixed_most(size_t n_contacts)
{
    return n_contacts + n_contacts / 8 + SS_LANES;
}

/* What a core's cache holds of differences: each sweep passes over all of them. */
size_t ss_mixed_depth(const ss_mixed_options *options, size_t n_contacts)
{
    const size_t bytes = 2 * 3 * n_contacts * sizeof(double);
    size_t m = options->m;
    if (m == 0)
        for (m = 5; m < 10 && (m + 1) * bytes <= CACHED;)
            ++m;
    return m;
}

size_t ss_mixed_length(size_t n_contacts, size_t room, const ss_mixed_options *options)
{
    const size_t m = ss_mixed_depth(options, n_contacts);
    return 4 * room + ss_mixing_length(3 * room, m);
}

ss_mixed ss_mixed_open(const ss_outer_task *inner, const ss_mixed_options *options, size_t room,
                       double *memory)
{
    const size_t n = inner->sweep.problem->n_contacts;
    ss_mixed m = {.inner = inner, .options = *options, .room = room, .d = memory};
    m.options.m = ss_mixed_depth(options, n);
    ss_scaling_find(m.d, inner->sweep.problem);
    return m;
}

/* The k-th lot of packed contacts; NULL past the last. */
static ss_packed *pack_at(const ss_mixed *m, size_t k)
{
    return m->packed ? m->inner->iteration->packed(m->inner, k) : NULL;
}

/* The lanes of all packs; 0 where nothing is packed. */
static size_t count_lanes(ss_mixed *m)
{
    const ss_packed *packed = NULL;
    size_t lanes = 0;
    m->packed = m->inner->iteration->packed != NULL;
    for (size_t k = 0; (packed = pack_at(m, k)) != NULL; ++k)
        lanes += ss_mix_lanes(packed);
    return lanes;
}

size_t ss_mixed_room(const ss_outer_task *inner)
{
    const size_t n = inner->sweep.problem->n_contacts, most = ss_mixed_most(n);
    ss_mixed m = {.inner = inner};
    const size_t lanes = count_lanes(&m);
    /* who packs, but at `begin` alone, does not say yet how many */
    const size_t room = lanes == 0 && m.packed ? most : lanes;
    return room > most || room < n ? n : room;
}

/* x, or g and f, from the image. */
static void take(const ss_mixed *m, double *g)
{
    const ss_sweep *const sweep = &m->inner->sweep;
    const ss_mix_form *const form = ss_mix_form_of(ss_isa_of(0));
    const ss_packed *packed = NULL;
    double *place = NULL, *f = NULL;
    ss_mixing_places(&m->mixing, &place, &f);
    for (size_t k = 0, at = 0; (packed = pack_at(m, k)) != NULL; ++k, at += ss_mix_lanes(packed))
        form->take(packed, m->d + at, m->x + 3 * at, g + 3 * at, f + 3 * at);
    if (m->packed)
        return;
    ss_scaling_divide(g, sweep->r, m->d, m->lanes);
    for (size_t i = 0; g != m->x && i < 3 * m->lanes; ++i)
        f[i] = g[i] - m->x[i];
}

/* From x, which is projected, to the impulses, and the wrapped solver's state with them. */
static void put(const ss_mixed *m)
{
    const ss_sweep *const sweep = &m->inner->sweep;
    const ss_mix_form *const form = ss_mix_form_of(ss_isa_of(0));
    ss_packed *packed = NULL;
    for (size_t k = 0, at = 0; (packed = pack_at(m, k)) != NULL; ++k, at += ss_mix_lanes(packed))
        form->put(packed, m->d + at, m->x + 3 * at);
    if (m->packed)
        return;
    ss_scaling_project(m->x, sweep->problem);
    ss_scaling_multiply(sweep->r, m->x, m->d, m->lanes);
    m->inner->iteration->write(m->inner);
}

void ss_mixed_keep(ss_mixed *m)
{
    take(m, m->x);
}

/* The vectors, for the lanes that there are. */
static void lay(ss_mixed *m)
{
    const size_t lanes = count_lanes(m);
    const ss_packed *packed = NULL;
    m->packed = lanes > 0 && lanes <= m->room;
    m->lanes = m->packed ? lanes : m->inner->sweep.problem->n_contacts;
    m->x = m->d + m->room;
    if (m->packed)
        ss_scaling_find(m->x, m->inner->sweep.problem);
    for (size_t k = 0, at = 0; (packed = pack_at(m, k)) != NULL; ++k, at += ss_mix_lanes(packed))
        ss_mix_scale(m->d + at, packed, m->x);
    m->mixing = ss_mixing_open(3 * m->lanes, m->options.m, m->options.lambda, m->x + 3 * m->lanes);
    m->mixing.share = m->share;
}

void ss_mixed_restart(ss_mixed *m)
{
    ss_mixing_restart(&m->mixing);
    ss_mixed_keep(m);
}

void ss_mixed_begin(ss_mixed *m)
{
    m->inner->iteration->begin(m->inner);
    lay(m);
    ss_mixed_keep(m);
}

static void read(const ss_mixed *m)
{
    if (m->inner->iteration->read != NULL)
        m->inner->iteration->read(m->inner);
}

size_t ss_mixed_sweep(ss_mixed *m)
{
    const size_t sweeps = m->inner->iteration->apply(m->inner);
    if (!m->packed)
        read(m);
    return sweeps;
}

void ss_mixed_read(const ss_mixed *m)
{
    if (m->packed)
        read(m);
}

void ss_mixed_mix(ss_mixed *m)
{
    const ss_sweep *const sweep = &m->inner->sweep;
    const size_t n = sweep->problem->n_contacts;
    double *g = NULL, *f = NULL;
    ss_mixing_places(&m->mixing, &g, &f);
    take(m, g);
    /* without a history x = g, and the impulses are the image already */
    const bool mixed = ss_mixing_next(&m->mixing, m->x, g, f);
    sweep->work->flops += m->mixing.flops + 9 * n; /* r', g - x, r */
    if (!mixed)
        return;
    put(m);
    sweep->work->projections += n;
    /* the wrapped solver's velocities: anew from all r, or by what all r have changed */
    ++sweep->work->products;
}

double ss_mixed_moved(void *mixed, const double *r)
{
    const ss_mixed *const m = mixed;
    ss_exact_sum sum = {.not_finite = 0};
    double squared;
    for (size_t c = 0; c < m->lanes; ++c) {
        double f[3];
        for (size_t i = 0; i < 3; ++i)
            f[i] = r[3 * c + i] / m->d[c] - m->x[3 * c + i];
        ss_share_add(m->share, &sum, c, ss_dot(f, f));
    }
    m->inner->sweep.work->flops += 12 * m->lanes;
    ss_share_finish(m->share, &sum, &squared, 1);
    return sqrt(squared);
}

/* At the end of a stretch: is the next one to be mixed? */
static void look_back(ss_mixed *mixed, ss_stretch *s)
{
    ss_mixed_read(mixed);
    const double value = s->ask(s->self, mixed->inner->sweep.r);
    /* a value that is NaN has not halved */
    s->plain = !s->plain && !(value <= 0.5 * s->value);
    s->value = value;
    s->sweeps = 0;
    if (s->plain)
        ss_mixing_restart(&mixed->mixing);
}

void ss_mixed_go_on(ss_mixed *mixed, ss_stretch *s, size_t sweeps)
{
    s->sweeps += sweeps;
    if (s->sweeps >= s->patience && s->ask != NULL)
        look_back(mixed, s);
    if (s->plain)
        ss_mixed_keep(mixed);
    else
        ss_mixed_mix(mixed);
}
