/* The man page, stickslip.1: made of the tables that --help is made of, in man(7)'s macros (groff,
 * mandoc). Help texts are plain lines; those that begin with blanks are lists or examples.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/command.h"

#include "harness/tables/provenance.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Text in roff, so that man shows it and no other: what has a meaning there is escaped, and a
 * hyphen is a minus, which can be copied. */
static void put_text(FILE *out, const char *text, size_t length)
{
    static const char meant[] = "\\-'`^~";
    static const char *const escaped[] = {"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
    for (size_t k = 0; k < length; ++k) {
        const char *const found = text[k] != '\0' ? strchr(meant, text[k]) : NULL;
        if (found != NULL)
            fputs(escaped[found - meant], out);
        else
            fprintf(out, "%s%c", k == 0 && text[k] == '.' ? "\\&" : "", text[k]);
    }
}

/* A line of a list, "  NAME  what it is"; a line of an example otherwise. *rest: what it is. */
static bool is_item(const char *line, size_t length, size_t *name, size_t *rest)
{
    *name = 2;
    while (*name < length && (isalnum((unsigned char)line[*name]) || line[*name] == '-'))
        ++*name;
    *rest = *name;
    while (*rest < length && line[*rest] == ' ')
        ++*rest;
    return strncmp(line, "  ", 2) == 0 && *name > 2 && *rest > *name + 1 && *rest < length;
}

/* Lines of text; those that begin with blanks are lists, whose items may go on further to the
 * right, or examples, which are shown as they are. */
static void put_lines(FILE *out, const char *text, size_t length)
{
    bool example = false, list = false;
    size_t n = 0, name = 0, rest = 0;
    for (const char *const end = text + length; text < end; text += n + 1) {
        const char *const newline = memchr(text, '\n', (size_t)(end - text));
        n = (size_t)((newline != NULL ? newline : end) - text);
        const bool item = !example && is_item(text, n, &name, &rest);
        const bool goes_on = list && !item && n > 10 && strspn(text, " ") > 10;
        const bool begins = n > 0 && text[0] == ' ' && !item && !example && !goes_on;
        const bool ends = n > 0 && text[0] != ' ' && (example || list);
        if (ends)
            fputs(example ? ".fi\n.RE\n.PP\n" : ".PP\n", out);
        if (begins)
            fputs(".PP\n.RS 4\n.nf\n", out);
        example = begins || (example && !ends);
        list = item || (list && !ends);
        if (item) { /* its name in bold, the rest indented */
            fputs(".TP\n\\fB", out);
            put_text(out, text + 2, name - 2);
            fputs("\\fR\n", out);
            put_text(out, text + rest, n - rest);
            fputs("\n", out);
        } else if (n > 0) {
            const size_t blanks = goes_on                               ? strspn(text, " ")
                                  : example && n >= 2 && text[1] == ' ' ? 2
                                                                        : 0;
            put_text(out, text + blanks, n - blanks);
            fputs("\n", out);
        } else if (!example && !list && text + 1 < end && text[1] != ' ')
            fputs(".PP\n", out);
    }
    fputs(example ? ".fi\n.RE\n" : "", out);
}

static void put_option(FILE *out, const ss_word_row *row)
{
    fputs(".TP\n", out);
    if (row->key != 0)
        fprintf(out, "\\fB\\-%c\\fR, ", row->key);
    fputs("\\fB\\-\\-", out);
    put_text(out, row->name, strlen(row->name));
    fputs("\\fR", out);
    if (row->argument != NULL) {
        fputs("=\\fI", out);
        put_text(out, row->argument, strlen(row->argument));
        fputs("\\fR", out);
    }
    fputs("\n", out);
    put_lines(out, row->help, strlen(row->help));
}

/* The section of a command, whose words are under `name`: a line of the synopsis for each line of
 * its places, what it does, its options and examples. */
static bool put_command(FILE *out, const ss_command *command, const char *name, ss_error *error)
{
    const char *at = command->places != NULL ? command->places : "";
    char *const doc = ss_command_doc(command);
    if (doc == NULL)
        return ss_error_memory(error, "the man page");
    const char *const after = strchr(doc, '\v');
    fputs(".SS ", out);
    put_text(out, command->name, strlen(command->name));
    fputs("\n", out);
    put_text(out, command->summary, strlen(command->summary));
    fputs(".\n", out);
    do {
        const size_t n = strcspn(at, "\n");
        fprintf(out, "%s\\fBstickslip ",
                at == command->places || command->places == NULL ? ".PP\n" : ".br\n");
        put_text(out, name, strlen(name));
        fputs("\\fR [\\fIOPTION\\fR...] \\fI", out);
        put_text(out, at, n);
        fputs("\\fR\n", out);
        at += n + (at[n] == '\n');
    } while (*at != '\0');
    fputs(".PP\n", out);
    put_lines(out, doc, (size_t)(after - doc));
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n; ++k)
            put_option(out, &g->words[k]);
    fputs(".PP\n", out);
    put_lines(out, after + 1, strlen(after + 1));
    free(doc);
    return true;
}

bool ss_manual_print(FILE *out, const char *about, const ss_command *const *commands, size_t n,
                     ss_error *error)
{
    bool ok = true;
    const char *const version = ss_provenance_version; /* "stickslip 0.1.0 (commit ...)" */
    const size_t length = strcspn(version, "(") - 1;
    fprintf(out,
            ".\\\" Made by `stickslip help --man`.\n"
            ".TH STICKSLIP 1 \"\" \"%.*s\" \"User Commands\"\n"
            ".SH NAME\nstickslip \\- compare solvers for frictional contact\n"
            ".SH SYNOPSIS\n.B stickslip\n.I VERB\n.RI [ OPTION ...]\n"
            ".br\n.B stickslip help\n.RI [ VERB ]\n.br\n.B stickslip \\-\\-version\n"
            ".SH DESCRIPTION\n",
            (int)length, version);
    put_lines(out, about, strlen(about));
    fputs(".PP\nEvery verb takes\n.BR \\-\\-help ,\n.B \\-h\nand\n.BR \\-\\-usage .\n"
          ".SH VERBS\n",
          out);
    for (size_t k = 0; ok && k < n; ++k)
        for (const ss_command *c = commands[k]; ok && c != NULL; c = c->other)
            ok = put_command(out, c, commands[k]->name, error);
    fputs(".SH EXIT STATUS\n", out);
#define X(id, exit_code, meaning)                                                                  \
    fprintf(out, ".TP\n.B %d\n", exit_code);                                                       \
    put_lines(out, meaning, strlen(meaning));
    SS_ERROR_LIST(X)
#undef X
    fputs(".TP\n.B 10 to 13\nverdicts of\n.B compare\nand\n.BR judge ;\nsee there.\n"
          ".PP\nA solver that does not converge is a result (column status), not an error.\n"
          ".SH SEE ALSO\n.BR gnuplot (1)\n",
          out);
    return ok;
}
