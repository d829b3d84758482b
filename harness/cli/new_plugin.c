/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/new_plugin.h"

#include "harness/cli/template.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "problems/base/file.h"
#include "problems/base/new_file.h"

#include <stdlib.h>
#include <string.h>

/* A file of the program's home, filled in, with `tail` filled in behind it. */
static bool write_one(const char *from, const char *tail, const char *to, const char *name,
                      ss_error *error)
{
    char path[SS_PATH_SIZE], id[SS_NEWCOMER_NAME + 1];
    size_t size = 0;
    char *text = NULL, *both = NULL, *filled = NULL;
    bool ok =
        ss_template_id(id, name, "a solver", error) && ss_home_path(path, sizeof path, from, error);
    text = ok ? ss_file_read(path, &size, error) : NULL;
    ok = text != NULL && (asprintf(&both, "%s%s", text, tail) >= 0 ||
                          ss_error_memory(error, "the text of '%s'", to));
    filled = ok ? ss_template_fill(both, name, id, error) : NULL;
    ok = filled != NULL && ss_new_file_write(to, filled, strlen(filled), error);
    free(text);
    free(both);
    free(filled);
    return ok;
}

bool ss_new_plugin(const char *name, bool outer, const char *out, ss_error *error)
{
    char source[SS_PATH_SIZE], lists[SS_PATH_SIZE], file[SS_NEWCOMER_NAME + 3];
    snprintf(file, sizeof file, "%s.c", name);
    if (!ss_output_make_folder(out, error) ||
        !ss_path_join(source, sizeof source, out, file, error) ||
        !ss_path_join(lists, sizeof lists, out, "CMakeLists.txt", error) ||
        !write_one("solvers/plugin/template/CMakeLists.txt", "", lists, name, error) ||
        !write_one(
            outer ? "solvers/outer/template.c" : "solvers/local/template.c",
            outer ? "\n#include \"solvers/plugin/plugin.h\"\nSS_PLUGIN_OUTER(ss_outer_template)\n"
                  : "\n#include \"solvers/plugin/plugin.h\"\nSS_PLUGIN_LOCAL(ss_local_template)\n",
            source, name, error))
        return false;
    printf("%s is written: put your %s there. Next:\n"
           "  cmake -S %s -B %s/build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build %s/build\n"
           "  (PREFIX is where stickslip is installed; or, where pkg-config finds it:\n"
           "   mkdir %s/build && cc -shared -O3 $(pkg-config --cflags stickslip) %s -o "
           "%s/build/%s.so)\n"
           "  stickslip check %s/build/%s.so\n"
           "  stickslip judge %s/build/%s.so --against %s\n",
           source, outer ? "iteration into `apply`" : "visit into `solve`", out, out, out, out,
           source, out, name, out, name, out, name, outer ? "nlgs" : "sal");
    return true;
}
