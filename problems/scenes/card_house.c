/* A house of cards: tents of two cards that lean against each other, and on every two neighbouring
 * tents a level card, which carries a tent of the next level. n levels are n (3 n + 1)/2 cards.
 * They are numbered level by level from the ground, the tents before the level cards (levels=2):
 *
 *              5 /\ 6
 *            ---- 4 ---           tent: left card, right card
 *          0 /\ 1   2 /\ 3
 *
 * A card is a rectangle whose inner upper corner is worn to an upright facet: on it two cards
 * meet face to face, with two contacts; a foot and a top corner are one contact each, or twice as
 * many where the cards are solids. Between neighbouring level cards is a slit, so that each lies on
 * two corners.
 *
 * Least mu, by statics. A foot carries V and pushes out by H; per card, with its weight as unit
 * and thickness neglected, moments about the top leave H = tan(lean) (V - 1/2), whatever the load
 * and whatever the neighbour presses. So mu >= tan(lean) (1 - 1/(2 V)) at each foot, and
 *
 *     one level     V = 1: from tan(lean)/2 on
 *     n levels      falls below tan(lean) (3 n - 1)/(3 n + 1)
 *     any number    stands from tan(lean) on
 *
 * With the thickness, one level needs exactly the centre of mass's way along x from the foot over
 * the height of the facet's upper end. Of n levels the 2 n lowest feet carry (3 n + 1)/4 on
 * average, so that one carries no less. From tan(lean) on no foot needs more, and a level card
 * holds its two corners with tan(lean) times what it presses on them at most: so the forces come
 * out, level by level from the top, when none slides along the facets and thickness only helps
 * (worked out for up to 100 levels).
 *
 * Between the last two it is a linear program: the least mu at which forces within the cones
 * balance the weights, 0.90 to 0.92 tan(lean) for 2 to 4 levels at 20 degree. Below it no solver
 * can find rest. Just above it, at 1e-4 of it and not at 2e-4, steps have two solutions, at rest
 * and falling, and solvers differ in which they find (tests/problems/test_card_house.c, which has
 * houses of up to 10 levels).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/hard_blocks.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    size_t levels;
    double length, thickness, lean, facet, width;
    int solid;
} params;

enum { POLYGON, HULL };

static const ss_option rows[] = {
    SS_COUNT(params, levels, "levels", 4, 1, 100, "levels of tents: 4 are 26 cards, 10 are 155",
             "choice"),
    SS_REAL(params, length, "length", 0.0889, SS_ABOVE_ZERO, 1e3, "m", "of a card",
            "poker size, 3.5 in"),
    SS_REAL(params, thickness, "thickness", 3e-4, SS_ABOVE_ZERO, 1e3, "m",
            "of a card; at most a tenth of its length", "poker size, 0.012 in"),
    SS_REAL(params, lean, "lean", 20.0, 1.0, 45.0, "degree",
            "of a tent's cards, from the vertical; feet stand on level cards below about 30",
            "choice"),
    SS_REAL(params, facet, "facet", 0.5, 0.01, 1.0, "thicknesses",
            "height of the worn corner at which two cards meet", "choice"),
    SS_CHOICE(params, solid, "solid", POLYGON, "polygon|hull",
              "cards in the plane, 1 m wide, or convex solids in three dimensions", "choice"),
    SS_REAL(params, width, "width", 0.0635, SS_ABOVE_ZERO, 1e3, "m", "of the cards with solid=hull",
            "poker size, 2.5 in"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.5, "choice: paper on paper"},
    {"density", 1060.0, "choice: 1.8 g for 88.9 x 63.5 x 0.3 mm"},
    SS_HARD_BLOCKS_DEFAULTS,
};

/* A leaning card, m: its polygon about its centre of mass; and lengths from its foot. */
typedef struct leaning {
    ss_polygon card;       /* the left one of a tent */
    double centre[2];      /* x, z of its centre of mass */
    double middle, corner; /* x of the tent's middle, where the facet is, and of its top corner */
    double high, top;      /* z of the upper end of the facet, and of the top corner */
} leaning;

/* Its foot at the origin, its facet upright against that of the card that leans the other way. */
static leaning leaning_of(const params *p)
{
    const double a = p->lean * M_PI / 180.0, s = sin(a), c = cos(a);
    const double facet = p->facet * p->thickness, middle = p->length * s - facet * s * c;
    const double low = middle * c / s;
    leaning it = {.middle = middle,
                  .corner = p->length * s - p->thickness * c,
                  .high = low + facet,
                  .top = p->length * c + p->thickness * s};
    it.card = (ss_polygon){.n = 5,
                           .vertex = {{0.0, 0.0}, /* the foot */
                                      {middle, low},
                                      {middle, it.high},
                                      {it.corner, it.top},
                                      {-p->thickness * c, p->thickness * s}}};
    ss_polygon_centre(&it.card);
    it.centre[0] = -it.card.vertex[0][0];
    it.centre[1] = -it.card.vertex[0][1];
    return it;
}

