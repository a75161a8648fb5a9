"""Card games: decks, shapes and their rules."""
