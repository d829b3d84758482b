# Draw this figure again, in this folder: gnuplot profile-1e-4-units.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'profile-1e-4-units.dat'
output_stem = 'profile-1e-4-units'
plot_title = 'Performance profiles, 30 problems, to first reach E1 <= 0.0001'
plot_note = 'bands: 90 % for problems like these'
x_low = 1
x_high = 19.7304891
x_title = 'tau = cost / least cost; work units: sweeps by the exact local solve on the same problem'
y_title = 'fraction of the problems'
n_curves = 16
array curve[16]
curve[1] = 'apgd'
curve[2] = 'ppa-anderson[local=exact]'
curve[3] = 'reference'
curve[4] = 'ppa-newton'
curve[5] = 'exact'
curve[6] = 'sweeps+newton[local=exact]'
curve[7] = 'ac'
curve[8] = 'eal'
curve[9] = 'nlgs-anderson[local=exact]'
curve[10] = 'ebp'
curve[11] = 'admm'
curve[12] = 'sal[alpha=0.5]'
curve[13] = 'sbp[alpha=0.5]'
curve[14] = 'siconos-admm'
curve[15] = 'siconos-nsgs'
curve[16] = 'siconos-prox'
n_bands = 2
looks = 'l37 i45 a57 j21 a11 j56 m34 m23 m15 m22 m36 m13 m12 m55 m25 m47'
load 'style.gp'
load 'profiles.gp'
