/* A solver as a shared object beside the program: its source is that of a built-in solver and one
 * line more, at its end,
 *
 *     SS_PLUGIN_LOCAL(ss_local_mine)      or SS_PLUGIN_OUTER(ss_outer_mine), SS_PLUGIN_EXTERNAL(...)
 *
 * which defines the one symbol that the program looks for. What it says of itself is compared with
 * the program's own before the descriptor is touched (load.h), since a struct of another shape
 * would be read wrongly without a word.
 *
 * Version policy: SS_PLUGIN_VERSION goes up with every change of a struct, an enum or a contract
 * that a solver sees. Another version is refused: build the solver anew. Compile with the flags of
 * the installed CMake package or pkg-config file: hidden symbols, so that a solver keeps
 * its own functions where the program has some of the same name, and no fused operations, so that it
 * has the bits of a built-in one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PLUGIN_PLUGIN_H
#define SS_SOLVERS_PLUGIN_PLUGIN_H

#include "solvers/base/local_solver.h"
#include "solvers/base/outer_solver.h"
#include "solvers/external/external_solver.h"

#include <stdint.h>

#define SS_PLUGIN_VERSION 3
#define SS_PLUGIN_MAGIC   "sssolver"
#define SS_PLUGIN_SYMBOL  "ss_solver_plugin"

/* The structs that a solver and the program both know. */
#define SS_PLUGIN_STRUCT_LIST(X)                                                                   \
    X(ss_option)                                                                                   \
    X(ss_option_table)                                                                             \
    X(ss_problem)                                                                                  \
    X(ss_moving)                                                                                   \
    X(ss_ball_contact)                                                                             \
    X(ss_ball_form)                                                                                \
    X(ss_rigid_contact)                                                                            \
    X(ss_rigid_form)                                                                               \
    X(ss_block_form)                                                                               \
    X(ss_contact)                                                                                  \
    X(ss_work)                                                                                     \
    X(ss_sweep)                                                                                    \
    X(ss_local_solver)                                                                             \
    X(ss_iterate)                                                                                  \
    X(ss_seen)                                                                                     \
    X(ss_note)                                                                                     \
    X(ss_watch)                                                                                    \
    X(ss_iteration)                                                                                \
    X(ss_outer_task)                                                                               \
    X(ss_outer_solver)                                                                             \
    X(ss_external_task)                                                                            \
    X(ss_external_claim)                                                                           \
    X(ss_external_solver)

enum {
#define X(type) SS_PLUGIN_STRUCT_##type,
    SS_PLUGIN_STRUCT_LIST(X)
#undef X
        SS_PLUGIN_STRUCTS
};

/* Sanitizers change what memory looks like: bits of `build`. */
#if defined __SANITIZE_ADDRESS__
#define SS_PLUGIN_BUILD 1
#elif defined __SANITIZE_THREAD__
#define SS_PLUGIN_BUILD 2
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SS_PLUGIN_BUILD 1
#elif __has_feature(thread_sanitizer)
#define SS_PLUGIN_BUILD 2
#endif
#endif
#ifndef SS_PLUGIN_BUILD
#define SS_PLUGIN_BUILD 0
#endif

/* What a shared object says of itself. The first three members stay where they are in every
 * version. Just one of the descriptors, which belong to the shared object, is not NULL. */
typedef struct ss_plugin {
    char magic[8]; /* SS_PLUGIN_MAGIC, without its NUL */
    uint32_t version;
    uint32_t size; /* of this struct, bytes */
    uint32_t build;
    uint32_t sizes[SS_PLUGIN_STRUCTS]; /* of the structs above, bytes */
    const ss_local_solver *local;
    const ss_outer_solver *outer;
    const ss_external_solver *external;
} ss_plugin;

#define SS_PLUGIN_SIZE(type) sizeof(type),
#define SS_PLUGIN_DEFINE(member, descriptor)                                                       \
    extern __attribute__((visibility("default"))) const ss_plugin ss_solver_plugin;                \
    const ss_plugin ss_solver_plugin = {.magic = {'s', 's', 's', 'o', 'l', 'v', 'e', 'r'},         \
                                        .version = SS_PLUGIN_VERSION,                              \
                                        .size = sizeof(ss_plugin),                                 \
                                        .build = SS_PLUGIN_BUILD,                                  \
                                        .sizes = {SS_PLUGIN_STRUCT_LIST(SS_PLUGIN_SIZE)},          \
                                        .member = &(descriptor)};
#define SS_PLUGIN_LOCAL(descriptor)    SS_PLUGIN_DEFINE(local, descriptor)
#define SS_PLUGIN_OUTER(descriptor)    SS_PLUGIN_DEFINE(outer, descriptor)
#define SS_PLUGIN_EXTERNAL(descriptor) SS_PLUGIN_DEFINE(external, descriptor)

#endif
