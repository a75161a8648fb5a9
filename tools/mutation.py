"""Mutation run over the rules of the three games: does some test fail for every change of the code?

mutmut makes the changes; each is judged in a process of its own, forked before any rule is imported, so that tables
filled on import are mutated too. Usage: `uv run --with mutmut==3.8.1 python tools/mutation.py AREA …` (docs/mutation.md).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import itertools
import json
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis  # noqa: F401  # with pytest imported once, before any test or rule is
import libcst as cst
import pytest
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from mutation_areas import ALL, AREAS  # isort: skip  # beside this file

ROOT = Path(__file__).resolve().parents[1]
ENGINE = "games/engine"


ENDLESS = (-signal.SIGXCPU, -signal.SIGKILL)
MEMORY = 4 << 30  # bytes for one mutant
UNUSED = "cacheprovider junitxml doctest unittest pastebin faulthandler logging setuponly setupplan stepwise debugging"
LEAN = ("-x", "-q", "--tb=no", "--no-header", "-W", "ignore", *(f"-pno:{name}" for name in UNUSED.split()))


Tests = Sequence[Sequence[str]]
"""Calls of pytest, one after the other."""


class Mutant(NamedTuple):
    """One change: `source` is the whole module with it. `key` names it also after changes elsewhere in the module."""

    key: str
    number: int
    line: int
    before: str
    after: str
    source: str


class _Finder(cst.CSTVisitor):
    """Collects what mutmut's operators make of every node, module level and decorated functions included."""

    METADATA_DEPENDENCIES = (ByteSpanPositionProvider, PositionProvider)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, int, int, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.ImportFrom | cst.Import):
            return False  # never evaluated, or speed and form only
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString):
            return False  # a docstring
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Subscript) and _is_type(node.value):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for new in _lean(node, operator(node)):
                    span = self.get_metadata(ByteSpanPositionProvider, node)
                    line = self.get_metadata(PositionProvider, node).start.line
                    self.found.append((line, span.start, span.start + span.length, new))
        return True


