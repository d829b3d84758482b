# Draw this figure again, in this folder: gnuplot forces-reference-step1200.gp
if (!exists("formats")) formats = 'svg'
if (!exists("letters")) letters = 11
if (!exists("untitled")) untitled = 1
datafile = 'forces-reference-step1200.dat'
output_stem = 'forces-reference-step1200'
plot_title = 'Forces of reference on balls-500, instance 1, time step 1200'
plot_note = 'steps = 1200, tol = 1e-06'
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
x_low = -4.19470455e-06
x_high = 0.00525353111
z_low = -5.72058823e-06
z_high = 0.00921321194 # m
fastest = 0.0897586087 # m/s
cell = 0.000754806649
size = 0.000377403324 # m
largest = 6.50855727e-08 # N s
step_s = 5e-05
residual = 5.20474483e-06
n_classes = 0
array n_of[3] = [0, 502, 472]
load 'style.gp'
load 'scenes.gp'
