/* A libFuzzer target for campaigns' files (preset `fuzz`):
 *
 *     build-fuzz/fuzz_yaml -max_len=4096 FOLDER tests/corpus/yaml paper/dumont
 *
 * Whatever the bytes are, they are a spec or an error that names the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"
#include "tests/fuzz/fuzz_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    ss_error error = {SS_ERROR_NONE, ""};
    ss_campaign_spec *spec = NULL;
    fuzz_file_make(path, data, size);
    if (ss_campaign_spec_read_yaml(&spec, path, &error))
        ss_campaign_spec_free_yaml(spec);
    else if (error.code != SS_ERROR_DATA || strstr(error.text, path) == NULL)
        abort();
    unlink(path);
    return 0;
}
