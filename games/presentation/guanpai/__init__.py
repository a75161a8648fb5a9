"""How a table of 关牌 is drawn."""
