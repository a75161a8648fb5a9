"""Policies for the mahjong games."""
