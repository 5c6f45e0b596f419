"""The commands, one file each: parse, call `solver.study`, print."""
