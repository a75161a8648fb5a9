"""The only code that writes `games.models`: the door to every hand, clocks, rooms and settlement."""
