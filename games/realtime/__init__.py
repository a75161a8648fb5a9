"""Sockets: consumers, inbound frames, groups and the ticker."""
