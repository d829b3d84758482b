/* A campaign's file by libyaml. The texts of the spec are those of the document, which lives as
 * long as the spec.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"

#include "harness/tables/label.h"
#include "problems/base/file.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* A spec that was read. */
typedef struct holder {
    ss_campaign_spec spec; /* first: the caller's pointer is this one */
    yaml_document_t document;
} holder;

/* The reading of a file. All nodes are the document's. */
typedef struct reader {
    yaml_document_t *document;
    const char *path;
    ss_error *error;
} reader;

/* A key of a mapping and where its value goes: one value, a list of them, or a list of mappings,
 * which is left as it is. */
typedef struct key {
    const char *name, *like; /* and its value, for example; NULL: one value */
    bool needed, names;      /* names: one value may be several, with commas */
    const char **text;
    char *const **list;
    yaml_node_t **node;
} key;

/* SS_ERROR_DATA about the node: "PATH, line L, column C: 'NAME' WHAT"; NULL: without a name. */
static bool refuse(const reader *in, const yaml_node_t *node, const char *name, const char *what)
{
    const char *const quote = name != NULL ? "'" : "";
    return ss_error_set(in->error, SS_ERROR_DATA, "%s, line %zu, column %zu: %s%s%s%s%s", in->path,
                        node->start_mark.line + 1, node->start_mark.column + 1, quote,
                        name != NULL ? name : "", quote, name != NULL ? " " : "", what);
}

static bool read_text(const reader *in, const yaml_node_t *node, const char *name,
                      const char **text)
{
    if (node->type != YAML_SCALAR_NODE)
        return refuse(in, node, name, "must be one value");
    *text = (const char *)node->data.scalar.value;
    return (*text)[0] != '\0' || refuse(in, node, name, "must not be empty");
}

/* Item k of a list; of anything else, which is a list of one, itself. */
static yaml_node_t *item(const reader *in, yaml_node_t *node, size_t k)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return node;
    return yaml_document_get_node(in->document, node->data.sequence.items.start[k]);
}

/* A zeroed array for the n > 0 items of a list, or of what stands for a list of one, and one more;
 * NULL and an error if there is none. */
static void *new_array(const reader *in, const yaml_node_t *node, const char *name, size_t *n,
                       size_t size)
{
    *n = node->type != YAML_SEQUENCE_NODE;
    if (*n == 1)
        ;
    else if (node->data.sequence.items.top == node->data.sequence.items.start)
        refuse(in, node, name, "must not be empty");
    else
        *n = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    void *const array = *n > 0 ? calloc(*n + 1, size) : NULL;
    if (array == NULL) {
        *n = 0;
        ss_error_memory(in->error, "%s", in->path);
    }
    return array;
}

/* "sbp, 'ebp[alpha=2]'" for a list: cut in the document's text at commas outside brackets. */
static bool split_names(const reader *in, yaml_node_t *node, const key *k)
{
    char *at = (char *)node->data.scalar.value;
    size_t n = 2; /* the first, and the end */
    for (const char *c = at; *c != '\0'; ++c)
        n += *c == ',';
    const char **const array = calloc(n, sizeof *array);
    *k->list = (char *const *)array;
    if (array == NULL)
        return ss_error_memory(in->error, "%s", in->path);
    for (n = 0;; ++at) {
        at += strspn(at, " ");
        array[n++] = at;
        at += ss_label_length(at, ',');
        const bool is_last = *at == '\0';
        *at = '\0';
        for (char *end = at; end > array[n - 1] && end[-1] == ' ';)
            *--end = '\0';
        if (array[n - 1][0] == '\0')
            return refuse(in, node, k->name, "must not be empty");
        if (is_last)
            return true;
    }
}

static bool read_value(const reader *in, yaml_node_t *node, const key *k)
{
    size_t n = 0;
    char what[128];
    if (k->list == NULL && k->text == NULL) {
        *k->node = node;
        return true;
    }
    snprintf(what, sizeof what, "is written so: %s", k->like != NULL ? k->like : "");
    if (k->like != NULL &&
        (node->type == YAML_MAPPING_NODE || (k->list == NULL && node->type == YAML_SEQUENCE_NODE)))
        return refuse(in, node, k->name, what);
    if (k->text != NULL)
        return read_text(in, node, k->name, k->text);
    if (k->names && node->type == YAML_SCALAR_NODE)
        return split_names(in, node, k);
    const char **const array = new_array(in, node, k->name, &n, sizeof *array);
    bool ok = array != NULL;
    for (size_t i = 0; ok && i < n; i++)
        ok = read_text(in, item(in, node, i), k->name, &array[i]);
    *k->list = (char *const *)array;
    return ok;
}

/* Has any problem a parameter of that name? */
static bool is_parameter(const char *word)
{
    bool found = ss_options_find(&ss_problem_file.params, word) != NULL;
    for (size_t k = 0; !found && ss_catalogue_at(k) != NULL; ++k)
        found = ss_options_find(&ss_catalogue_at(k)->params, word) != NULL;
    return found;
}

