# Draw this figure again, in this folder: gnuplot sweep-alpha-balls-500.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'sweep-alpha-balls-500.dat'
output_stem = 'sweep-alpha-balls-500'
plot_title = 'Sensitivity to alpha: balls-500, steps=500, tol=1e-08'
plot_note = 'medians and quartiles over the solved of 10 instances; solved: E1 of each step at most 0.001 (7 runs met the stopping test only); the bound of sbp is for small mu'
n_curves = 6
parameter = 'alpha'
array curve[6]
array missing[6]
looks = 'b12 c13 f22 f33 g23 d34'
curve[1] = 'sbp'
missing[1] = ''
curve[2] = 'sal'
missing[2] = ''
curve[3] = 'ebp stop=printed backtrack=no fallback=no'
missing[3] = ''
curve[4] = 'ebp'
missing[4] = ''
curve[5] = 'eal'
missing[5] = ''
curve[6] = 'ac'
missing[6] = ''
n_printed = 1
array printed[1]
printed[1] = 'ebp, printed in the paper'
value_low = 0.0363838125
value_high = 13.7423751
value_log = 1
last_low = 66.3461538
last_high = 1414.4
last_log = 1
total_low = 0
total_high = 249580.1
total_log = 0
work_low = 4754204.23
work_high = 268824659
work_log = 1
key_columns = 1
key_rows = 7
bars_left = 0.4093
has_bars = 1
natural_width = 860
natural_height = 1033
text_height = 400
load 'style.gp'
load 'sensitivity.gp'
