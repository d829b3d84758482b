/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/plugins.h"

#include "harness/cli/things.h"
#include "solvers/plugin/load.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_shared_object(const struct dirent *entry)
{
    const char *const end = strrchr(entry->d_name, '.');
    return end != NULL && end != entry->d_name && strcmp(end, ".so") == 0;
}

/* One of a folder: as the user names it, unless another of that name comes before it. */
static void print_one(const char *folder, const char *file)
{
    char name[256], path[4096];
    ss_choice choice = {.label = NULL};
    ss_error why = {SS_ERROR_NONE, ""};
    snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".so")), file);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    char *const first = ss_plugin_find(name, &why);
    if (first != NULL && strcmp(first, path) != 0)
        printf("  %-14s hidden by %s: %s\n", name, first, path);
    else if (!ss_choice_parse(&choice, name, SS_CHOICE_ANY, &why))
        printf("  %-14s cannot be used: %s\n", name, why.text);
    else if (choice.file == NULL)
        printf("  %-14s hidden by the program's own solver of that name: %s\n", name, path);
    else {
        ss_thing thing;
        ss_thing_of_choice(&thing, &choice);
        printf("  %-14s %s (%s)\n", name, thing.title, path);
    }
    ss_choice_free(&choice);
    free(first);
}

bool ss_plugins_print(ss_error *error)
{
    char *const folders = ss_plugin_folders(error);
    char *rest = folders;
    for (const char *folder; (folder = strsep(&rest, ":")) != NULL;) {
        struct dirent **entries = NULL;
        const int n =
            folder[0] != '\0' ? scandir(folder, &entries, is_shared_object, alphasort) : 0;
        for (int k = 0; k < n; ++k) {
            print_one(folder, entries[k]->d_name);
            free(entries[k]);
        }
        free(entries);
    }
    free(folders);
    return folders != NULL;
}