def _lean(node: cst.CSTNode, ways: Iterable[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    """Of the other texts for a string keep one, of the calls with an argument less none: they fail at once."""
    if isinstance(node, cst.SimpleString):
        return itertools.islice(ways, 1)
    return (
        new
        for new in ways
        if not (isinstance(node, cst.Call) and isinstance(new, cst.Call) and len(new.args) < len(node.args))
    )


def _is_type(node: cst.Subscript) -> bool:
    """Whether this is a type such as `tuple[int, ...]`, used in annotations alone."""
    return isinstance(node.value, cst.Name) and node.value.value in {"tuple", "list", "dict", "Callable"}


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module that is still Python, numbered from 0 in a fixed order."""
    source = path.read_bytes()
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    finder = _Finder()
    wrapper.visit(finder)
    seen = {ast.dump(ast.parse(source))}
    lines, alike = source.decode().splitlines(), Counter[str]()
    number = 0
    for line, start, end, node in finder.found:
        after = wrapper.module.code_for_node(node).strip()
        changed = source[:start] + after.encode() + source[end:]
        try:
            meaning = ast.dump(ast.parse(changed))
        except SyntaxError:
            continue
        if meaning not in seen:
            seen.add(meaning)
            before = source[start:end].decode()
            what = f"{lines[line - 1].strip()} | {before} | {after}"
            alike[what] += 1
            key = hashlib.sha256(f"{what} | {alike[what]}".encode()).hexdigest()[:12]
            yield Mutant(key, number, line, before, after, changed.decode())
            number += 1


class _Barrier(importlib.abc.MetaPathFinder):
    """Lets no module be imported that needs the one to be mutated."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name == self.name:
            raise ImportError(name)


def preload(module: str) -> None:
    """Import, once for all mutants, what of the engine does not need the mutated module."""
    barrier = _Barrier(_dotted(module))
    sys.meta_path.insert(0, barrier)
    for path in sorted((ROOT / ENGINE).rglob("*.py")):
        with contextlib.suppress(ImportError):
            importlib.import_module(_dotted(path.relative_to(ROOT / ENGINE).with_suffix("").as_posix()))
    sys.meta_path.remove(barrier)
    assert _dotted(module) not in sys.modules


def _dotted(module: str) -> str:
    return f"{ENGINE}/{module}".replace("/", ".").removesuffix(".__init__")


class _Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its mutated source."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self.name, self.path, self.source = name, path, source

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


def start(module: str, mutant: Mutant | None, tests: Tests, limit: int) -> int:
    """Fork a process that runs the tests on the mutant; return its pid. It ends with pytest's code."""
    pid = os.fork()
    if pid:
        return pid
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    code = 9
    with contextlib.suppress(BaseException):
        if mutant is not None:
            path = ROOT / ENGINE / f"{module}.py"
            sys.meta_path.insert(0, _Loader(_dotted(module), path, mutant.source))
        code = 0
        for some in tests:  # one after the other: most mutants fail the first few
            code = code or int(pytest.main([*LEAN, *some]))
    os._exit(code)


def arguments(names: str) -> Tests:
    """What pytest is called with, file by file: "test_coins::test_vector" is a test of tests/engine/test_coins.py."""
    found: dict[str, list[str]] = {}
    for name in names.split():
        file, *test = name.split("::")
        path = file if "/" in file else f"tests/engine/{file}.py"
        found.setdefault(path, []).append("::".join((path, *test)))
    return list(found.values())


def run(jobs: list[tuple[str, Mutant]], tests: Tests, limit: int, workers: int, out: Path) -> None:
    """Judge mutants, `workers` at a time, and append a line for each to `out`."""
    waiting, running = list(reversed(jobs)), dict[int, tuple[str, Mutant]]()
    with out.open("a") as results:
        while waiting or running:
            while waiting and len(running) < workers:
                module, mutant = waiting.pop()
                running[start(module, mutant, tests, limit)] = module, mutant
            pid, status, used = os.wait4(-1, 0)
            module, mutant = running.pop(pid)
            code = os.waitstatus_to_exitcode(status)
            verdict = "survived" if code == 0 else "endless" if code in ENDLESS else "killed"
            line = mutant._asdict() | {"module": module, "verdict": verdict, "code": code}
            line["seconds"] = round(used.ru_utime + used.ru_stime, 2)
            del line["source"]
            results.write(json.dumps(line, ensure_ascii=False) + "\n")
            results.flush()


def judged(out: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The latest verdict of each mutant."""
    lines = (json.loads(line) for line in out.read_text().splitlines()) if out.exists() else ()
    return {(line["module"], line["key"]): line for line in lines}


def current(out: Path) -> list[dict[str, Any]]:
    """The latest verdicts on the code as it is now, with its line numbers, in order."""
    known = judged(out)
    modules = [module for area in AREAS.values() for module in area.modules]
    return [
        known[module, mutant.key] | {"line": mutant.line, "number": mutant.number}
        for module in modules
        if any(of == module for of, _ in known)
        for mutant in mutants_of(ROOT / ENGINE / f"{module}.py")
        if (module, mutant.key) in known
    ]


def report(out: Path) -> None:
    """Print the table of docs/mutation.md, an area's sum after its modules."""
    tally: dict[str, Counter[str]] = {}
    for line in current(out):
        tally.setdefault(line["module"], Counter())[line["verdict"]] += 1
    for name, area in AREAS.items():
        found = {module: tally[module] for module in area.modules if module in tally}
        for module, counted in found.items():
            print(_row(f"`{module}.py`", counted))
        if found:
            print(_row(f"**{name}**", sum(found.values(), Counter())))


def _row(name: str, counted: Counter[str]) -> str:
    total, alive = counted.total(), counted["survived"]
    rate = f"{100 * (total - alive) / total:.1f} %" if total else ""
    return f"| {name} | {total} | {total - alive} | {alive} | {rate} |"


def list_survivors(out: Path) -> None:
    """Print each survivor under its line of code."""
    seen = ""
    for line in sorted(current(out), key=lambda line: (line["module"], line["line"], line["number"])):
        if line["verdict"] != "survived":
            continue
        path = f"{ENGINE}/{line['module']}.py"
        place = f"{path}:{line['line']}"
        if place != seen:
            print(place, (ROOT / path).read_text().splitlines()[line["line"] - 1].strip())
            seen = place
        print("   ", " ".join(line["before"].split()), "->", " ".join(line["after"].split()))


def examine(asked: argparse.Namespace, module: str, tests: Tests) -> None:
    """Judge the mutants of a module that are to be judged."""
    known = judged(asked.out)
    jobs = []
    for mutant in mutants_of(ROOT / ENGINE / f"{module}.py"):
        if mutant.number % asked.every:
            continue
        before = known.get((module, mutant.key))
        if (before and before["verdict"] == "survived") if asked.survivors else before is None:
            jobs.append((module, mutant))
    print(module, len(jobs), flush=True)
    if asked.count or not jobs:
        return
    preload(module)
    _, status, used = os.wait4(start(module, None, tests, 600), 0)
    if status:
        sys.exit(f"the tests fail, or are not there, without any mutant: {tests}")
    seconds = used.ru_utime + used.ru_stime
    print(f"unchanged: {seconds:.1f} s", flush=True)
    run(jobs, tests, int(4 * seconds) + 3, asked.workers, asked.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(AREAS)}")
    parser.add_argument("--module", action="append", help="only these modules, as in the table")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "mutation.jsonl")
    parser.add_argument("--survivors", action="store_true", help="judge again those that survived")
    parser.add_argument("--tests", choices=("first", "area", "all"), default="first")
    parser.add_argument("--every", type=int, default=1, help="judge every so manieth mutant only")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--count", action="store_true", help="only say how many there are to judge")
    parser.add_argument("--list", action="store_true", help="list what has survived so far")
    asked = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    gc.freeze()
    sys.path.insert(0, str(ROOT))
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    if asked.list:
        list_survivors(asked.out)
    for name in asked.areas:
        area = AREAS[name]
        for module, first in area.modules.items():
            if asked.module and module not in asked.module:
                continue
            some = first if asked.tests == "first" else area.tests
            tests = [ALL] if asked.tests == "all" else arguments(some)
            runner = os.fork()
            if not runner:
                examine(asked, module, tests)
                os._exit(0)
            if os.waitpid(runner, 0)[1]:
                sys.exit(f"{module} was not examined")
    report(asked.out)


if __name__ == "__main__":
    main()
