"""When the sweep and the web tickers last ran."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """`at` is the last stamp and `since` the start of the unbroken run of stamps, both epoch milliseconds."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.BigIntegerField()
    since = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name
