"""Write the Danish session record, `KasinospilPrSessionStruktur`, from a filed report.

There is a record for each session and game in which a round was settled on the gaming day. The regulator's file has one
category of games in its head, so games against the house and games around a pot are two formats. The session record
has no element for the file that it replaces: a revision cancels each record of the revision before it, and tells all of
them again.

`denmark_session.xsd` says of each element where it was read, and what is our assumption.

Source: docs/adr/0088-sessions-by-game.md; docs/formats/report.md, "A regulator's own format".
"""

import xml.etree.ElementTree as ET  # nosec B405  nothing is parsed
from collections.abc import Iterable, Iterator, Mapping
from functools import partial, reduce
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from kernel.instants import rfc3339
from reports.formats import denmark_file
from reports.formats.denmark_file import add, add_amount, require_address, require_text
from reports.formats.regulator_format import Operator, RegulatorFormat, UnsuitableReport

KIND: Final = "session-games"

_RECORD: Final = "A session record"


class _Session(NamedTuple):
    """A player's session in one game; amounts are minor units."""

    account: str
    reference: str
    """What the log calls the session; empty for rounds that name none."""
    game: str
    currency: str
    versions: tuple[int, ...]
    """Of the game's rules, in order."""
    first_stake_ms: int
    last_end_ms: int
    games: int
    staked_minor: int
    returned_minor: int
    rake_minor: int


class _File(NamedTuple):
    """A revision's records, and what their ids are made from."""

    id: str
    sessions: Iterator[_Session]
    places: Mapping[str, int]
    """The decimal places of each currency."""


def write(
    category: str, document: Mapping[str, Any], operator: Operator, replaced: Mapping[str, Any] | None = None
) -> Iterator[bytes]:
    """Yield the session record of a filed `session-games` of one gaming day, of the games of a category.

    `replaced` is the document of the revision before, None for the first. Licence and generator have 1 to 45 characters,
    the address of the site 1 to 100. No more than a session of either document is in memory.

    Raises:
        UnsuitableReport: the report covers something else, nothing of the category is to be told or cancelled, an amount is
            larger than the record allows, or what the operator says of itself has no such form.
    """
    denmark_file.require_report_of_a_day(document, kind=KIND, record=_RECORD)
    _require_before(document, replaced)
    _require_operator(operator)
    current = _file(category, document, operator)
    records: Iterator[ET.Element] = (_record(session, current, category, operator) for session in current.sessions)
    if replaced is not None:
        before, cancelled_ms = _file(category, replaced, operator), document["generated_at"]
        cancelled = (
            _record(session, before, category, operator, cancelled_ms=cancelled_ms) for session in before.sessions
        )
        records = chain(cancelled, records)
    first = next(records, None)
    if first is None:
        raise UnsuitableReport(f"No player's round of the category {category} was settled, and no record is due.")
    root = denmark_file.new_record("KasinospilPrSessionStruktur")
    record = add(root, "KasinospilStruktur")
    denmark_file.add_file_information(record, current.id)
    holder = add(record, "TilladelsesindehaverOgSpil")
    add(holder, "SpilCertifikatIdentifikation", operator.licence)
    add(holder, "SpilKategoriNavn", category)
    sessions = add(record, "KasinospilAggregeretPrSession")
    yield from denmark_file.as_pieces(root, sessions, chain((first,), records))


FORMATS: Final = (
    RegulatorFormat(
        name="denmark-session-xml", write=partial(write, denmark_file.AGAINST_THE_HOUSE), reads_replaced=True
    ),
    RegulatorFormat(
        name="denmark-multiplayer-session-xml", write=partial(write, denmark_file.AROUND_A_POT), reads_replaced=True
    ),
)


def _require_before(document: Mapping[str, Any], replaced: Mapping[str, Any] | None) -> None:
    """Require the revision before this one, if there was any: without it nothing can be cancelled."""
    wanted = document["revision"] - 1
    same = ("kind", "interval.from", "interval.to", "filters", "log.origin")
    found = 0 if replaced is None else replaced["revision"]
    if found != wanted:
        raise UnsuitableReport(
            f"{_RECORD} of revision {document['revision']} cancels revision {wanted}, and not {found}."
        )
    if replaced is not None and [_member(document, name) for name in same] != [
        _member(replaced, name) for name in same
    ]:
        raise UnsuitableReport(f"{_RECORD} cancels the revision before of the same report, and not another report.")


