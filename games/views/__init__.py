"""The pages of the games; every action also works by POST and redirect."""
