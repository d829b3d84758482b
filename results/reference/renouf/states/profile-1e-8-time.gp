# Draw this figure again, in this folder: gnuplot profile-1e-8-time.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'profile-1e-8-time.dat'
output_stem = 'profile-1e-8-time'
plot_title = 'Performance profiles, 30 problems, to first reach E1 <= 1e-08'
plot_note = 'bands: 90 % for problems like these'
x_low = 1
x_high = 7.68898655
x_title = 'tau = cost / least cost; CPU time of all that a solve pays, s'
y_title = 'fraction of the problems'
n_curves = 16
array curve[16]
curve[1] = 'reference'
curve[2] = 'ppa-newton'
curve[3] = 'ppa-anderson[local=exact]'
curve[4] = 'apgd'
curve[5] = 'nlgs-anderson[local=exact]'
curve[6] = 'exact'
curve[7] = 'ac'
curve[8] = 'sweeps+newton[local=exact]'
curve[9] = 'eal'
curve[10] = 'ebp'
curve[11] = 'admm'
curve[12] = 'siconos-admm'
curve[13] = 'siconos-nsgs'
curve[14] = 'siconos-prox'
curve[15] = 'sal[alpha=0.5]'
curve[16] = 'sbp[alpha=0.5]'
n_bands = 2
looks = 'a57 j21 i45 l37 e15 a11 m34 m56 m23 m22 m36 m55 m53 m14 m24 m45'
load 'style.gp'
load 'profiles.gp'
