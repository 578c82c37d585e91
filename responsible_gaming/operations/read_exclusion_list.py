"""Read the national exclusion list from a file into keyed digests, and the persons for as long as an import takes.

Source: docs/rules/exclusion.md, EX-12; docs/rules/persons.md, PM-18; regulation F28.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from players.core.person import Person
from players.identity_digests import listed_name_digests, person_digest
from responsible_gaming.core.exclusion_list import LINE_BYTES_MAX, ListedTerm, read_list


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList:
    """What a file has of each person, by digest: the term, the names as digests, and how the file writes the person."""

    sha256: str
    rows: int
    terms: Mapping[bytes, ListedTerm]
    names: Mapping[bytes, frozenset[bytes]]
    persons: Mapping[bytes, tuple[Person, ...]]
    """Stored nowhere: of them players are looked for who are near."""


def read_exclusion_list(file: BinaryIO) -> ReadList:
    """Read a file to its end.

    Raises:
        MalformedExclusionList, ExclusionListTooLarge: as `read_list` says.
    """
    sha256, rows = hashlib.sha256(), 0

    def lines() -> Iterator[bytes]:
        while line := file.readline(LINE_BYTES_MAX):
            sha256.update(line)
            yield line

    terms: dict[bytes, ListedTerm] = {}
    names: dict[bytes, frozenset[bytes]] = {}
    persons: dict[bytes, tuple[Person, ...]] = {}
    for entry in read_list(lines()):
        rows += 1
        digest = person_digest(entry.person)
        terms[digest] = terms[digest].with_another(entry.term) if digest in terms else entry.term
        names[digest] = names.get(digest, frozenset()) | listed_name_digests(entry.person)
        known = persons.get(digest, ())
        persons[digest] = known if entry.person in known else (*known, entry.person)
    return ReadList(sha256=sha256.hexdigest(), rows=rows, terms=terms, names=names, persons=persons)