def _member(document: Mapping[str, Any], path: str) -> Any:
    first, _, rest = path.partition(".")
    return _member(document[first], rest) if rest else document[first]


def _require_operator(operator: Operator) -> None:
    require_text(operator.licence, "A licence")
    require_text(operator.generator, "The certificate of a random number generator")
    require_address(operator.website)


def _file(category: str, document: Mapping[str, Any], operator: Operator) -> _File:
    return _File(
        id=denmark_file.file_id(document, operator.licence, document["revision"], category=category),
        sessions=_merged(
            row for row in denmark_file.players_rows(document) if denmark_file.category_of(row["family"]) == category
        ),
        places=denmark_file.decimal_places(document),
    )


def _merged(rows: Iterable[Mapping[str, Any]]) -> Iterator[_Session]:
    """Add up the rows of a session in one game, which follow one another; leave out what has voided rounds alone."""
    played = (row for row in rows if row["games"])
    for _, versions in groupby(played, key=itemgetter("account", "reference", "game")):
        yield reduce(_together, map(_session, versions))


def _session(row: Mapping[str, Any]) -> _Session:
    return _Session(
        account=row["account"],
        reference=row["reference"],
        game=row["game"],
        currency=row["currency"],
        versions=(row["version"],),
        first_stake_ms=row["first_stake"],
        last_end_ms=row["last_end"],
        games=row["games"],
        # A commission is taken out of the stake and reported beside it, not in it.
        staked_minor=row["wagers"] + row["side_wagers"] - row["fees"],
        returned_minor=row["winnings"] + row["side_winnings"],
        rake_minor=row["fees"],
    )


def _together(one: _Session, other: _Session) -> _Session:
    return one._replace(
        versions=(*one.versions, *other.versions),
        first_stake_ms=min(one.first_stake_ms, other.first_stake_ms),
        last_end_ms=max(one.last_end_ms, other.last_end_ms),
        games=one.games + other.games,
        staked_minor=one.staked_minor + other.staked_minor,
        returned_minor=one.returned_minor + other.returned_minor,
        rake_minor=one.rake_minor + other.rake_minor,
    )


def _record(
    session: _Session, file: _File, category: str, operator: Operator, *, cancelled_ms: int | None = None
) -> ET.Element:
    """Return a record of `file`, or its cancellation, which is the same with the instant of the cancellation."""
    places = file.places[session.currency]
    row = f"account {session.account}, session {session.reference or 'none'}, game {session.game}"
    record = ET.Element("KasinospilSession")
    add(record, "SpilProduktNavn", require_text(session.game, "A game's name"))
    add(record, "SpilProduktÅbentNetværk", "0")
    add(record, "SpillerInformationIdentifikation", session.account)
    add(record, "SpilTransaktionIdentifikation", _transaction_id(file, session))
    add(record, "SpilKøbDatoTid", rfc3339(session.first_stake_ms))
    add(record, "SpilFaktiskSlutDatoTid", rfc3339(session.last_end_ms))
    add(record, "SpilSalgskanal", "Internet")
    add(record, "KasinospilKategori", "andet")
    add_amount(record, "KasinospilIndskudSpil", session.staked_minor, places, row=row)
    add_amount(record, "KasinospilGevinstSpil", session.returned_minor, places, row=row)
    add(record, "KasinospilAntalTræk", str(session.games))
    if category == denmark_file.AROUND_A_POT:
        add_amount(record, "KasinospilKommission", session.rake_minor, places, row=row)
    add(record, "ValutaOplysningKode", session.currency)
    add(add(record, "SpilSted"), "SpilHjemmeside", operator.website)
    generators = add(record, "TilfældighedGeneratorListe")
    for version in session.versions:
        generator = add(generators, "TilfældighedGenerator")
        add(generator, "TilfældighedGeneratorIdentifikation", operator.generator)
        software = f"{session.game}-{version}"
        add(generator, "TilfældighedGeneratorSoftwareId", require_text(software, "A game's name with its version"))
    if cancelled_ms is not None:
        cancellation = add(record, "SpilAnnullering")
        add(cancellation, "SpilAnnullering", "1")
        add(cancellation, "SpilAnnulleringDatoTid", rfc3339(cancelled_ms))
    add(record, "JackpotListe")
    return record


def _transaction_id(file: _File, session: _Session) -> str:
    return denmark_file.uuid_of(
        {"file": file.id, "account": session.account, "reference": session.reference, "game": session.game}
    )
