"""Which part of the project may import which, and a detector by syntax tree; no code of the project is run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# engine <- bots <- services <- realtime, tasks, views;  engine <- presentation <- realtime, views
# `codes` are pure enums, `table_facts` plain tuples on top of the engine that services fill and presentation draws, `intents` what a person
# asks, read once for sockets and forms.
MAY_IMPORT: dict[str, frozenset[str]] = {
    layer: frozenset({layer, *others.split()})
    for layer, others in {
        "engine": "",
        "bots": "engine",
        "codes": "",
        "table_facts": "engine",
        "intents": "engine",
        "presentation": "engine table_facts codes",
        "models": "",
        "services": "engine bots models table_facts codes intents",
        "realtime": "engine bots models services presentation table_facts codes intents",
        "tasks": "engine bots models services table_facts",
        "views": "engine bots models services presentation table_facts codes intents",
        "management": "engine bots models services presentation table_facts codes",
        "templatetags": "engine presentation table_facts",
        "admin": "models services",
        "urls": "views",
        "migrations": "models",
    }.items()
}
COMPOSITION = {"apps", "__init__"}  # apps.py ties the parts together
PURE = {"engine", "bots", "intents", "codes"}
PURE_STDLIB = frozenset(
    "__future__ abc array base64 binascii bisect collections contextlib copy dataclasses enum fractions functools "
    "hashlib heapq hmac itertools json math operator re statistics string struct types typing zlib".split()
)
# A policy is handed a seeded generator and may name its class, while the functions of `random` are global state;
# a table that is built at first use takes a lock.
PURE_NAMES = {"bots": "random.Random", "engine": "threading.Lock"}
PURE_BUILTINS_FORBIDDEN = frozenset(
    {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
)


@dataclass(frozen=True, slots=True)
class Offence:
    """One forbidden import or call."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def _is_type_checking(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) else None
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
    return name == "TYPE_CHECKING"


def _runtime_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk everything but the bodies of `if TYPE_CHECKING:`; imports inside functions count."""
    for child in ast.iter_child_nodes(tree):
        yield child
        if isinstance(child, ast.If) and _is_type_checking(child):
            for other in child.orelse:
                yield other
                yield from _runtime_nodes(other)
        else:
            yield from _runtime_nodes(child)


def imports(tree: ast.AST, package: list[str]) -> Iterator[tuple[int, str]]:
    """Yield (line, full dotted name) of each import that happens at run time; relative ones are resolved."""
    for node in _runtime_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def layer_of(parts: list[str]) -> str:
    """Return the part of games/ a module belongs to, from its dotted name without `games`."""
    return parts[0] if parts else "__init__"


def _game_offence(layer: str, target: str) -> str | None:
    """Return why `layer` may not import `games.…`, or nothing."""
    parts = target.split(".")[1:]
    other = layer_of(parts)
    if other == layer or other in MAY_IMPORT[layer]:
        return None
    if layer == "models" and "enums" in parts:
        return None
    return f"{layer} must not import {other} ({target})"


def _offence(layer: str, target: str) -> str | None:
    top = target.split(".")[0]
    if top == "games":
        return _game_offence(layer, target)
    if PURE_NAMES.get(layer) == target:
        return None
    if layer in PURE and top not in PURE_STDLIB:
        return f"{layer} is pure and must not import {top}"
    if layer == "models" and top not in {"django", "accounts"} | sys.stdlib_module_names:
        return f"models import only Django and enums, not {top}"
    return None


def check_games(games: Path) -> list[Offence]:
    """Return every offence in the files of a games/ folder; an unknown part is one too."""
    offences: list[Offence] = []
    for path in sorted(games.rglob("*.py")):
        parts = list(path.relative_to(games).with_suffix("").parts)
        layer = layer_of(parts)
        if layer in COMPOSITION:
            continue
        name = path.relative_to(games.parent).as_posix()
        if layer not in MAY_IMPORT:
            offences.append(Offence(name, 1, f"games/{layer} is not a known part"))
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        package = ["games", *parts[:-1]]
        offences += [
            Offence(name, line, text)
            for line, target in imports(tree, package)
            if (text := _offence(layer, target))
        ]
        if layer in PURE:
            offences += _impure_calls(tree, name)
    return offences


def _impure_calls(tree: ast.AST, name: str) -> list[Offence]:
    return [
        Offence(name, node.lineno, f"pure code must not call {node.func.id}()")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in PURE_BUILTINS_FORBIDDEN
    ]


def check_never_imports(folder: Path, forbidden: str) -> list[Offence]:
    """Return each import of `forbidden` in the files of `folder`."""
    offences = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        package = [folder.name, *path.relative_to(folder).parts[:-1]]
        for line, target in imports(tree, package):
            if target.split(".")[0] == forbidden:
                offences.append(Offence(path.name, line, f"{folder.name} must not import {target}"))
    return offences


def circles(folder: Path) -> list[list[str]]:
    """Return the circles of imports among the modules of a package, imports for types alone included: each is a list of
    modules that reach each other.
    """
    names = {
        ".".join([folder.name, *path.relative_to(folder).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): path
        for path in folder.rglob("*.py")
    }
    edges = {name: set(_imported(path, names)) - {name} for name, path in names.items()}
    reached = {name: _reach(edges, name) for name in edges}
    groups = {frozenset({name, *(n for n in reached[name] if name in reached[n])}) for name in edges}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def _imported(path: Path, names: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules among `names` that a file imports; of a package's names those that are modules of their own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            found = target if target in names else target.rpartition(".")[0]
            if found in names:
                yield found


def _reach(edges: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    open_ones = [start]
    while open_ones:
        for name in edges[open_ones.pop()] - seen:
            seen.add(name)
            open_ones.append(name)
    return seen
