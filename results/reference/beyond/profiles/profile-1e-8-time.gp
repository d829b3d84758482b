# Draw this figure again, in this folder: gnuplot profile-1e-8-time.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'profile-1e-8-time.dat'
output_stem = 'profile-1e-8-time'
plot_title = 'Performance profiles, 36 problems, to first reach E1 <= 1e-08'
plot_note = 'bands: 90 % for problems like these'
x_low = 1
x_high = 1848.67787
x_title = 'tau = cost / least cost; CPU time of all that a solve pays, s'
y_title = 'fraction of the problems'
n_curves = 16
array curve[16]
curve[1] = 'reference'
curve[2] = 'nlgs-anderson[local=exact]'
curve[3] = 'ppa-anderson[local=exact]'
curve[4] = 'nlgs-batched[local=exact]'
curve[5] = 'exact'
curve[6] = 'sweeps+newton[local=exact]'
curve[7] = 'ac'
curve[8] = 'eal'
curve[9] = 'ebp'
curve[10] = 'apgd'
curve[11] = 'nlgs-sor[local=exact]'
curve[12] = 'sal'
curve[13] = 'sbp'
curve[14] = 'ppa-newton'
curve[15] = 'central-path'
curve[16] = 'admm'
n_bands = 2
looks = 'a57 e15 i45 a33 a11 j56 m34 m23 m22 m37 m42 m13 m12 m21 m44 m36'
load 'style.gp'
load 'profiles.gp'
