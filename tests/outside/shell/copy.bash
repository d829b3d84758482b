# A copy of the source tree, for checks that add to it and build it.
#
#   . "$support_dir/copy.bash"
#   copy_source before                            # without builds, history and results
#   build_copy after after/build stickslip -DSS_TESTS=OFF || finish
#
# SPDX-License-Identifier: GPL-3.0-or-later

copy_source() # FOLDER
{
    mkdir "$1"
    (cd "$source_dir" && tar c --exclude='./build*' --exclude=./.git --exclude=./results .) | tar x -C "$1"
}

# With the compiler of the build that is checked, and warnings as errors. Sets `compiler`.
build_copy() # SOURCE BUILD TARGETS CMAKE-OPTION...
{
    local source=$1 build=$2 targets=$3
    shift 3
    compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$binary_dir/CMakeCache.txt" 2>/dev/null)
    # A compiler cache finds what the build that is checked has compiled, whatever the folder is called.
    export CCACHE_BASEDIR=$PWD
    cmake -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=Release -DSS_WERROR=ON "$@" \
        ${compiler:+-DCMAKE_C_COMPILER="$compiler"} >configure.log 2>&1 ||
        { fail "cmake: $(tail -n 3 configure.log | tr '\n' ' ')"; return 1; }
    # shellcheck disable=SC2086 # several targets
    cmake --build "$build" -j 2 --target $targets >build.log 2>&1 ||
        { fail "the build: $(grep -m 3 -iE 'error|warning' build.log | tr '\n' ' ')"; return 1; }
}
