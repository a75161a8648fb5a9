"""Hidden fields of a table's forms: what they answer."""

from __future__ import annotations

from mahjong_site.web.html import attrs


def window_fields(window: int | None) -> str:
    """Return the fields by which the forms of a table name the window that the viewer is asked in; None: in none."""
    value = attrs(type="hidden", name="window", value="" if window is None else window)
    return f"<input{value}><input form=f-toggle{value}>"
