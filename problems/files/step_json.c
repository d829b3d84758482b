/* Step files as JSON, which libyaml reads: JSON is a part of YAML.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_file.h"

#include "problems/base/file.h"
#include "problems/base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* The reading of a file. All nodes are the document's. */
typedef struct reader {
    yaml_document_t document;
    const char *path;
    ss_error *error;
} reader;

/* "PATH, line L, column C: 'NAME' WHAT". */
static bool refuse(const reader *in, const yaml_node_t *node, const char *name, const char *what)
{
    return ss_error_set(in->error, SS_ERROR_DATA, "%s, line %zu, column %zu: '%s' %s", in->path,
                        node->start_mark.line + 1, node->start_mark.column + 1, name, what);
}

/* Numbers that are being gathered. */
typedef struct numbers {
    double *x;
    size_t n, room;
} numbers;

static bool read_number(const reader *in, const yaml_node_t *node, const char *name, double *x)
{
    char *end = NULL;
    const char *const text = (const char *)node->data.scalar.value;
    *x = strtod(text, &end);
    return (end != text && *end == '\0' && isfinite(*x)) ||
           refuse(in, node, name, "must be of finite numbers");
}

enum { DEEPEST = 2 }; /* lists of lists */

/* All numbers of a list, or of a list of lists, in their order. */
static bool gather(reader *in, yaml_node_t *node, const char *name, numbers *to, int depth)
{
    if (node->type == YAML_SCALAR_NODE && depth > 0) {
        double *const more = ss_memory_grow(to->x, &to->room, to->n + 1, sizeof *more);
        if (more == NULL)
            return ss_error_memory(in->error, "%s", in->path);
        to->x = more;
        return read_number(in, node, name, &to->x[to->n++]);
    }
    if (node->type != YAML_SEQUENCE_NODE || depth == DEEPEST)
        return refuse(in, node, name, "must be a list of numbers, or of lists of them");
    bool read = true;
    for (yaml_node_item_t *at = node->data.sequence.items.start;
         read && at < node->data.sequence.items.top; ++at)
        read = gather(in, yaml_document_get_node(&in->document, *at), name, to, depth + 1);
    return read;
}

/* An array of a group, by its name. */
static bool read_array(reader *in, ss_step_file *file, const char *group, const char *name,
                       yaml_node_t *node)
{
    const ss_step_field *field = NULL;
    double **to = &file->pairs;
    if (strcmp(group, ss_step_pairs.group) == 0 && strcmp(name, ss_step_pairs.name) == 0)
        field = &ss_step_pairs;
    for (size_t k = 0; field == NULL && k < SS_STEP_FIELDS; ++k)
        if (strcmp(ss_step_fields[k].group, group) == 0 &&
            strcmp(ss_step_fields[k].name, name) == 0) {
            field = &ss_step_fields[k];
            to = &file->field[k];
        }
    if (field == NULL)
        return refuse(in, node, name, "is no array of the format");
    if (*to != NULL)
        return refuse(in, node, name, "stands there twice");
    numbers found = {.n = 0};
    const bool read = gather(in, node, name, &found, 0) &&
                      ss_step_file_size(file, field, found.n, in->path, in->error);
    if (read)
        *to = found.x;
    else
        free(found.x);
    return read;
}

static bool read_group(reader *in, ss_step_file *file, const char *group, yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE)
        return refuse(in, node, group, "must be an object of arrays");
    for (yaml_node_pair_t *at = node->data.mapping.pairs.start; at < node->data.mapping.pairs.top;
         ++at) {
        const yaml_node_t *const key = yaml_document_get_node(&in->document, at->key);
        if (key->type != YAML_SCALAR_NODE)
            return refuse(in, key, group, "has a key that is no word");
        if (!read_array(in, file, group, (const char *)key->data.scalar.value,
                        yaml_document_get_node(&in->document, at->value)))
            return false;
    }
    return true;
}

static bool read_text(const reader *in, const yaml_node_t *node, const char *name, char **text)
{
    if (node->type != YAML_SCALAR_NODE)
        return refuse(in, node, name, "must be a text");
    free(*text);
    *text = strdup((const char *)node->data.scalar.value);
    if (*text == NULL)
        return ss_error_memory(in->error, "%s", in->path);
    ss_text_clean(*text);
    return true;
}

/* A word of the object itself. */
static bool read_word(reader *in, ss_step_file *file, const char *name, yaml_node_t *node)
{
    if (strcmp(name, "bodies") == 0 || strcmp(name, "contacts") == 0)
        return read_group(in, file, name, node);
    if (strcmp(name, "engine") == 0)
        return read_text(in, node, name, &file->engine);
    if (strcmp(name, "law") == 0)
        return read_text(in, node, name, &file->law);
    if (strcmp(name, "h") == 0)
        return node->type == YAML_SCALAR_NODE ? read_number(in, node, name, &file->h)
                                              : refuse(in, node, name, "must be a number");
    if (strcmp(name, "format") == 0)
        return (node->type == YAML_SCALAR_NODE &&
                strcmp((const char *)node->data.scalar.value, ss_step_format) == 0) ||
               refuse(in, node, name, "must be \"stickslip rigid step 1\"");
    return refuse(in, node, name, "is no word of the format");
}

