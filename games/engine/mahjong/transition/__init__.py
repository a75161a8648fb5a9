"""One file a phase; each takes a working copy of the state one step further."""
