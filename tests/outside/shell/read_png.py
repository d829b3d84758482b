"""Print of a PNG the share of pixels that are not white, and of those that are clearly red.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

from vtkmodules.vtkIOImage import vtkPNGReader

reader = vtkPNGReader()
reader.SetFileName(sys.argv[1])
reader.Update()
pixels = reader.GetOutput().GetPointData().GetScalars()
n = pixels.GetNumberOfTuples()
rgb = [pixels.GetTuple3(k) for k in range(n)]
ink = sum(min(one) < 250 for one in rgb)
red = sum(one[0] > 120 and one[1] < 70 and one[2] < 70 for one in rgb)
print(ink / n, red / n)
