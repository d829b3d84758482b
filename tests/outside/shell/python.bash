# Sets `python` to one that has numpy, as the installed clients need; a check without it is passed over.
#
#   . "$support_dir/python.bash"
#
# SPDX-License-Identifier: GPL-3.0-or-later

python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import numpy' 2>/dev/null || python=$(command -v "$one")
done
[ -n "$python" ] || { echo "skipped: no python3 with numpy"; exit 0; }
