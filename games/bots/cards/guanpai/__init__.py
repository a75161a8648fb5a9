"""Policies for 关牌."""
