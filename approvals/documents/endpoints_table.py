"""The table of endpoints in docs/approvals.md: who sees, who does alone, who proposes and who approves."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from approvals.act import StaffAct
from approvals.documents.marked_table import with_marked_lines
from staff.core.roles import Role

_BEGINNING: Final = "<!-- endpoints: written by `make approvals` -->\n"
_END: Final = "<!-- end of endpoints -->\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A method of a path below /api/v1, as the URL table writes it, and who is answered by it."""

    method: str
    path: str
    callers: tuple[str, ...]
    """In alphabetical order: `anybody`, `players`, `enrolling`, or roles of the staff."""
    by_act: bool = False
    """Whether the roles of the act that the call is about decide among these callers."""

    @property
    def name(self) -> str:
        """The method and the path, as acts name it."""
        return f"{self.method} {self.path}"


def with_endpoints_table(page: str, endpoints: Iterable[Endpoint], acts: Mapping[str, StaffAct]) -> str:
    """Return the page with the table of these endpoints between its two marks."""
    return with_marked_lines(page, _BEGINNING, _END, _lines(endpoints, acts))


def _lines(endpoints: Iterable[Endpoint], acts: Mapping[str, StaffAct]) -> Iterator[str]:
    beyond = {act.endpoint: act for act in acts.values() if act.endpoint}
    yield "| endpoint | sees | does alone | what is beyond one person | proposes | approves |"
    yield "|---|---|---|---|---|---|"
    for endpoint in sorted(endpoints, key=lambda one: (one.path, one.method)):
        callers = ", ".join(endpoint.callers) + (" (the act's)" if endpoint.by_act else "")
        sees, does = (callers, "") if endpoint.method == "GET" else ("", callers)
        act = beyond.get(endpoint.name)
        rest = ("", "", "") if act is None else (f"`{act.name}`", _names(act.proposers), _names(act.approvers))
        yield f"| `{endpoint.name.replace('str:', '').replace('int:', '').replace('path:', '')}` | {sees} | {does} | {' | '.join(rest)} |"


def _names(roles: Collection[Role]) -> str:
    return ", ".join(sorted(role.value for role in roles))
