/* Loading of solvers that are shared objects (plugin.h).
 *
 *     word           "./mine.so" (it has a '/')         "mine" (no solver of the program's)
 *       |                   |                                 |
 *     path           the word itself                    the first DIR/mine.so of the path list
 *       |
 *     ELF head, then dlopen in a child process first (what crashes or hangs there costs a line),
 *       |            then here
 *     descriptor     after version, build and sizes agree
 *
 * A shared object stays loaded to the end of the process, so that its descriptor is there for good,
 * like those of the program's lists.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PLUGIN_LOAD_H
#define SS_SOLVERS_PLUGIN_LOAD_H

#include "solvers/plugin/plugin.h"

/* The plug-in of the shared object at `path`. NULL and SS_ERROR_USAGE, a line that names the file
 * and the reason: there is none, it is no shared object, of another machine, without the symbol, of
 * another version, build or shape, with none or two descriptors or with one that lacks its name or
 * functions, or the loader or the object itself refuses. `taken` says if a name is one of the
 * program's: such a solver would stand for another one in tables. */
const ss_plugin *ss_plugin_load(const char *path, bool (*taken)(const char *name), ss_error *error);

/* The folders where solvers are looked for by their name: the environment's STICKSLIP_SOLVERS,
 * separated by ':', else the folder stickslip/solvers in $XDG_DATA_HOME or ~/.local/share. To be
 * freed; NULL and SS_ERROR_MEMORY. It is empty without any. */
char *ss_plugin_folders(ss_error *error);

/* The path DIR/NAME.so of the first folder that has it, to be freed; NULL: none has it, or (error
 * set) no memory. Names with a '/' are nowhere. */
char *ss_plugin_find(const char *name, ss_error *error);

/* The descriptor's name. */
const char *ss_plugin_name(const ss_plugin *plugin);

#endif
