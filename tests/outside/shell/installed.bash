# The installed program in a folder that has moved since, for checks that use nothing else.
#
#   . "$support_dir/installed.bash"
#   install_moved || finish                        # sets `program`; files are below ./moved
#
# SPDX-License-Identifier: GPL-3.0-or-later

install_moved()
{
    cmake --install "$binary_dir" --prefix "$scratch/first" >install.log 2>&1 || {
        fail "cmake --install: $(tail -n 1 install.log)"
        return 1
    }
    mv first moved
    program=$scratch/moved/bin/stickslip
}
