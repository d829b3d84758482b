# Draw this figure again, in this folder: gnuplot fig08-small.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig08-small.dat'
output_stem = 'fig08-small'
plot_title = 'After Figure 8 of Sanni et al. (2010): a sand pile of 400 balls out of a silo, start and end'
plot_note = ''
n_panels = 2
array panel[2]
array fill[2]
array arrows[2]
array forces[2]
array residuals[2]
panel[1] = 'start'
fill[1] = 0
arrows[1] = 0
forces[1] = 0
residuals[1] = 0
panel[2] = 'end'
fill[2] = 0
arrows[2] = 0
forces[2] = 0
residuals[2] = 0
x_low = -1.80151644
x_high = 1.73578472
z_low = -0.0242092203
z_high = 2.91854078 # m
fastest = 0.373573613 # m/s
cell = 0.201381408
size = 0.100690704 # m
largest = 0 # N s
step_s = 0.005
residual = 0
n_classes = 0
array n_of[3] = [0, 0, 0]
load 'style.gp'
load 'scenes.gp'
