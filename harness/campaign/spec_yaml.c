/* A campaign's file: the schema of its YAML, for libcyaml.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/spec.h"

#include "problems/base/names.h"

#include <cyaml/cyaml.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define OPTIONAL_TEXTS(name, type, member)                                                         \
    CYAML_FIELD_SEQUENCE_COUNT(name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member,       \
                               n_##member, &text, 1, CYAML_UNLIMITED)
#define OPTIONAL_TEXT(name, type, member)                                                          \
    CYAML_FIELD_STRING_PTR(name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, 1,        \
                           CYAML_UNLIMITED)

static const cyaml_schema_field_t problem_fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, ss_spec_problem, name, 1, CYAML_UNLIMITED),
    OPTIONAL_TEXTS("set", ss_spec_problem, set),
    OPTIONAL_TEXT("instances", ss_spec_problem, instances), CYAML_FIELD_END};

static const cyaml_schema_value_t problem = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, ss_spec_problem, problem_fields)};

static const cyaml_schema_field_t fields[] = {
    CYAML_FIELD_SEQUENCE_COUNT("problems", CYAML_FLAG_POINTER, ss_spec, problems, n_problems,
                               &problem, 1, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE_COUNT("solvers", CYAML_FLAG_POINTER, ss_spec, solvers, n_solvers, &text, 1,
                               CYAML_UNLIMITED),
    OPTIONAL_TEXTS("outers", ss_spec, outers),
    OPTIONAL_TEXTS("tolerances", ss_spec, tolerances),
    OPTIONAL_TEXT("instances", ss_spec, instances),
    OPTIONAL_TEXT("stop", ss_spec, stop),
    OPTIONAL_TEXT("trace", ss_spec, trace),
    OPTIONAL_TEXT("timeout", ss_spec, timeout),
    OPTIONAL_TEXT("memory", ss_spec, memory),
    OPTIONAL_TEXT("study", ss_spec, study),
    OPTIONAL_TEXT("warm-start", ss_spec, warm_start),
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, ss_spec, fields)};

/* ---- what is wrong, and where ---- */

/* What libcyaml says while it loads, on one line. */
typedef struct complaint {
    char text[1000];
} complaint;

static void __attribute__((format(printf, 3, 0)))
note(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
    complaint *const said = context;
    const size_t used = strlen(said->text);
    if (level < CYAML_LOG_ERROR || used + 1 >= sizeof said->text)
        return;
    vsnprintf(said->text + used, sizeof said->text - used, format, arguments);
    for (char *at = said->text + used; *at != '\0'; ++at)
        if (*at == '\n')
            *at = ' ';
}

/* From 1; line 0: unknown. */
typedef struct place {
    unsigned line, column;
} place;

/* Whether `at`, in the line that begins at `line`, is `key` as a key: KEY: or "KEY": */
static bool is_key(const char *line, const char *at, const char *key)
{
    const char *const end = at + strlen(key);
    const bool quoted = *end == '"' || *end == '\'';
    const char *const colon = end + quoted + strspn(end + quoted, " ");
    const bool comment = memchr(line, '#', (size_t)(at - line)) != NULL;
    return !comment && (at == line || strchr(" {,\"'", at[-1]) != NULL) && *colon == ':';
}

/* libcyaml tells where the last thing was that it liked; the key that it did not like is the next
 * one of that name. */
static place find_key(const char *path, const char *key, place from)
{
    char line[4096];
    place found = from;
    FILE *const file = fopen(path, "re");
    for (unsigned number = 1; file != NULL && fgets(line, sizeof line, file) != NULL; ++number) {
        const size_t skip = number == from.line && from.column > 0 ? from.column - 1 : 0;
        if (number < from.line || skip > strlen(line))
            continue;
        const char *at = strstr(line + skip, key);
        while (at != NULL && !is_key(line, at, key))
            at = strstr(at + 1, key);
        if (at != NULL) {
            found = (place){number, (unsigned)(at - line) + 1};
            break;
        }
    }
    if (file != NULL)
        fclose(file);
    return found;
}

/* The words of libcyaml, and ours. */
typedef struct phrase {
    const char *theirs, *ours;
    bool of_key; /* a key follows theirs; otherwise it is about the field of the first frame */
    bool next;   /* and it stands further on than they say */
} phrase;

