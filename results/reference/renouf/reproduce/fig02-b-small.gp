# Draw this figure again, in this folder: gnuplot fig02-b-small.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig02-b-small.dat'
output_stem = 'fig02-b-small'
plot_title = 'After Figure 2 of Renouf et al. (2009): chains of force in 100 discs under shear'
plot_note = ''
n_panels = 1
array panel[1]
array fill[1]
array arrows[1]
array forces[1]
array residuals[1]
panel[1] = 'contact forces, mean of the step'
fill[1] = 2
arrows[1] = 0
forces[1] = 1
residuals[1] = 0
x_low = 0
x_high = 0.269739656
z_low = -8.67361738e-18
z_high = 0.232575075 # m
fastest = 0.166642892 # m/s
cell = 0.0233152769
size = 0.0116576385 # m
largest = 124.662589 # N s
step_s = 0.001
residual = 0.000155715793
n_classes = 0
array n_of[3] = [0, 131, 38]
load 'style.gp'
load 'scenes.gp'
