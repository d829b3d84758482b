/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/hash.h"

#include "problems/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

static void print_hash(char hash[SS_HASH_SIZE], XXH128_hash_t value)
{
    snprintf(hash, SS_HASH_SIZE, "%016llx%016llx", (unsigned long long)value.high64,
             (unsigned long long)value.low64);
}

void ss_hash_text(char hash[SS_HASH_SIZE], const void *text, size_t length)
{
    print_hash(hash, XXH3_128bits(text, length));
}

bool ss_hash_file(char hash[SS_HASH_SIZE], const char *path, ss_error *error)
{
    char block[65536];
    size_t n = 0;
    FILE *const file = ss_file_open(path, error);
    XXH3_state_t *const state = XXH3_createState();
    bool ok = file != NULL && state != NULL && XXH3_128bits_reset(state) == XXH_OK;
    while (ok && (n = fread(block, 1, sizeof block, file)) > 0)
        ok = XXH3_128bits_update(state, block, n) == XXH_OK;
    ok = ok && !ferror(file);
    if (ok)
        print_hash(hash, XXH3_128bits_digest(state));
    else
        ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", path, strerror(errno));
    XXH3_freeState(state);
    if (file != NULL)
        fclose(file);
    return ok;
}

bool ss_hash_named(const char *name, const char *suffix)
{
    return strspn(name, "0123456789abcdef") == SS_HASH_SIZE - 1 &&
           strcmp(name + SS_HASH_SIZE - 1, suffix) == 0;
}

int ss_hash_order(const void *a, const void *b)
{
    return strcmp(a, b);
}
