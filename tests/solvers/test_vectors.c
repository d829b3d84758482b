/* Operations on long vectors (solvers/sphere/vectors.h): those of plain loops, the sums in the
 * order that is promised, and the same bits in every form; so are packed contacts as a long vector
 * (solvers/sphere/mix.h), which keep to the cone and move their bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "solvers/sphere/mix.h"
#include "solvers/sphere/vectors.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <string.h>

enum { MOST = 67, COLUMNS = 7 };

/* What the operations are given, and all that they make of it. */
typedef struct given {
    double x[MOST], z[MOST], y[COLUMNS * MOST], gamma[COLUMNS];
} given;

typedef struct made {
    double dot, size2, a[COLUMNS], b[COLUMNS];
    double change[MOST], last[MOST], left[MOST];
} made;

static made run(const ss_vector_form *form, const given *of, size_t n, size_t m)
{
    made out;
    memset(&out, 0, sizeof out);
    const ss_vectors y = {of->y, n, m};
    memcpy(out.last, of->z, sizeof out.last);
    out.dot = form->dot(of->x, of->z, n);
    memcpy(out.change, of->x, n * sizeof *of->x); /* in place, every other time */
    out.size2 = form->advance(out.change, out.last, m % 2 == 0 ? of->x : out.change, n);
    form->products(out.a, out.b, of->x, of->z, y);
    form->subtract(out.left, of->x, of->gamma, y);
    return out;
}

