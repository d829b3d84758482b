/* Presets: a choice changes the defaults of other rows, and what the user says stands.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/options.h"
#include "problems/scenes/catalogue.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct params {
    size_t n;
    double width;
    int size, law;
} params;

enum { SMALL, LARGE, HUGE_ };

static const ss_option rows[] = {
    SS_COUNT(params, n, "n", 3, 1, 1e3, "bodies", "a test"),
    SS_REAL(params, width, "width", 0.1, SS_ABOVE_ZERO, 1e3, "m", "width", "a test"),
    SS_CHOICE(params, size, "size", SMALL, "small|large|huge", "how large", "a test"),
    SS_CHOICE(params, law, "law", 0, "one|two", "law", "a test"),
};
static const ss_option_preset presets[] = {
    {"size", LARGE, "n", 30},
    {"size", LARGE, "width", 0.4},
    {"size", HUGE_, "n", 300},
};
static const ss_option_table table = {
    .rows = rows, .n_rows = 4, .size = sizeof(params), .presets = presets, .n_presets = 3};

static void expect(const char *list, const char *text)
{
    params values;
    ss_error error = {SS_ERROR_NONE, ""};
    char given[80];
    snprintf(given, sizeof given, "%s", list);
    ss_options_defaults(&table, &values);
    for (char *rest = given, *part = strsep(&rest, ";"); part != NULL; part = strsep(&rest, ";"))
        cr_assert(ss_options_set_list(&table, &values, "a test", part, &error), "%s", error.text);
    char *const found = ss_options_text(&table, &values);
    cr_assert_not_null(found);
    cr_expect_str_eq(found, text, "%s: %s", list, found);
    free(found);
}

Test(presets, a_choice_sets_what_has_its_default)
{
    expect("law=two", "n=3,width=0.1,size=small,law=two");
    expect("size=large", "n=30,width=0.4,size=large,law=one");
    expect("size=large,n=7", "n=7,width=0.4,size=large,law=one");
    expect("n=7,size=large", "n=7,width=0.4,size=large,law=one");
    expect("size=large,n=3", "n=3,width=0.4,size=large,law=one");
}

Test(presets, another_choice_takes_them_back)
{
    expect("size=large;size=small", "n=3,width=0.1,size=small,law=one");
    expect("size=large;size=huge", "n=300,width=0.1,size=huge,law=one");
    expect("size=large,width=0.2;size=huge", "n=300,width=0.2,size=huge,law=one");
}

Test(presets, the_manual_tells_them)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    ss_options_describe(&table, out);
    fclose(out);
    cr_expect_not_null(strstr(text, " large: n=30, width=0.4, unless set\n"));
    cr_expect_not_null(strstr(text, " huge: n=300, unless set\n"));
    cr_expect_null(strstr(text, "small: "));
    free(text);
}

/* A preset of a row that there is not would change nothing, and say nothing. */
Test(presets, those_of_every_scene_name_rows_that_it_has)
{
    size_t n = 0;
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k) {
        const ss_option_table *const of = &ss_catalogue_at(k)->params;
        for (size_t j = 0; j < of->n_presets; ++j, ++n)
            cr_expect(ss_options_find(of, of->presets[j].name) != NULL &&
                          ss_options_find(of, of->presets[j].row) != NULL,
                      "%s: %s=%s", ss_catalogue_at(k)->name, of->presets[j].row,
                      of->presets[j].name);
    }
    cr_expect_gt(n, 10);
}
