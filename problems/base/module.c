/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/module.h"

#include "problems/base/memory.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Sanitizers' dlopen does not know the program's own path: the folder of the build, with a slash.
 */
#ifndef SS_MODULE_FOLDER
#define SS_MODULE_FOLDER ""
#endif

/* Load, with a limit of address space that was set below what may be (ss_child_run) moved up by
 * what the module takes: the limit is that of the work. */
static void *load(const char *file)
{
    struct rlimit space = {0};
    const bool limited =
        getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < space.rlim_max; /* of ours */
    if (!limited)
        return dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const struct rlimit open = {space.rlim_max, space.rlim_max};
    const rlim_t before = ss_memory_held();
    setrlimit(RLIMIT_AS, &open);
    void *const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const rlim_t after = ss_memory_held(), room = space.rlim_max - space.rlim_cur;
    const rlim_t taken = after > before ? after - before : 0;
    space.rlim_cur += taken < room ? taken : room;
    setrlimit(RLIMIT_AS, &space);
    return handle;
}

/* Whose module it is, and what is wrong with it. */
static void say_why(const char *file, ss_error *error)
{
    char program[PATH_MAX] = "";
    const char *const reason = dlerror();
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        program[0] = '\0';
    ss_error_set(error, SS_ERROR_UNAVAILABLE,
                 "'%s' cannot load its module %s (%s): install or build the program whole", program,
                 file, reason != NULL ? reason : "it has no table");
}

const void *ss_module_table(const char *name, const void *linked, ss_error *error)
{
    char file[64 + sizeof SS_MODULE_FOLDER], symbol[64];
    if (linked != NULL)
        return linked;
    snprintf(file, sizeof file, "%slibss_%s.so", SS_MODULE_FOLDER, name);
    snprintf(symbol, sizeof symbol, "ss_module_%s", name);
    void *const handle = load(file);
    const void *const table = handle != NULL ? dlsym(handle, symbol) : NULL;
    if (table == NULL)
        say_why(file, error);
    return table;
}
