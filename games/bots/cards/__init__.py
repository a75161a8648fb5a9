"""Policies for card games."""
