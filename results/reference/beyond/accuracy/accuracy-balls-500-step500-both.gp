# Draw this figure again, in this folder: gnuplot accuracy-balls-500-step500-both.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'accuracy-balls-500-step500-both.dat'
output_stem = 'accuracy-balls-500-step500-both'
plot_title = 'E1 against work and CPU time on balls-500, 5 instances, time step 500'
plot_note = 'steps = 500, tol = 1e-10; median cost of first reaching an error; bands (the best two of many): quartiles of 5 instances'
n_curves = 8
array curve[8]
curve[1] = 'ppa-newton'
curve[2] = 'ac'
curve[3] = 'eal'
curve[4] = 'ebp'
curve[5] = 'exact'
curve[6] = 'sal'
curve[7] = 'sbp'
curve[8] = 'nlgs-anderson[local=exact]'
left_low = 0
left_high = 624.206581
left_log = 0
left_name = 'work (sweeps of the exact local solve)'
right_low = 0
right_high = 6.16148216
right_log = 0
right_name = 'CPU time of all that a solve pays (ms)'
y_low = 1e-11
y_high = 1
y_log = 1
y_name = 'E1 (no unit)'
tolerance = 1e-10
looks = 'j21 d34 g23 f22 a11 c13 b12 e15'
load 'style.gp'
load 'accuracy_pair.gp'
