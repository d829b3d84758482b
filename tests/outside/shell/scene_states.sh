#!/usr/bin/env bash
# Print the hashes of all scenes by PROGRAM, tests/scene_states of some build. Two libraries choose
# functions by the processor, and these round otherwise: glibc's with and without fused multiply-add, and
# OpenBLAS' kernels. Both are held to what every x86-64 has, so that the table is of no machine.
#
#   bash tests/outside/shell/scene_states.sh PROGRAM
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
export OPENBLAS_CORETYPE=Prescott
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable
exec "$1"
