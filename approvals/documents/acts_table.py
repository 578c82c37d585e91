"""The table of acts in docs/approvals.md."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from approvals.act import StaffAct
from approvals.documents.marked_table import with_marked_lines
from staff.core.roles import Role

_BEGINNING: Final = "<!-- acts: written by `make approvals` -->\n"
_END: Final = "<!-- end of acts -->\n"


def with_acts_table(page: str, acts: Mapping[str, StaffAct]) -> str:
    """Return the page with the table of these acts between its two marks."""
    return with_marked_lines(page, _BEGINNING, _END, _lines(acts))


def _lines(acts: Mapping[str, StaffAct]) -> Iterator[str]:
    yield "| act | arguments | proposes | approves | sees | what it does |"
    yield "|---|---|---|---|---|---|"
    for name in sorted(acts):
        act = acts[name]
        arguments = ", ".join(f"`{field}`" for field in act.arguments().fields)
        people = (_names(roles) for roles in (act.proposers, act.approvers, act.readers))
        yield f"| `{name}` | {arguments} | {' | '.join(people)} | {act.does} |"


def _names(roles: Collection[Role]) -> str:
    return ", ".join(sorted(role.value for role in roles))
