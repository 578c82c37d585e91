"""JSON objects and queries in which a member occurs twice."""

import json
from typing import Any, Final

from rest_framework.exceptions import ParseError

from kernel.refusals import Refusal, RefusalKind


class DuplicateMember(Refusal):
    """A member of the request occurs twice."""

    code, kind = "duplicate-member", RefusalKind.MALFORMED


def _refuse_duplicates(members: list[tuple[str, Any]]) -> None:
    names = set()
    for name, _ in members:
        if name in names:
            raise DuplicateMember(f"Nothing was done. Send `{name}` once.", member=name)
        names.add(name)


_READER: Final = json.JSONDecoder(object_pairs_hook=_refuse_duplicates)


def require_distinct_members(raw: bytes) -> None:
    """Refuse a JSON document with an object that has a member twice.

    Parsers take the first, the last or neither of the two. So such a document means different things to the client, to
    proxies and to us. `raw` was parsed before.

    Raises:
        DuplicateMember: with its name as `member`.
        ParseError: the document is nested deeper than any request of ours.
    """
    try:
        _READER.decode(raw.decode())
    except RecursionError as error:
        raise ParseError("The body is nested too deep.") from error
