/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/plugin/load.h"

#include "problems/base/child.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(ss_error *error, const char *path, const char *why)
{
    return ss_error_set(error, SS_ERROR_USAGE, "%s: %s", path, why);
}

/* ---- the file ---- */

/* What must be so before the system's loader may read it: a FIFO would make it wait. */
static bool check_file(const char *path, ss_error *error)
{
    unsigned char head[sizeof(Elf64_Ehdr)] = {0}, own[sizeof(Elf64_Ehdr)] = {0};
    struct stat status;
    if (stat(path, &status) != 0)
        return refuse(error, path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return refuse(error, path, "no shared object: it is no file");
    FILE *const file = fopen(path, "rb"), *const program = fopen("/proc/self/exe", "rb");
    const bool opened = file != NULL;
    const size_t length = opened ? fread(head, 1, sizeof head, file) : 0;
    const bool known = program != NULL && fread(own, 1, sizeof own, program) == sizeof own;
    if (file != NULL)
        fclose(file);
    if (program != NULL)
        fclose(program);
    if (!opened)
        return refuse(error, path, "it cannot be read");
    if (length < sizeof head || memcmp(head, ELFMAG, SELFMAG) != 0)
        return refuse(error, path, "no shared object: build one with cc -shared (solvers/plugin)");
    Elf64_Ehdr there, here; /* of the other class the first members are alike */
    memcpy(&there, head, sizeof there);
    memcpy(&here, own, sizeof here);
    if (known && (memcmp(there.e_ident, here.e_ident, EI_VERSION) != 0 ||
                  there.e_machine != here.e_machine))
        return refuse(error, path, "a shared object of another machine: build it on this one");
    return there.e_type == ET_DYN ||
           refuse(error, path, "no shared object: link it with -shared, not to an object or program");
}

/* ---- the loader ---- */

/* What the child found, in memory that it shares. */
typedef struct trial {
    bool loaded;
    char why[400];
} trial;

static void *open_object(const char *path, int flags)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL | flags);
}

static int try_loading(void *shared, void *path)
{
    trial *const found = shared;
    found->loaded = open_object(path, 0) != NULL;
    if (!found->loaded) {
        const char *const why = dlerror();
        snprintf(found->why, sizeof found->why, "%s", why != NULL ? why : "it cannot be loaded");
    }
    return 0;
}

/* Load it in a child: constructors run, and a sanitizer's runtime may end the process. */
static bool load_in_child(const char *path, ss_error *error)
{
    static const ss_child_limits limits = {.wall_s = 10.0};
    ss_child_ending end;
    trial *const found = ss_child_share(sizeof *found, error);
    bool loads = found != NULL &&
                 ss_child_run(&limits, try_loading, found, (void *)(uintptr_t)path, &end, error);
    if (loads && !found->loaded) {
        const size_t length = strlen(path); /* the loader's word begins with it, or does not */
        const char *why = found->why;
        if (strncmp(why, path, length) == 0 && strncmp(why + length, ": ", 2) == 0)
            why += length + 2;
        char ended[sizeof found->why];
        if (end.how == SS_CHILD_TIMEOUT)
            snprintf(ended, sizeof ended, "loading it does not end: it was stopped after %g s",
                     limits.wall_s);
        else if (end.how == SS_CHILD_SIGNALLED)
            snprintf(ended, sizeof ended, "loading it crashes the process (signal %d)", end.code);
        else if (why[0] != '\0')
            snprintf(ended, sizeof ended, "%s", why);
        else
            snprintf(ended, sizeof ended, "loading it ends the process (exit code %d)", end.code);
        loads = ss_error_set(error, SS_ERROR_USAGE, "%s: %s%s%.200s", path, ended,
                             end.message[0] != '\0' ? ", saying: " : "", end.message);
    }
    ss_child_unshare(found, sizeof *found);
    return loads;
}

/* ---- what it says of itself ---- */

static bool check_shape(const ss_plugin *plugin, const char *path, ss_error *error)
{
    static const char *const names[] = {
#define X(type) #type,
        SS_PLUGIN_STRUCT_LIST(X)
#undef X
    };
    static const uint32_t sizes[] = {SS_PLUGIN_STRUCT_LIST(SS_PLUGIN_SIZE)};
    if (memcmp(plugin->magic, SS_PLUGIN_MAGIC, sizeof plugin->magic) != 0)
        return refuse(error, path, "its symbol " SS_PLUGIN_SYMBOL " is no plug-in of stickslip");
    if (plugin->version != SS_PLUGIN_VERSION)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s: too %s: it has version %u of the interface, this program %d; %s",
                            path, plugin->version < SS_PLUGIN_VERSION ? "old" : "new",
                            plugin->version, SS_PLUGIN_VERSION,
                            "build it against the installed stickslip anew");
    if (plugin->size != sizeof *plugin)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s: ss_plugin has %u bytes there, %zu in this program; build it anew",
                            path, plugin->size, sizeof *plugin);
    if (plugin->build != SS_PLUGIN_BUILD)
        return refuse(error, path,
                      "of another build type: one of it and this program has a sanitizer");
    for (size_t k = 0; k < SS_PLUGIN_STRUCTS; ++k)
        if (plugin->sizes[k] != sizes[k])
            return ss_error_set(error, SS_ERROR_USAGE,
                                "%s: %s has %u bytes there, %u in this program; build it anew", path,
                                names[k], plugin->sizes[k], sizes[k]);
    return true;
}

