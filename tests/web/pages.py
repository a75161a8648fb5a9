"""Reading a page as a browser without scripts does: its forms, buttons and regions."""

from __future__ import annotations

from html.parser import HTMLParser

from django.http import HttpResponse

VOID = frozenset({"input", "br", "img", "hr", "meta", "link", "source", "wbr"})


class Page(HTMLParser):
    """A parsed page; `problems` are tags that do not close."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(convert_charrefs=True)
        self.html = response.content.decode()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.problems: list[str] = []
        self._form = ""
        self._hidden: list[tuple[str, dict[str, str]]] = []  # with the id of the form that posts them
        self._open: list[str] = []
        self.feed(self.html)
        self.close()
        self.problems += [f"<{tag}> is never closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.elements.append((tag, own))
        if tag == "form":
            self._form = own.get("id", "")
        elif tag == "input" and own.get("type") == "hidden":
            self._hidden.append((own.get("form", self._form), own))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""
        if self._open and self._open[-1] == tag:
            self._open.pop()
        elif tag not in VOID and tag not in {"path", "circle", "use"}:
            self.problems.append(f"</{tag}> closes {self._open[-1:]}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def fields(self, form: str) -> dict[str, str]:
        """Return the hidden fields that the form with this id posts, but for its token."""
        own = {field["name"]: field.get("value", "") for owner, field in self._hidden if owner == form}
        return {name: value for name, value in own.items() if name != "csrfmiddlewaretoken"}

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """Return the attributes of each such element; `data_do` is written for `data-do`."""
        pairs = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [own for name, own in self.elements if name == tag and pairs.items() <= own.items()]

    def one(self, tag: str, **wanted: str) -> dict[str, str]:
        found = self.all(tag, **wanted)
        assert len(found) == 1, f"{len(found)} <{tag}> with {wanted}"
        return found[0]

    def by_id(self, name: str) -> dict[str, str]:
        found = [own for _, own in self.elements if own.get("id") == name]
        assert len(found) == 1, f"{len(found)} elements with the id {name}"
        return found[0]


def read(response: HttpResponse, status: int = 200) -> Page:
    """Return the page of a response; it must have this status and be well formed."""
    assert response.status_code == status, (response.status_code, response.headers.get("Location"))
    page = Page(response)
    assert not page.problems, page.problems
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    return page
