/* A libFuzzer target for step files in JSON (preset `fuzz`):
 *
 *     build-fuzz/fuzz_step -max_len=4096 FOLDER tests/corpus/step
 *
 * Whatever the bytes are, they are a step that can be posed, or an error that names the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_file.h"
#include "tests/fuzz/fuzz_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    ss_error error = {SS_ERROR_NONE, ""};
    ss_step_file file = {.h = 0.0};
    ss_posed_step posed = {.memory = NULL};
    fuzz_file_make(path, data, size);
    if (!(ss_step_json_read(&file, path, &error) && ss_step_file_check(&file, path, &error) &&
          ss_posed_step_create(&posed, &file, path, &error)) &&
        (error.code != SS_ERROR_DATA || strstr(error.text, path) == NULL))
        abort();
    ss_posed_step_free(&posed);
    ss_step_file_free(&file);
    unlink(path);
    return 0;
}
