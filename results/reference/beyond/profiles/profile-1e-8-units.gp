# Draw this figure again, in this folder: gnuplot profile-1e-8-units.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'profile-1e-8-units.dat'
output_stem = 'profile-1e-8-units'
plot_title = 'Performance profiles, 36 problems, to first reach E1 <= 1e-08'
plot_note = 'bands: 90 % for problems like these'
x_low = 1
x_high = 75352.9352
x_title = 'tau = cost / least cost; work units: sweeps by the exact local solve on the same problem'
y_title = 'fraction of the problems'
n_curves = 16
array curve[16]
curve[1] = 'reference'
curve[2] = 'nlgs-anderson[local=exact]'
curve[3] = 'nlgs-batched[local=exact]'
curve[4] = 'sweeps+newton[local=exact]'
curve[5] = 'ppa-anderson[local=exact]'
curve[6] = 'exact'
curve[7] = 'eal'
curve[8] = 'ac'
curve[9] = 'ebp'
curve[10] = 'nlgs-sor[local=exact]'
curve[11] = 'sal'
curve[12] = 'apgd'
curve[13] = 'sbp'
curve[14] = 'ppa-newton'
curve[15] = 'admm'
curve[16] = 'central-path'
n_bands = 2
looks = 'a57 e15 a33 j56 i45 a11 m23 m34 m22 m42 m13 m37 m12 m21 m36 m44'
load 'style.gp'
load 'profiles.gp'
