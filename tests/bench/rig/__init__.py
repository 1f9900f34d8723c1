"""What the benchmarks measure with: crowds of phones, stopwatches in the server, fingers, years."""
