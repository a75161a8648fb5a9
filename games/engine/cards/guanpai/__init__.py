"""关牌: two seats, 48 cards, shed them all (GP-01…GP-11)."""
