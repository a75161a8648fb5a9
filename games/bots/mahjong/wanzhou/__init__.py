"""Policies for 万州: wilds, runs, swaps and winds."""
