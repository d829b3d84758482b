# A campaign of 10 * $instances short runs, for the checks of campaigns.
#
# SPDX-License-Identifier: GPL-3.0-or-later

write_night()
{
    cat >night.yaml <<NIGHT
problems:
  - name: balls-4
    set: ['mu=0.1,0.3', 'steps=190']
    instances: 1-$instances
solvers: [sbp, 'ebp[alpha=0.3:3:log:4]']
trace: last
NIGHT
}
