"""`python -m tests.faults [NAME…]`: the whole fault matrix on the running site, one line a case."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
import traceback
import unittest
from pathlib import Path


def main(wanted: list[str]) -> int:
    """Run the named cases (all, where none is named; `list` and `sample` do what they say)."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    django.setup()
    from tests.faults.cases import cases
    from tests.faults.site import Site

    matrix = cases()
    if wanted == ["list"]:
        print("\n".join(f"{case.name}{'  (sample)' if case.sample else ''}" for case in matrix))
        return 0
    chosen = [c for c in matrix if not wanted or c.name in wanted or (wanted == ["sample"] and c.sample)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "data").start()
        try:
            for case in chosen:
                began, verdict = time.monotonic(), "ok"
                try:
                    asyncio.run(case.run(site))
                except unittest.SkipTest as reason:
                    verdict = f"skipped: {reason}"
                except Exception as error:
                    failed += 1
                    verdict = f"FAILED {type(error).__name__}: {error}"
                    traceback.print_exc()
                print(f"{case.name:34} {time.monotonic() - began:6.1f} s  {verdict}", flush=True)
        finally:
            site.stack.stop()
    print(f"{len(chosen) - failed} of {len(chosen)} passed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