static const phrase phrases[] = {
    {"Unexpected key: ", "is no key here", true, true},
    {"Mapping field already seen: ", "is there twice", true, true},
    {"Missing required mapping field: ", "is missing", true, false},
    {"Expecting SEQUENCE", "must be a list, such as [A, B]", false, false},
    {"Expecting MAPPING", "must be lines of KEY: VALUE", false, false},
    {"Expecting STRING", "must be one value", false, false},
    {"Insufficient entries", "must not be empty", false, false},
    {"STRING length <", "must not be empty", false, false},
};

static const phrase *find_phrase(const char *said, const char **rest)
{
    for (size_t k = 0; k < sizeof phrases / sizeof phrases[0]; ++k) {
        const char *const at = strstr(said, phrases[k].theirs);
        *rest = at != NULL ? at + strlen(phrases[k].theirs) : NULL;
        if (at != NULL)
            return &phrases[k];
    }
    return NULL;
}

static const char *key_at(const void *list, size_t k)
{
    return ((const cyaml_schema_field_t *)list)[k].key;
}

/* SS_ERROR_DATA from what libcyaml says: its message, then a backtrace of frames, innermost first,
 * "in mapping field 'KEY' (line: L, column: C)". */
static bool complain(const char *path, cyaml_err_t result, const char *said, ss_error *error)
{
    char key[64] = "the file", where[64] = "", hint[96] = "";
    const char *rest = NULL;
    const phrase *const p = find_phrase(said, &rest);
    const char *const frame = strstr(said, "(line: ");
    const char *const field = strstr(said, "in mapping field '");
    place at = {0, 0};
    if (frame != NULL)
        sscanf(frame, "(line: %u, column: %u)", &at.line, &at.column);
    if (p != NULL && p->of_key)
        snprintf(key, sizeof key, "'%.*s'", (int)strcspn(rest, " "), rest);
    else if (field != NULL)
        snprintf(key, sizeof key, "'%.*s'", (int)strcspn(field + 18, "'"), field + 18);
    if (p != NULL && p->next) {
        const bool inner = strstr(said, "in mapping field 'problems'") != NULL;
        char bare[64];
        snprintf(bare, sizeof bare, "%.*s", (int)strcspn(rest, " "), rest);
        at = find_key(path, bare, at);
        const char *const near = ss_name_nearest(bare, key_at, inner ? problem_fields : fields);
        if (near != NULL && strcmp(near, bare) != 0)
            snprintf(hint, sizeof hint, "; did you mean '%s'?", near);
    }
    if (at.line > 0)
        snprintf(where, sizeof where, ", line %u, column %u", at.line, at.column);
    if (p != NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%.150s%s: %s %s%s", path, where, key, p->ours,
                            hint);
    return ss_error_set(error, SS_ERROR_DATA, "%.150s%s: %s%s%.200s", path, where,
                        cyaml_strerror(result), said[0] != '\0' ? ": " : "",
                        strncmp(said, "Load: ", 6) == 0 ? said + 6 : said);
}

static cyaml_config_t config(complaint *said)
{
    return (cyaml_config_t){.log_fn = note,
                            .log_ctx = said,
                            .mem_fn = cyaml_mem,
                            .log_level = CYAML_LOG_ERROR,
                            .flags = CYAML_CFG_DEFAULT};
}

bool ss_spec_read_yaml(ss_spec **spec, const char *path, ss_error *error)
{
    complaint said = {""};
    const cyaml_config_t how = config(&said);
    *spec = NULL;
    const cyaml_err_t result = cyaml_load_file(path, &how, &schema, (cyaml_data_t **)spec, NULL);
    if (result == CYAML_OK && *spec != NULL)
        return true;
    if (result == CYAML_ERR_FILE_OPEN)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%.300s': %s", path,
                            strerror(errno));
    if (result == CYAML_OK)
        return ss_error_set(error, SS_ERROR_DATA, "%.150s: the file is empty", path);
    return complain(path, result, said.text, error);
}

void ss_spec_free_yaml(ss_spec *spec)
{
    complaint said = {""};
    const cyaml_config_t how = config(&said);
    cyaml_free(&how, &schema, spec, 0);
}
