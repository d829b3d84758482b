/* The problems that a name of files stands for, and the contents of files that solvers are made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_FILES_H
#define SS_HARNESS_CAMPAIGN_FILES_H

#include "harness/campaign/grid.h"
#include "harness/tables/hash.h"
#include "solvers/choice.h"

/* Append the problems that `name` stands for: of "file:FOLDER" each *.hdf5 in it and in the folders
 * below, what is hidden passed over; of "file:PATTERN" what *, ? and [ match, where no file bears
 * that name; of "family:NAME" the files of the FCLIB library in the folder $STICKSLIP_FCLIB, all of
 * them, or with ",partial" those that are there; sorted each way; of any other name itself.
 * SS_ERROR_DATA if there is none, or for a folder that cannot be read; SS_ERROR_MEMORY. */
bool ss_campaign_files_expand(ss_campaign_texts *problems, const char *name, ss_error *error);

/* The same of a folder's name without "file:", which may have none. */
bool ss_campaign_files_in(ss_campaign_texts *problems, const char *folder, ss_error *error);

/* Put the contents of the files that a command's words name into a hash; a word that is no file is
 * in the label. */
void ss_campaign_files_hash_words(char hash[SS_HASH_SIZE], const ss_words *words);

/* The contents of the shared objects in a choice, and of a command's files, in one hash; "" where
 * there are none. SS_ERROR_DATA: one cannot be read. */
bool ss_campaign_files_hash(char hash[SS_HASH_SIZE], const ss_choice *solver, ss_error *error);

#endif
