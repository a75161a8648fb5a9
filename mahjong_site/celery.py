"""The Celery application: two queues, so that two hung bots never delay a clock."""

from __future__ import annotations

import gc
import os
from datetime import datetime
from typing import Any

from celery import Celery, signals
from celery.schedules import schedstate, schedule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

from django.conf import settings

SWEEP_EVERY = 1.0  # seconds


class Every(schedule):
    """Runs every so many seconds, also when the clock is put back: a last run of the future is none to wait for."""

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Return whether to run now and the seconds until the next look."""
        if self.maybe_make_aware(last_run_at) > self.maybe_make_aware(self.now()):
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)


app = Celery("mahjong_site")
app.conf.update(
    broker_url=settings.REDIS_URL or "memory://",
    broker_transport="mahjong_site.broker:Transport" if settings.REDIS_URL else None,
    task_ignore_result=True,
    task_default_queue="clocks",
    task_routes={
        "games.tasks.bot*": {"queue": "bots"},
        "games.tasks.play_out": {"queue": "bots", "priority": 9},  # Redis: taken where nothing else waits
    },
    worker_prefetch_multiplier=1,
    # Publishing with Redis away must fail at once: the sweep and the tickers do without the task.
    # (retry=False would block for 6 s, one retry at interval 0 returns in 0.07 s.)
    task_publish_retry=True,
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0},
    # A task held by a dead worker comes back after this; above any countdown, or Redis would deliver it twice.
    broker_transport_options={
        "visibility_timeout": 3600,
        "socket_timeout": 5,
        "socket_connect_timeout": 1,
        "global_keyprefix": "qpg-tasks:",
    },
    broker_connection_timeout=1,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_max_tasks_per_child=20_000,
    worker_send_task_events=False,
    # Whoever reaches the broker could have a worker stop, or go deaf to its queue for ever; nobody here commands them.
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    timezone=settings.TIME_ZONE,
    beat_schedule={
        "sweep": {
            "task": "games.tasks.sweep",
            "schedule": Every(SWEEP_EVERY),
            # A sweep that waited longer is useless: the next one is already there.
            "options": {"queue": "clocks", "expires": 2 * SWEEP_EVERY},
        }
    },
    beat_schedule_filename=str(settings.DATA_DIR / "beat"),
    beat_max_loop_interval=1,
)
app.autodiscover_tasks()


@signals.worker_init.connect
def warm_bots(sender: Any, **_: Any) -> None:
    """Fill the bots' tables once, before the worker of their queue forks: its processes share them from the first turn.

    A worker of the clocks starts at once, and no page waits for either.
    """
    if "bots" not in sender.app.amqp.queues.consume_from:
        return
    from games.bots.warmth import warm

    warm()
    gc.freeze()  # nor does a collection in a bot's first turn go through them, or unshare them
