/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/tokens.h"

#include <stdio.h>
#include <string.h>

size_t ss_token_length(const char *token)
{
    return strcspn(token, ",");
}

size_t ss_token_key_length(const char *token)
{
    return strcspn(token, "=,");
}

const char *ss_token_next(const char *token)
{
    const char *const end = token + ss_token_length(token);
    return *end == ',' ? end + 1 : end;
}

bool ss_tokens_hold(const char *list, const char *token)
{
    const size_t length = ss_token_length(token);
    for (const char *at = list; *at != '\0'; at = ss_token_next(at))
        if (ss_token_length(at) == length && strncmp(at, token, length) == 0)
            return true;
    return false;
}

bool ss_keys_hold(const char *keys, const char *token)
{
    char key[64];
    const int length = snprintf(key, sizeof key, ",%.*s,", (int)ss_token_key_length(token), token);
    return (size_t)length < sizeof key && strstr(keys, key) != NULL;
}

void ss_keys_add(char *keys, size_t size, const char *token)
{
    const size_t used = strlen(keys), length = ss_token_key_length(token);
    if (!ss_keys_hold(keys, token) && used + length + 3 <= size)
        snprintf(keys + used, size - used, "%s%.*s,", used == 0 ? "," : "", (int)length, token);
}
