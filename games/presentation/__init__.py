"""From views to HTML: the only code that draws a table, for the first page load, live updates and stills alike.

It knows the engine's views and `games.table_facts`, never models, requests or sockets.
"""
