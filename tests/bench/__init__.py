"""Benchmarks with a peer beside them in the same run; see README.md."""
