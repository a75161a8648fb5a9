"""When the sweep and the web tickers last ran."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """`at` is the last stamp and `since` the start of the unbroken run of stamps, both epoch milliseconds.

    `doubted_at` is when the stamp was first found to lie in the future; the next stamp clears it.
    """

    name = models.CharField(max_length=16, primary_key=True)
    at = models.BigIntegerField()
    since = models.BigIntegerField()
    doubted_at = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return self.name
