"""The page of one thing, a column of facts and one of actions; and the page of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpResponse

from web.console.action import ActionGroup
from web.console.listing import Cell, Listing, Text, export, is_export
from web.console.visit import Visit


class Link(NamedTuple):
    """A way to another page."""

    address: str
    title: Text


class Line(NamedTuple):
    """A line of what happened: when, or what, and in words."""

    head: Text
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page. It has facts, lines, a list, or texts to be opened."""

    title: Text
    note: Text = ""
    facts: Sequence[tuple[Text, Cell]] = ()
    lines: Sequence[Line] = ()
    listing: Listing | None = None
    texts: Sequence[tuple[Text, str]] = ()
    """Each under its title, which opens it."""
    empty: Text = ""
    """What stands there where there is nothing."""


def thing_page(  # noqa: PLR0913  each is a part of the page
    visit: Visit,
    *,
    title: Text,
    back: Link,
    sections: Sequence[Section],
    identity: str = "",
    tag: Cell | None = None,
    groups: Sequence[ActionGroup] = (),
    base: str = "",
) -> HttpResponse:
    """Return the page of one thing. Where nothing is to be done about it, the facts have the whole width."""
    members = {
        "title": title,
        "back": back,
        "sections_of_thing": sections,
        "identity": identity,
        "tag": tag,
        "groups": groups,
        "base": base or visit.request.path,
    }
    return visit.page("thing.html", members)


def list_page(  # noqa: PLR0913  each is a part of the page
    visit: Visit,
    shown: Listing,
    *,
    note: Text = "",
    links: Sequence[Link] = (),
    groups: Sequence[ActionGroup] = (),
    base: str = "",
    before: Sequence[Section] = (),
    after: Sequence[Section] = (),
    template: str = "list.html",
) -> HttpResponse:
    """Return the page of a list with what can be done beside it, or the page as CSV where that was asked for."""
    if is_export(visit):
        return export(shown)
    members = {
        "title": shown.caption,
        "listing": shown,
        "note": note,
        "links": links,
        "groups": groups,
        "base": base or visit.request.path,
        "before": before,
        "after": after,
    }
    return visit.page(template, members)


def any_of(choices: Sequence[str], any_text: Text) -> list[tuple[str, Text]]:
    """Return the choices of a filter that may be left open."""
    return [("", any_text), *zip(choices, choices, strict=True)]
