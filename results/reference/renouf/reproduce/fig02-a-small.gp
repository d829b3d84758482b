# Draw this figure again, in this folder: gnuplot fig02-a-small.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig02-a-small.dat'
output_stem = 'fig02-a-small'
plot_title = 'After Figure 2 of Renouf et al. (2009): chains of force in 100 discs under biaxial compression'
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
x_low = -3.46944695e-18
x_high = 0.229960665
z_low = 0
z_high = 0.242637485 # m
fastest = 0.0284144736 # m/s
cell = 0.0233152769
size = 0.0116576385 # m
largest = 122.943426 # N s
step_s = 0.001
residual = 0.000614094583
n_classes = 0
array n_of[3] = [0, 125, 42]
load 'style.gp'
load 'scenes.gp'
