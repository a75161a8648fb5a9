"""The fault matrix under pytest: a sample by default, everything with `-m matrix`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.faults.cases import Named, cases
from tests.faults.site import Site


def _marked(case: Named) -> object:
    marks = [pytest.mark.faults, pytest.mark.slow]
    return pytest.param(case, id=case.name, marks=marks if case.sample else [*marks, pytest.mark.matrix])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all cases: each leaves it running."""
    running = Site(tmp_path_factory.mktemp("faults") / "data").start()
    yield running
    running.stack.stop()


@pytest.mark.timeout(480)
@pytest.mark.parametrize("case", [_marked(case) for case in cases()])
def test_the_table_survives(site: Site, case: Named) -> None:
    asyncio.run(case.run(site))