/* The order of the sums: eight of them, then a tree. */
static double sum_of_products(const double *x, const double *y, size_t n)
{
    double s[8] = {0.0};
    for (size_t i = 0; i < n; ++i)
        s[i % 8] += x[i] * y[i];
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

static made plain(const given *of, size_t n, size_t m)
{
    made out;
    memset(&out, 0, sizeof out);
    memcpy(out.last, of->z, sizeof out.last);
    memcpy(out.last, of->x, n * sizeof *of->x);
    for (size_t i = 0; i < n; ++i) {
        out.change[i] = of->x[i] - of->z[i];
        out.left[i] = of->x[i];
        for (size_t k = 0; k < m; ++k)
            out.left[i] -= of->gamma[k] * of->y[k * n + i];
    }
    out.dot = sum_of_products(of->x, of->z, n);
    out.size2 = sum_of_products(of->x, of->x, n);
    for (size_t k = 0; k < m; ++k) {
        out.a[k] = sum_of_products(of->x, of->y + k * n, n);
        out.b[k] = sum_of_products(of->z, of->y + k * n, n);
    }
    return out;
}

static void fill(gsl_rng *rng, double *x, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        x[i] = gsl_ran_gaussian(rng, 1.0);
}

Test(vectors, every_form_makes_the_bits_of_the_order_that_is_promised)
{
    const ss_isa forms[] = {SS_ISA_SCALAR, SS_ISA_WIDE8, ss_isa_of(0)};
    gsl_rng *const rng = test_rng(5);
    given of;
    fill(rng, of.x, MOST);
    fill(rng, of.z, MOST);
    fill(rng, of.y, COLUMNS * MOST);
    fill(rng, of.gamma, COLUMNS);
    for (size_t n = 0; n <= MOST; ++n)
        for (size_t m = 0; m <= COLUMNS; ++m) {
            const made wanted = plain(&of, n, m);
            for (size_t k = 0; k < 3; ++k) {
                const made got = run(ss_vector_form_of(forms[k]), &of, n, m);
                cr_assert(memcmp(&got, &wanted, sizeof got) == 0, "form %d, %zu vectors of %zu",
                          (int)forms[k], m, n);
            }
        }
    gsl_rng_free(rng);
}

/* Two groups and three contacts alone, each with two bodies of its own. */
enum { GROUPS = 2, ALONE = 3, CONTACTS = SS_LANES * GROUPS + ALONE, BODIES = 2 * CONTACTS };

typedef struct pack {
    double bodies[SS_BODY_STRIDE * BODIES], fields[SS_FIELD_STATE * CONTACTS];
    double d[CONTACTS], x[3 * CONTACTS], g[3 * CONTACTS], f[3 * CONTACTS];
    uint32_t ids[2 * CONTACTS];
} pack;

static ss_packed view(pack *p)
{
    const size_t in_groups = SS_LANES * GROUPS;
    return (ss_packed){.bodies = p->bodies,
                       .fields = p->fields,
                       .ids = p->ids,
                       .n_groups = GROUPS,
                       .single_fields = p->fields + SS_FIELD_STATE * in_groups,
                       .single_ids = p->ids + 2 * in_groups,
                       .n_singles = ALONE,
                       .n_fields = SS_FIELD_STATE,
                       .uniform = true,
                       .mu = 0.4};
}

/* Where component k of contact c is, in a vector of `fields` numbers a contact. */
static size_t place_of(size_t c, size_t k, size_t fields)
{
    const size_t in_groups = SS_LANES * GROUPS;
    return c < in_groups ? (c / SS_LANES * fields + k) * SS_LANES + c % SS_LANES : c * fields + k;
}

static pack random_pack(gsl_rng *rng)
{
    pack p;
    memset(&p, 0, sizeof p);
    fill(rng, p.bodies, SS_BODY_STRIDE * BODIES);
    fill(rng, p.fields, SS_FIELD_STATE * CONTACTS);
    fill(rng, p.x, 3 * CONTACTS);
    for (size_t c = 0; c < CONTACTS; ++c) {
        const size_t group = c / SS_LANES, lane = c % SS_LANES;
        const bool alone = group >= GROUPS;
        double n[3];
        gsl_ran_dir_3d(rng, n, n + 1, n + 2);
        for (size_t k = 0; k < 3; ++k)
            p.fields[place_of(c, SS_FIELD_N + k, SS_FIELD_STATE)] = n[k];
        p.d[c] = gsl_ran_flat(rng, 0.5, 2.0);
        p.ids[alone ? 2 * c : 2 * SS_LANES * group + lane] = (uint32_t)(2 * c);
        p.ids[alone ? 2 * c + 1 : 2 * SS_LANES * group + SS_LANES + lane] = (uint32_t)(2 * c + 1);
    }
    return p;
}

static void mix(pack *p, ss_isa isa)
{
    ss_packed packed = view(p);
    ss_mix_form_of(isa)->take(&packed, p->d, p->x, p->g, p->f);
    ss_mix_form_of(isa)->put(&packed, p->d, p->x);
    for (size_t c = 0; c < CONTACTS; ++c)
        for (size_t k = 0; k < 3; ++k)
            cr_expect_leq(fabs(p->fields[place_of(c, SS_FIELD_P + k, SS_FIELD_STATE)]),
                          packed.largest);
}

static void read_three(double x[3], const double *from, size_t c, size_t first, size_t fields)
{
    for (size_t k = 0; k < 3; ++k)
        x[k] = from[place_of(c, first + k, fields)];
}

/* One contact before and after, by the words of cone.h. */
static void check_contact(const pack *before, const pack *after, size_t c)
{
    double n[3], x[3], y[3], p[3], q[3], g[3], f[3], r[3], spin[3];
    const double *const v = before->bodies + 2 * SS_BODY_STRIDE * c;
    const double *const w = after->bodies + 2 * SS_BODY_STRIDE * c;
    read_three(n, before->fields, c, SS_FIELD_N, SS_FIELD_STATE);
    read_three(p, before->fields, c, SS_FIELD_P, SS_FIELD_STATE);
    read_three(q, after->fields, c, SS_FIELD_P, SS_FIELD_STATE);
    read_three(x, before->x, c, 0, 3);
    read_three(y, after->x, c, 0, 3);
    read_three(g, after->g, c, 0, 3);
    read_three(f, after->f, c, 0, 3);
    /* the cone about n: the plane of n and x is enough */
    const double x_n = ss_dot(n, x);
    double across[3];
    for (size_t k = 0; k < 3; ++k)
        across[k] = x[k] - x_n * n[k];
    const double size = ss_norm(across);
    ss_cone_project(r, (double[]){x_n, size, 0.0}, 0.4);
    for (size_t k = 0; k < 3; ++k) {
        const size_t l = (k + 1) % 3, m = (k + 2) % 3;
        spin[k] = (q[l] - p[l]) * n[m] - (q[m] - p[m]) * n[l];
        cr_expect_float_eq(y[k], r[0] * n[k] + r[1] * across[k] / size, 1e-13);
        cr_expect_float_eq(q[k], before->d[c] * y[k], 1e-13);
        cr_expect_float_eq(g[k], p[k] / before->d[c], 1e-13);
        cr_expect_float_eq(f[k], g[k] - x[k], 1e-13);
        cr_expect_float_eq(w[k] - v[k], v[3] * (q[k] - p[k]), 1e-12);
        cr_expect_float_eq(w[8 + k] - v[8 + k], -v[11] * (q[k] - p[k]), 1e-12);
        cr_expect_float_eq(w[4 + k] - v[4 + k], v[7] * spin[k], 1e-12);
        cr_expect_float_eq(w[12 + k] - v[12 + k], v[15] * spin[k], 1e-12);
    }
}

Test(vectors, packed_contacts_are_taken_and_put_alike_in_every_form)
{
    gsl_rng *const rng = test_rng(6);
    const pack before = random_pack(rng);
    pack scalar = before, wide = before, widest = before;
    mix(&scalar, SS_ISA_SCALAR);
    mix(&wide, SS_ISA_WIDE8);
    mix(&widest, ss_isa_of(0));
    cr_expect(memcmp(&scalar, &wide, sizeof wide) == 0);
    cr_expect(memcmp(&scalar, &widest, sizeof widest) == 0);
    for (size_t c = 0; c < CONTACTS; ++c)
        check_contact(&before, &scalar, c);
    gsl_rng_free(rng);
}
