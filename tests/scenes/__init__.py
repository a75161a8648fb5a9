"""Static tables for looking at and for browser tests: the worst cases of the table page, without a room."""
