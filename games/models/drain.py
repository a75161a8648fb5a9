"""Whether the house is letting its tables come to rest before an update."""

from __future__ import annotations

from django.db import models


class Drain(models.Model):
    """The one row (`pk` 1) with the switch; no row means off.

    `message` and `message_en` replace the standard sentence in Chinese and in English; empty keeps it.
    """

    on = models.BooleanField(default=False)
    message = models.CharField(max_length=120, default="", blank=True)
    message_en = models.CharField(max_length=200, default="", blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return "on" if self.on else "off"