/* Fill in what the keys point at, from the lines of a mapping that is the value of `name`. */
static bool read_mapping(const reader *in, const yaml_node_t *node, const char *name,
                         const key *keys)
{
    unsigned seen = 0; /* bits of the keys */
    ss_names names = {"no key", "see 'stickslip campaign --help'", keys, 0, sizeof *keys, false};
    while (keys[names.n].name != NULL)
        names.n++;
    if (node->type != YAML_MAPPING_NODE)
        return refuse(in, node, name, "must be lines of KEY: VALUE");
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *const left = yaml_document_get_node(in->document, pair->key);
        ss_error unknown = {.code = SS_ERROR_NONE};
        const char *word = NULL;
        if (!read_text(in, left, "a key", &word))
            return false;
        const key *const k = ss_names_find(&names, word, &unknown);
        if (k == NULL && (is_parameter(word) || strcmp(word, "set") == 0))
            return refuse(in, left, word,
                          "belongs to a problem: '- name: PROBLEM' and below it "
                          "\"set: ['KEY=VALUE']\"");
        if (k == NULL)
            return refuse(in, left, NULL, unknown.text);
        if (seen & 1u << (k - keys))
            return refuse(in, left, word, "is there twice");
        seen |= 1u << (k - keys);
        if (!read_value(in, yaml_document_get_node(in->document, pair->value), k))
            return false;
    }
    for (size_t k = 0; k < names.n; k++)
        if (keys[k].needed && !(seen & 1u << k))
            return refuse(in, node, keys[k].name, "is missing");
    return true;
}

/* A name alone, or lines of KEY: VALUE. */
static bool read_problem(const reader *in, const yaml_node_t *node,
                         ss_campaign_spec_problem *problem)
{
    if (node->type == YAML_SCALAR_NODE)
        return read_text(in, node, "problems", &problem->name);
    const key keys[] = {
        {.name = "name", .needed = true, .text = &problem->name},
        {.name = "set", .like = "['mu=0.1,0.3', 'steps=100']", .list = &problem->set},
        {.name = "instances", .like = "1-3,7", .text = &problem->instances},
        {.name = NULL}};
    return read_mapping(in, node, "problems", keys);
}

/* The keys of a campaign; `like` shows those that people write wrongly first. */
static bool read_spec(const reader *in, const yaml_node_t *root, ss_campaign_spec *s)
{
    yaml_node_t *problems = NULL;
    const key keys[] = {
        {.name = "problems", .needed = true, .node = &problems},
        {.name = "solvers",
         .like = "[sbp, 'ebp[alpha=2]']",
         .needed = true,
         .names = true,
         .list = &s->solvers},
        {.name = "outers", .like = "[nlgs, nlgs-sor]", .names = true, .list = &s->outers},
        {.name = "tolerances", .like = "[1e-4, 1e-8]", .list = &s->tolerances},
        {.name = "keep", .like = "[history, bodies]", .names = true, .list = &s->keep},
        {.name = "instances", .like = "1-3,7", .text = &s->instances},
        {.name = "stop", .text = &s->stop},
        {.name = "trace", .text = &s->trace},
        {.name = "frames", .text = &s->frames},
        {.name = "timeout", .text = &s->timeout},
        {.name = "memory", .text = &s->memory},
        {.name = "study", .text = &s->study},
        {.name = "refine", .text = &s->refine},
        {.name = "repeats", .text = &s->repeats},
        {.name = "start", .like = "[cold, warm]", .names = true, .list = &s->starts},
        {.name = "warm-start", .text = &s->warm_start},
        {.name = "follow", .like = "[no, reference]", .names = true, .list = &s->leaders},
        {.name = NULL}};
    if (!read_mapping(in, root, "the file", keys))
        return false;
    s->problems = new_array(in, problems, "problems", &s->n_problems, sizeof *s->problems);
    bool ok = s->problems != NULL;
    for (size_t k = 0; ok && k < s->n_problems; k++)
        ok = read_problem(in, item(in, problems, k), &s->problems[k]);
    return ok;
}

/* Parse the file. The document is to be deleted in any case. */
static bool load(yaml_document_t *document, const char *path, ss_error *error)
{
    yaml_parser_t parser;
    FILE *const file = ss_file_open(path, error);
    if (file == NULL)
        return false;
    bool ok = yaml_parser_initialize(&parser) != 0;
    if (ok) {
        yaml_parser_set_input_file(&parser, file);
        ok = yaml_parser_load(&parser, document) != 0;
    }
    if (!ok)
        ss_error_set(error, SS_ERROR_DATA,
                     "%s, line %zu, column %zu: libyaml: %s (what has brackets of "
                     "its own needs quotes: 'ebp[alpha=2]')",
                     path, parser.problem_mark.line + 1, parser.problem_mark.column + 1,
                     parser.problem != NULL ? parser.problem : "no memory");
    else if (yaml_document_get_root_node(document) == NULL)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s: the file is empty", path);
    yaml_parser_delete(&parser);
    fclose(file);
    return ok;
}

bool ss_campaign_spec_read_yaml(ss_campaign_spec **spec, const char *path, ss_error *error)
{
    holder *const h = calloc(1, sizeof *h);
    const reader in = {h != NULL ? &h->document : NULL, path, error};
    *spec = NULL;
    if (h == NULL)
        return ss_error_memory(error, "%s", path);
    const bool ok = load(&h->document, path, error) &&
                    read_spec(&in, yaml_document_get_root_node(&h->document), &h->spec);
    if (ok)
        *spec = &h->spec;
    else
        ss_campaign_spec_free_yaml(&h->spec);
    return ok;
}

void ss_campaign_spec_free_yaml(ss_campaign_spec *spec)
{
    holder *const h = (holder *)spec;
    if (h == NULL)
        return;
    for (size_t k = 0; k < spec->n_problems; k++)
        free((void *)spec->problems[k].set);
    free(spec->problems);
    free((void *)spec->solvers);
    free((void *)spec->outers);
    free((void *)spec->tolerances);
    free((void *)spec->keep);
    free((void *)spec->starts);
    free((void *)spec->leaders);
    yaml_document_delete(&h->document);
    free(h);
}
