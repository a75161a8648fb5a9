"""View models and HTML of the mahjong games."""
