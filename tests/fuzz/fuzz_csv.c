/* A libFuzzer target for CSV tables (preset `fuzz`):
 *
 *     build-fuzz/fuzz_csv -max_len=16384 FOLDER tests/corpus/store tests/corpus/csv
 *
 * Whatever the bytes are, they are a table whose every cell can be asked for, as text and as a
 * number, or an error that names the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/csv.h"
#include "tests/fuzz/fuzz_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    ss_error error = {SS_ERROR_NONE, ""};
    ss_csv table;
    fuzz_file_make(path, data, size);
    const bool read = ss_csv_read(&table, path, &error);
    if (read != (error.code == SS_ERROR_NONE) || (!read && strstr(error.text, path) == NULL))
        abort();
    for (size_t k = 0; read && k < table.n_rows; ++k)
        for (size_t c = 0; c < table.n_columns; ++c) {
            ss_error no_number = {SS_ERROR_NONE, ""};
            double value = 0.0;
            if (ss_csv_cell(&table, k, c) == NULL ||
                ss_csv_cell_real(&table, k, c, &value, &no_number) !=
                    (no_number.code == SS_ERROR_NONE))
                abort();
        }
    ss_csv_free(&table);
    unlink(path);
    return 0;
}
