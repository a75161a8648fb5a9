"""People: users and guests. Never imports games."""
