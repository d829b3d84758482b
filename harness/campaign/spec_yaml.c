/* A campaign's file: the schema of its YAML, for libcyaml.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/spec.h"

#include <cyaml/cyaml.h>
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

/* What libcyaml says while it loads, on one line. */
typedef struct complaint {
    char text[400];
} complaint;

/* The first lines say what is wrong and where; the frames of the backtrace that follow repeat it.
 */
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
    return ss_error_set(error, SS_ERROR_DATA, "%.150s: %s%s%.300s", path,
                        result == CYAML_OK ? "the file is empty" : cyaml_strerror(result),
                        said.text[0] != '\0' ? ": " : "", said.text);
}

void ss_spec_free_yaml(ss_spec *spec)
{
    complaint said = {""};
    const cyaml_config_t how = config(&said);
    cyaml_free(&how, &schema, spec, 0);
}
