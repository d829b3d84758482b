# Draw this figure again, in this folder: gnuplot sweep-alpha-balls-4-mu-0-3.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'sweep-alpha-balls-4-mu-0-3.dat'
output_stem = 'sweep-alpha-balls-4-mu-0-3'
plot_title = 'Sensitivity to alpha: balls-4, mu=0.3, steps=400, tol=1e-08'
plot_note = 'medians and ranges over the solved of 3 instances; solved: E1 of each step at most 0.001 (15 runs met the stopping test only); the bound of sbp is for small mu'
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
last_low = 48.4615385
last_high = 2336.1
last_log = 1
total_low = 14765.3846
total_high = 395470.4
total_log = 1
work_low = 238878.462
work_high = 7108358.4
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
