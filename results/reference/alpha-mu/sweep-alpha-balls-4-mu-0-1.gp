# Draw this figure again, in this folder: gnuplot sweep-alpha-balls-4-mu-0-1.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'sweep-alpha-balls-4-mu-0-1.dat'
output_stem = 'sweep-alpha-balls-4-mu-0-1'
plot_title = 'Sensitivity to alpha: balls-4, mu=0.1, steps=400, tol=1e-08'
plot_note = 'medians and ranges over the solved of 3 instances; solved: E1 of each step at most 0.001 (24 runs met the stopping test only); the bound of sbp is for small mu'
n_curves = 3
parameter = 'alpha'
array curve[3]
array missing[3]
looks = 'b12 c13 f22'
curve[1] = 'sbp'
missing[1] = ''
curve[2] = 'sal'
missing[2] = ''
curve[3] = 'ebp'
missing[3] = ''
n_printed = 0
array printed[1]
value_low = 0.164874539
value_high = 6.06521786
value_log = 1
last_low = 58.4615385
last_high = 1220.7
last_log = 1
total_low = 15355.3846
total_high = 311866.1
total_log = 1
work_low = 291249.231
work_high = 6171492.6
work_log = 1
key_columns = 3
key_rows = 1
bars_left = 0.1000
has_bars = 1
natural_width = 860
natural_height = 829
text_height = 400
load 'style.gp'
load 'sensitivity.gp'