/* The right card of a tent, the mirror image of the left one. */
static ss_polygon mirrored(const ss_polygon *card)
{
    ss_polygon image = {.n = card->n};
    for (size_t k = 0; k < card->n; ++k) {
        image.vertex[k][0] = -card->vertex[card->n - 1 - k][0];
        image.vertex[k][1] = card->vertex[card->n - 1 - k][1];
    }
    return image;
}

/* Make body b this card, with its centre of mass at x, z. */
static bool place(ss_scene *scene, size_t b, const ss_polygon *card, const double at[2],
                  ss_error *error)
{
    const params *const p = scene->own;
    scene->bodies.x[3 * b] = at[0];
    scene->bodies.x[3 * b + 2] = at[1];
    return p->solid == HULL ? ss_scene_set_prism(scene, b, card, p->width, error)
                            : ss_scene_set_polygon(scene, b, card, error);
}

/* The tents of a level that stand at the height z, and the level cards on them; *b: the next body.
 */
static bool build_level(ss_scene *scene, size_t tents, double z, size_t *b, ss_error *error)
{
    const params *const p = scene->own;
    const leaning it = leaning_of(p);
    const ss_polygon card[2] = {it.card, mirrored(&it.card)};
    const ss_polygon level = ss_polygon_box(p->length, p->thickness);
    /* the slit between level cards is as wide as a corner is away from the middle of its tent */
    const double pitch = p->length + it.middle - it.corner;
    bool placed = true;
    for (size_t k = 0; placed && k < 2 * tents; ++k) {
        const double middle = ((double)(k / 2) - 0.5 * (double)(tents - 1)) * pitch;
        const double aside = it.middle - it.centre[0];
        const double at[2] = {k % 2 == 0 ? middle - aside : middle + aside, z + it.centre[1]};
        placed = place(scene, (*b)++, &card[k % 2], at, error);
    }
    for (size_t k = 0; placed && k + 1 < tents; ++k) {
        const double at[2] = {((double)k - 0.5 * (double)(tents - 2)) * pitch,
                              z + it.top + 0.5 * p->thickness};
        placed = place(scene, (*b)++, &level, at, error);
    }
    return placed;
}

static bool check(const params *p, ss_error *error)
{
    const double a = p->lean * M_PI / 180.0;
    if (!(p->thickness <= 0.1 * p->length && p->thickness <= 0.5 * p->length * tan(a)))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "problem card-house: cards of thickness %g m are no thin ones; it must "
                            "be at most length/10 and length tan(lean)/2, %g m",
                            p->thickness, p->length * fmin(0.1, 0.5 * tan(a)));
    if (p->levels > 1 && !(sin(a) + p->thickness / p->length * cos(a) <= 0.5))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "problem card-house: at lean %g degree the feet of a tent stand beside "
                            "the level card under it; it must be less than 30 degree by about "
                            "thickness/length, or levels = 1",
                            p->lean);
    return true;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const size_t n = p->levels * (3 * p->levels + 1) / 2;
    const double height = leaning_of(p).top + p->thickness;
    size_t b = 0;
    bool built = check(p, error) && ss_scene_make_on_floor(scene, n, error);
    for (size_t level = 0; built && level < p->levels; ++level)
        built = build_level(scene, p->levels - level, (double)level * height, &b, error);
    return built;
}

/* It stands for certain: see above. */
static bool stands(const params *p)
{
    const leaning it = leaning_of(p);
    return p->scene.mu >= (p->levels == 1 ? it.centre[0] / it.high : tan(p->lean * M_PI / 180.0));
}

/* The way down of the right card of the uppermost tent, the last body. */
static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const leaning it = leaning_of(p);
    const double known = stands(p) ? 0.0 : NAN;
    const double z = (double)(p->levels - 1) * (it.top + p->thickness) + it.centre[1];
    ss_observe_exact(out, "sag", z - m->scene->bodies.x[3 * m->scene->bodies.n_moving - 1], known);
    ss_observe_exact(out, "fastest", ss_scene_fastest(m->scene), known);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"sag", "m", "way of the uppermost card downwards; exact where the house stands"},
    {"fastest", "m/s", "speed of the fastest card; exact likewise"});

const ss_catalogue_entry ss_problem_card_house = {
    .name = "card-house",
    .title = "a house of cards, thin polygons that lean against each other",
    .reference = "statics; limit analysis",
    .known = "stands at mu >= tan(lean), of one level at half of it; n levels fall below tan(lean) "
             "(3 n - 1)/(3 n + 1), less by the thickness",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables =
        SS_OBSERVABLE_GROUPS(&observed, &ss_observable_support, &ss_observable_energy_balance),
};
