# Draw this figure again, in this folder: gnuplot fig04.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig04.dat'
output_stem = 'fig04'
plot_title = 'After Figure 4 of Sanni et al. (2010): a silo empties, start and end'
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
x_low = -0.100058427
x_high = 0.100033504
z_low = -0.00149478615
z_high = 0.285849442 # m
fastest = 0.00304555342 # m/s
cell = 0.0119726762
size = 0.005 # m
largest = 0 # N s
step_s = 0.001
residual = 0
n_classes = 0
array n_of[3] = [0, 0, 0]
load 'style.gp'
load 'scenes.gp'
