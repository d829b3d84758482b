# Draw this figure again, in this folder: gnuplot map-alpha-mu-balls-4.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'map-alpha-mu-balls-4.dat'
output_stem = 'map-alpha-mu-balls-4'
plot_title = 'Work over alpha and mu: balls-4, steps=400, tol=1e-08'
plot_note = 'cross: an instance was not solved; circle: its test was met, but E1 is above 0.001; grey: none was solved'
parameter = 'alpha'
other = 'mu'
x_low = 0.158919461
x_high = 6.29248995
x_log = 1
y_low = 0.0577350269
y_high = 2.82842712
y_log = 1
cost_low = 347599
cost_high = 4955435
cost_log = 1
y_tics = '0.1, 0.3, 1, 2'
n_panels = 3
panel_columns = 3
panel_rows = 1
array solver[3]
solver[1] = 'sbp'
solver[2] = 'sal'
solver[3] = 'ebp'
has_best = 1
natural_width = 860
natural_height = 385
load 'style.gp'
load 'map.gp'
