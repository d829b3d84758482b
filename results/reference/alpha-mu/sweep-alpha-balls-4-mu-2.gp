# Draw this figure again, in this folder: gnuplot sweep-alpha-balls-4-mu-2.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'sweep-alpha-balls-4-mu-2.dat'
output_stem = 'sweep-alpha-balls-4-mu-2'
plot_title = 'Sensitivity to alpha: balls-4, mu=2, steps=400, tol=1e-08'
plot_note = 'medians and ranges over the solved of 3 instances; solved: E1 of each step at most 0.001 (5 runs met the stopping test only); the bound of sbp is for small mu'
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
missing[3] = 'no value without a failure'
n_printed = 0
array printed[1]
value_low = 0.164874539
value_high = 6.06521786
value_log = 1
last_low = 60
last_high = 2367.3
last_log = 1
total_low = 18089.2308
total_high = 535843.1
total_log = 1
work_low = 260704.615
work_high = 8482988.8
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
