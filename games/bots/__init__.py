"""Policies that play: a view and its prompt in, one legal action out. Pure: chance comes in as an argument."""

from games.bots.base import Policy
from games.bots.catalogue import policies, policy

__all__ = ["Policy", "policies", "policy"]