const char *ss_plugin_name(const ss_plugin *plugin)
{
    return plugin->local != NULL   ? plugin->local->name
           : plugin->outer != NULL ? plugin->outer->name
                                   : plugin->external->name;
}

/* One descriptor, of what can run, under a name of its own. */
static bool check_descriptor(const ss_plugin *plugin, const char *path,
                             bool (*taken)(const char *name), ss_error *error)
{
    const ss_local_solver *const local = plugin->local;
    const ss_outer_solver *const outer = plugin->outer;
    const ss_external_solver *const external = plugin->external;
    const int n = (local != NULL) + (outer != NULL) + (external != NULL);
    if (n != 1)
        return refuse(error, path,
                      n == 0 ? "it has no descriptor: end its source with SS_PLUGIN_LOCAL(...)"
                             : "it has several descriptors: one solver a shared object");
    const char *const name = ss_plugin_name(plugin);
    if (name == NULL || name[0] == '\0')
        return refuse(error, path, "its descriptor lacks a name (.name)");
    if (taken(name))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s: its solver is called '%s' as one of the program's: give it another "
                            ".name",
                            path, name);
    const bool runs = local != NULL   ? local->solve != NULL && local->sweep != NULL
                      : outer != NULL ? outer->solve != NULL || outer->iteration != NULL
                                      : external->solve != NULL;
    const ss_option_table *const table = local != NULL   ? &local->options
                                         : outer != NULL ? &outer->options
                                                         : &external->options;
    if (local != NULL && local->state_size > 0 && local->setup == NULL)
        return refuse(error, path, "its descriptor has a state_size, and no setup");
    if (table->n_rows > 0 && (table->rows == NULL || table->size == 0))
        return refuse(error, path, "its descriptor's options have no rows or no struct");
    return runs || refuse(error, path, "its descriptor lacks its functions (solve, sweep)");
}

const ss_plugin *ss_plugin_load(const char *path, bool (*taken)(const char *name), ss_error *error)
{
    if (!check_file(path, error))
        return NULL;
    void *handle = open_object(path, RTLD_NOLOAD); /* is it here already? */
    if (handle == NULL && !load_in_child(path, error))
        return NULL;
    if (handle == NULL)
        handle = open_object(path, RTLD_NODELETE);
    if (handle == NULL) {
        const char *const why = dlerror();
        refuse(error, path, why != NULL ? why : "it cannot be loaded");
        return NULL;
    }
    const ss_plugin *const plugin = dlsym(handle, SS_PLUGIN_SYMBOL);
    dlclose(handle); /* RTLD_NODELETE: it stays */
    if (plugin == NULL) {
        refuse(error, path,
               "it has no symbol " SS_PLUGIN_SYMBOL ": end its source with SS_PLUGIN_LOCAL(...)");
        return NULL;
    }
    return check_shape(plugin, path, error) && check_descriptor(plugin, path, taken, error) ? plugin
                                                                                            : NULL;
}

/* ---- where ---- */

char *ss_plugin_folders(ss_error *error)
{
    const char *const given = getenv("STICKSLIP_SOLVERS");
    const char *const data = getenv("XDG_DATA_HOME"), *const home = getenv("HOME");
    char *folders = NULL;
    const int length = given != NULL ? asprintf(&folders, "%s", given)
                       : data != NULL && data[0] != '\0'
                           ? asprintf(&folders, "%s/stickslip/solvers", data)
                       : home != NULL ? asprintf(&folders, "%s/.local/share/stickslip/solvers", home)
                                      : asprintf(&folders, "%s", "");
    if (length >= 0)
        return folders;
    ss_error_memory(error, "the folders of solvers");
    return NULL;
}

char *ss_plugin_find(const char *name, ss_error *error)
{
    char *const folders = strchr(name, '/') == NULL ? ss_plugin_folders(error) : NULL;
    char *rest = folders, *path = NULL;
    for (const char *folder; path == NULL && (folder = strsep(&rest, ":")) != NULL;) {
        if (folder[0] == '\0')
            continue; /* an empty entry is no folder, not the one at hand */
        if (asprintf(&path, "%s/%s.so", folder, name) < 0) {
            path = NULL;
            ss_error_memory(error, "the folders of solvers");
            break;
        }
        if (access(path, F_OK) != 0) {
            free(path);
            path = NULL;
        }
    }
    free(folders);
    return path;
}
