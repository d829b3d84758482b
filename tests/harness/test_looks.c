/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/looks.h"
#include "solvers/base/outer_solver.h"

#include <criterion/criterion.h>

#include <string.h>

static ss_figure_looks looks_of(const char *const *labels, size_t n)
{
    ss_figure_looks looks = {.n = 0};
    for (size_t k = 0; k < n; ++k)
        ss_figure_looks_add(&looks, labels[k]);
    return looks;
}

static bool is_same(ss_look a, ss_look b)
{
    return a.colour == b.colour && a.dash == b.dash && a.mark == b.mark;
}

static void expect_apart(const ss_figure_looks *looks)
{
    for (size_t a = 0; a < looks->n; ++a)
        for (size_t b = a + 1; b < looks->n; ++b)
            cr_expect_not(is_same(looks->at[a], looks->at[b]), "curves %zu and %zu", a, b);
}

/* Every local solver has a look, and every outer one that is not its local solver in another order;
 * the numbers are within the lists of style.gp, and no two solvers are drawn alike. */
Test(looks, each_solver_has_its_own)
{
    const char *labels[SS_LOOKS_MOST];
    size_t n = 0;
    const ss_local_solver *local = NULL;
    const ss_outer_solver *outer = NULL;
    for (size_t k = 0; (local = ss_local_solver_at(k)) != NULL; ++k) {
        cr_expect(local->look.colour > 0, "%s", local->name);
        labels[n++] = local->name;
    }
    for (size_t k = 0; (outer = ss_outer_solver_at(k)) != NULL; ++k)
        if (outer->look.colour > 0)
            labels[n++] = outer->name;
        else
            cr_expect(strncmp(outer->name, "nlgs", 4) == 0, "%s", outer->name);
    const ss_figure_looks looks = looks_of(labels, n);
    expect_apart(&looks);
    for (size_t k = 0; k < n; ++k) {
        const ss_look look = looks.at[k];
        cr_expect(look.colour >= 1 && look.colour <= SS_LOOK_COLOURS && look.dash >= 1 &&
                      look.dash <= SS_LOOK_DASHES && look.mark >= 1 && look.mark <= SS_LOOK_MARKS,
                  "%s", labels[k]);
        const ss_figure_looks alone = looks_of(&labels[k], 1);
        cr_expect(is_same(alone.at[0], look), "%s depends on who else is there", labels[k]);
    }
}

/* The same whatever the order and the options; in plain sweeps the local solver's, by dash and mark
 * of the outer one that has its own. */
Test(looks, a_solver_keeps_its_colour)
{
    static const char *const one[] = {"sbp", "ebp[alpha=2]", "nlgs-anderson[local=sal]",
                                      "nlgs-batched[local=exact,isa=avx2]"};
    static const char *const other[] = {"exact (2 of 4 solved)", "nlgs-anderson", "sbp[alpha=0.3]",
                                        "ebp: 0, or no number"};
    static const size_t place[] = {2, 3, 1, 0};
    static const char *const batched[] = {"nlgs-batched[local=exact]"};
    const ss_figure_looks a = looks_of(one, 4), b = looks_of(other, 4),
                          alone = looks_of(batched, 1);
    for (size_t k = 0; k < 3; ++k)
        cr_expect(is_same(a.at[k], b.at[place[k]]), "%s", one[k]);
    cr_expect_eq(a.at[3].colour, b.at[0].colour);
    cr_expect(a.at[3].dash != b.at[0].dash && a.at[3].mark != b.at[0].mark);
    cr_expect(is_same(a.at[3], alone.at[0]), "its place in the figure changes nothing");
}

/* Variants differ by dash and mark; strangers by these and by colour; forty curves are apart. */
Test(looks, no_two_curves_are_alike)
{
    static const char *const three[] = {"sal[alpha=1]", "sal[alpha=2]", "sal[alpha=3]"};
    static const char *const strangers[] = {"mine", "command:python3 a.py", "siconos-nsgs"};
    const ss_figure_looks a = looks_of(three, 3), b = looks_of(strangers, 3);
    for (size_t k = 1; k < 3; ++k) {
        cr_expect_eq(a.at[k].colour, a.at[0].colour);
        cr_expect(a.at[k].dash != a.at[0].dash && a.at[k].mark != a.at[0].mark);
        cr_expect_neq(b.at[k].colour, b.at[k - 1].colour);
        cr_expect(b.at[k].dash != b.at[k - 1].dash && b.at[k].mark != b.at[k - 1].mark);
    }
    ss_figure_looks many = {.n = 0};
    for (size_t k = 0; k < SS_LOOKS_MOST + 5; ++k)
        ss_figure_looks_add(&many, k % 3 == 0 ? "sal" : k % 3 == 1 ? "mine" : "exact");
    cr_expect_eq(many.n, SS_LOOKS_MOST);
    expect_apart(&many);
}

/* Those that stand back are grey, and still told apart. */
Test(looks, the_rest_stands_back)
{
    static const char *const eight[] = {"sbp", "sal", "ebp", "eal", "ac", "exact", "admm", "apgd"};
    const ss_figure_looks before = looks_of(eight, 8);
    ss_figure_looks faded = before;
    ss_figure_looks_fade(&faded, SS_LOOKS_COLOURED);
    for (size_t k = 0; k < 8; ++k)
        cr_expect_eq(faded.at[k].colour, k < 6 ? before.at[k].colour : SS_LOOK_GREY);
    expect_apart(&faded);
}

/* The lists of style.gp are as long as the numbers of a look go: the grey is the last colour. */
Test(looks, the_lists_of_the_style_are_as_long)
{
    char wanted[64];
    char text[16384] = "";
    FILE *const style = fopen(SS_SOURCE_DIR "/plots/style.gp", "r");
    cr_assert_not_null(style);
    text[fread(text, 1, sizeof text - 1, style)] = '\0';
    fclose(style);
    snprintf(wanted, sizeof wanted, "array colour[%d] =", SS_LOOK_GREY);
    cr_expect_not_null(strstr(text, wanted), "%s", wanted);
    snprintf(wanted, sizeof wanted, "array dash[%d] =", SS_LOOK_DASHES);
    cr_expect_not_null(strstr(text, wanted), "%s", wanted);
    snprintf(wanted, sizeof wanted, "array mark[%d] =", SS_LOOK_MARKS);
    cr_expect_not_null(strstr(text, wanted), "%s", wanted);
    snprintf(wanted, sizeof wanted, "array curve_colour[%d]", SS_LOOKS_MOST);
    cr_expect_not_null(strstr(text, wanted), "%s", wanted);
}
