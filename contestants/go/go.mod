module chokepoint

go 1.24