static bool read_object(reader *in, ss_step_file *file)
{
    yaml_node_t *const root = yaml_document_get_root_node(&in->document);
    bool has_format = false;
    if (root == NULL || root->type != YAML_MAPPING_NODE)
        return ss_error_set(in->error, SS_ERROR_DATA, "%s is no JSON object", in->path);
    for (yaml_node_pair_t *at = root->data.mapping.pairs.start; at < root->data.mapping.pairs.top;
         ++at) {
        const yaml_node_t *const key = yaml_document_get_node(&in->document, at->key);
        if (key->type != YAML_SCALAR_NODE)
            return refuse(in, key, "{", "has a key that is no word");
        const char *const name = (const char *)key->data.scalar.value;
        has_format = has_format || strcmp(name, "format") == 0;
        if (!read_word(in, file, name, yaml_document_get_node(&in->document, at->value)))
            return false;
    }
    return has_format || ss_error_set(in->error, SS_ERROR_DATA, "%s has no \"format\": \"%s\"",
                                      in->path, ss_step_format);
}

bool ss_step_json_is(const char *path)
{
    FILE *const in = ss_file_open(path, NULL);
    int letter = in != NULL ? getc(in) : EOF;
    while (letter != EOF && isspace(letter))
        letter = getc(in);
    if (in != NULL)
        fclose(in);
    return letter == '{';
}

bool ss_step_json_read(ss_step_file *file, const char *path, ss_error *error)
{
    reader in = {.path = path, .error = error};
    yaml_parser_t parser;
    size_t size = 0;
    char *const text = ss_file_read(path, &size, error);
    if (text == NULL)
        return false;
    if (!yaml_parser_initialize(&parser)) {
        free(text);
        return ss_error_memory(error, "%s", path);
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    bool read = yaml_parser_load(&parser, &in.document);
    if (!read)
        ss_error_set(error, SS_ERROR_DATA, "%s, line %zu, column %zu: %s", path,
                     parser.problem_mark.line + 1, parser.problem_mark.column + 1,
                     parser.problem != NULL ? parser.problem : "it is no JSON");
    else {
        read = read_object(&in, file);
        yaml_document_delete(&in.document);
    }
    yaml_parser_delete(&parser);
    free(text);
    return read;
}

/* ---- writing ---- */

/* "name": [[..], [..]], or a flat list of single numbers. */
static void print_array(FILE *out, const char *name, const double *x, size_t n, size_t each)
{
    fprintf(out, "    \"%s\": [", name);
    for (size_t k = 0; k < n; ++k) {
        fprintf(out, "%s%s", k > 0 ? ", " : "", each > 1 ? "[" : "");
        for (size_t i = 0; i < each; ++i)
            fprintf(out, "%s%.17g", i > 0 ? ", " : "", x[each * k + i]);
        fputs(each > 1 ? "]" : "", out);
    }
    fputc(']', out);
}

static void print_group(FILE *out, const ss_step_file *file, const char *group)
{
    const bool of_bodies = strcmp(group, "bodies") == 0;
    const char *before = "\n";
    fprintf(out, ",\n  \"%s\": {", group);
    if (!of_bodies) {
        fputs(before, out);
        print_array(out, "bodies", file->pairs, file->n_contacts, 2);
        before = ",\n";
    }
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k) {
        const ss_step_field *const f = &ss_step_fields[k];
        if (file->field[k] == NULL || strcmp(f->group, group) != 0)
            continue;
        fputs(before, out);
        print_array(out, f->name, file->field[k], of_bodies ? file->n_bodies : file->n_contacts,
                    f->each);
        before = ",\n";
    }
    fputs("\n  }", out);
}

/* A text without what JSON would have to escape. */
static void print_text(FILE *out, const char *name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    fprintf(out, ",\n  \"%s\": \"", name);
    for (const char *at = text; *at != '\0'; ++at)
        fputc(*at == '"' || *at == '\\' || (unsigned char)*at < ' ' ? ' ' : *at, out);
    fputc('"', out);
}

char *ss_step_json_print(const ss_step_file *file, size_t *size, ss_error *error)
{
    char *text = NULL;
    FILE *const out = open_memstream(&text, size);
    if (out != NULL) {
        fprintf(out, "{\n  \"format\": \"%s\"", ss_step_format);
        print_text(out, "engine", file->engine);
        print_text(out, "law", file->law);
        if (file->h > 0.0)
            fprintf(out, ",\n  \"h\": %.17g", file->h);
        print_group(out, file, "bodies");
        print_group(out, file, "contacts");
        fputs("\n}\n", out);
    }
    if (out != NULL && fclose(out) == 0)
        return text;
    free(text);
    ss_error_memory(error, "a step file");
    return NULL;
}
