"""A table that is written from the code into a page that a person wrote, between two marks."""

from collections.abc import Iterable


def with_marked_lines(page: str, beginning: str, end: str, lines: Iterable[str]) -> str:
    """Return the page with these lines between its two marks, in the place of those that were there."""
    before, found, rest = page.partition(beginning)
    _, found_end, after = rest.partition(end)
    assert found, "the page has the mark before the table"
    assert found_end, "the page has the mark after the table"
    return before + beginning + "\n" + "\n".join(lines) + "\n\n" + end + after
