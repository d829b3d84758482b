/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"

#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

#define SS_PROBLEM(id) extern const ss_catalogue_entry ss_problem_##id;
#include "problems/scenes/catalogue.def"
#undef SS_PROBLEM

static const ss_catalogue_entry *const catalogue[] = {
#define SS_PROBLEM(id) &ss_problem_##id,
#include "problems/scenes/catalogue.def"
#undef SS_PROBLEM
};

const ss_catalogue_entry *ss_catalogue_at(size_t k)
{
    return k < sizeof catalogue / sizeof catalogue[0] ? catalogue[k] : NULL;
}

const ss_catalogue_entry *ss_catalogue_find(const char *name, ss_error *error)
{
    static const ss_names problems =
        SS_NAMES_OF_POINTERS(catalogue, "no problem", "see 'stickslip list problems'");
    return ss_names_find(&problems, name, error);
}

bool ss_catalogue_open(const ss_catalogue_entry *entry, const void *params, unsigned long instance,
                       const ss_scene_share *share, ss_scene *scene, ss_error *error)
{
    ss_scene_begin(scene, params);
    scene->share = share;
    scene->drive = entry->drive;
    scene->settle = entry->settle;
    scene->rest = entry->rest;
    scene->instance = instance;
    scene->variant = entry->variant;
    if (share != NULL && entry->shared == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s cannot be made share by share: balls that fall among walls at rest "
                            "can, balls-500",
                            entry->name);
    if (instance == 0 || (instance > 1 && !entry->seeded))
        return ss_error_set(error, SS_ERROR_USAGE, "%s has no instance %lu; %s", entry->name,
                            instance,
                            entry->seeded ? "instances are 1, 2, 3, ..." : "its only one is 1");
    scene->own = malloc(entry->params.size);
    if (scene->own == NULL)
        return ss_error_memory(error, "the parameters of %s", entry->name);
    memcpy(scene->own, params, entry->params.size);
    const bool open = entry->open(scene, error) && ss_scene_check_start(scene, error);
    scene->share = NULL;
    if (!open)
        ss_scene_free(scene);
    return open;
}
