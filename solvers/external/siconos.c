/* The eight solvers of Siconos as external solvers: names, options, and the loading of the module
 * that runs them (siconos.h says why it is one). In a build without Siconos all of this is there,
 * but for `solve`.
 *
 * Each solver is a descriptor made by the macro SICONOS: its method by number, its options by a
 * table over ss_siconos_options, of which every method reads its own fields.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/external/siconos.h"

#ifdef SS_SICONOS_MODULE

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) /* of gcc */
#define UNDER_SANITIZER 1
#elif defined(__has_feature) /* of clang */
#define UNDER_SANITIZER __has_feature(address_sanitizer)
#else
#define UNDER_SANITIZER 0
#endif

/* The module by its name, on the program's own path. RTLD_DEEPBIND: Siconos finds its own OpenBLAS
 * before the program's cblas. AddressSanitizer refuses that, and its dlopen does not know the
 * program's path. */
static void *load(void)
{
#if UNDER_SANITIZER
    return dlopen(SS_SICONOS_BUILT, RTLD_NOW | RTLD_LOCAL);
#else
    return dlopen(SS_SICONOS_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
#endif
}

bool ss_siconos_load(ss_siconos_module *module)
{
    /* before the library is loaded, which is when it starts its threads */
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    void *const handle = load();
    if (handle == NULL) {
        fprintf(stderr, "cannot load Siconos: %s\n", dlerror());
        return false;
    }
    /* ISO C knows no conversion from an object to a function pointer; POSIX promises this one. */
    *(void **)&module->run = dlsym(handle, "ss_siconos_module_run");
    *(void **)&module->full_error = dlsym(handle, "ss_siconos_module_full_error");
    return module->run != NULL && module->full_error != NULL;
}

static bool solve(const ss_external_solver *self, double *r, const ss_external_task *task,
                  ss_external_claim *claim)
{
    ss_siconos_module module;
    return ss_siconos_load(&module) && module.run((ss_siconos_method)self->method, r, task, claim);
}

#define SOLVE solve

#else

bool ss_siconos_load(ss_siconos_module *module)
{
    (void)module;
    return false;
}

#define SOLVE NULL

#endif

#define COUNT(field, name, meaning)                                                                \
    SS_COUNT(ss_siconos_options, field, name, 0, 0, 1e9, meaning, "Siconos 4.4.0")
#define REAL(field, name, value, unit, meaning, source)                                            \
    SS_REAL(ss_siconos_options, field, name, value, 0, SS_UNBOUNDED, unit, meaning, source)

#define LOCAL_OPTIONS                                                                              \
    REAL(local_tol, "local-tol", 0, "mixed",                                                       \
         "absolute tolerance of the solver of one contact; 0: Siconos' own", "Siconos 4.4.0"),     \
        COUNT(local_cap, "local-cap", "most iterations at one contact; 0: Siconos' own")

static const ss_option nsgs_options[] = {
    LOCAL_OPTIONS,
};
static const ss_option quartic_options[] = {
    LOCAL_OPTIONS,
    SS_CHOICE(ss_siconos_options, polynomial, "polynomial", SS_SICONOS_QUARTIC_ANGLE, "angle|nu",
              "unknown of the quartic; angle gives NaN where W_nt = 0, as for spheres",
              "Siconos 4.4.0"),
};
static const ss_option admm_options[] = {
    SS_CHOICE(ss_siconos_options, initial_rho, "initial-rho", SS_SICONOS_RHO_GIVEN,
              "given|norm-inf", "where rho comes from: the option rho, or the norm of W",
              "Siconos 4.4.0"),
    REAL(rho, "rho", 0, "1/kg", "the penalty parameter that is given; 0: Siconos' own, 1",
         "Siconos 4.4.0"),
};
static const ss_option prox_options[] = {
    REAL(sigma, "sigma", 0, "1/kg", "proximal parameter alpha = sigma error^nu; 0: Siconos' own",
         "Siconos 4.4.0"),
    REAL(nu, "nu", 0, "-", "its exponent; 0: Siconos' own", "Siconos 4.4.0"),
    COUNT(inner_cap, "inner-cap", "most Newton iterations inside; 0: Siconos' own"),
};

#define NO_OPTIONS                                                                                 \
    {                                                                                              \
        .size = sizeof(ss_siconos_options)                                                         \
    }

#define SICONOS(id, its_method, its_name, its_options, its_title)                                  \
    const ss_external_solver ss_external_##id = {                                                  \
        .name = its_name,                                                                          \
        .title = its_title,                                                                        \
        .reference = "Siconos numerics 4.4.0; [ABH]",                                              \
        .measure = "|r - proj_K(r - u - mu|u_t|n)| / max(|q|, |r|, |u|), estimator siconos-rel",   \
        .package = "libsiconos-numerics-dev",                                                      \
        .options = its_options,                                                                    \
        .method = SS_SICONOS_##its_method,                                                         \
        .solve = SOLVE,                                                                            \
    }

SICONOS(siconos_nsgs, NSGS, "siconos-nsgs", SS_OPTION_TABLE(nsgs_options, ss_siconos_options),
        "Siconos' NSGS as it comes: hybrid local Newton, full error when a sweep changes little");
SICONOS(siconos_nsgs_nsn, NSGS_NSN, "siconos-nsgs-nsn",
        SS_OPTION_TABLE(nsgs_options, ss_siconos_options),
        "the same with the plain non-smooth Newton (Alart-Curnier) at each contact");
SICONOS(siconos_nsgs_full, NSGS_FULL, "siconos-nsgs-full",
        SS_OPTION_TABLE(nsgs_options, ss_siconos_options),
        "the same as siconos-nsgs, the full error evaluated after every sweep");
SICONOS(siconos_nsgs_quartic, NSGS_QUARTIC, "siconos-nsgs-quartic",
        SS_OPTION_TABLE(quartic_options, ss_siconos_options),
        "the same with each contact solved by enumeration of a quartic's roots");
SICONOS(siconos_nsn_ac, NSN_AC, "siconos-nsn-ac", NO_OPTIONS,
        "Siconos' global non-smooth Newton on the Alart-Curnier function");
SICONOS(siconos_admm, ADMM, "siconos-admm", SS_OPTION_TABLE(admm_options, ss_siconos_options),
        "Siconos' ADMM with constant rho (balancing leaks)");
SICONOS(siconos_prox, PROX, "siconos-prox", SS_OPTION_TABLE(prox_options, ss_siconos_options),
        "Siconos' proximal point around its global non-smooth Newton: its most robust");
SICONOS(siconos_vi_eg, VI_EG, "siconos-vi-eg", NO_OPTIONS,
        "Siconos' extra-gradient on the variational inequality");
