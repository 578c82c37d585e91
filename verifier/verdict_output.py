"""The verdict in words and as JSON.

Everything printed is ASCII: names that come from the export are quoted, never written to the terminal as they are.
"""

from collections.abc import Iterator, Mapping

from verifier import sheet_output, statistics_output, witness_output
from verifier.audit import AuditResult
from verifier.going_on import Going
from verifier.judge import Depth
from verifier.tally import MoneyKey, MoneyTotals, TableTotals
from verifier.unprovable import NO_CHECK_FINDS
from verifier.verdict import Code, Failure, Severity

EXIT_OK, EXIT_REFUSED, EXIT_LATE, EXIT_WARNING = 0, 1, 2, 3

_EXITS = {
    Severity.TAMPERED: EXIT_REFUSED,
    Severity.INCOMPLETE: EXIT_REFUSED,
    Severity.WARNING: EXIT_WARNING,
    Severity.LATE: EXIT_LATE,
}
_MILDER_SHOWN_MAX = 20
_TABLES_SHOWN_MAX = 20
_PROFILE = (
    "no witnesses: commitments are held against the log's own checkpoints,",
    "and nothing is said of records dated back before they were logged",
)
_OWN_TRUST = (
    "the export's own trust.json: shows that the log is consistent,",
    "not who made it (give the keys with --trust for that)",
)
_OTHER_TRUST = ("keys given with --trust",)


def deciding(result: AuditResult) -> Failure | None:
    """Return the failure that decides the verdict: the first one of the gravest class, else none."""
    return result.tally.gravest


def exit_status(result: AuditResult) -> int:
    """Return 0, 1, 2 or 3 as docs/formats/verdicts.md defines it."""
    return exit_of(deciding(result))


def exit_of(failure: Failure | None) -> int:
    """Return the exit status of a verdict that `failure` decides."""
    return EXIT_OK if failure is None else exit_of_severity(failure.code.severity)


def exit_of_severity(severity: Severity) -> int:
    """Return the exit status of a verdict whose gravest failure is of this severity."""
    return _EXITS[severity]


def as_document(result: AuditResult) -> dict[str, object]:
    """Return the verdict as a JSON document; money in minor units, times in milliseconds."""
    tally, failure = result.tally, deciding(result)
    return {
        "verdict": _word(failure),
        "exit": exit_status(result),
        "first": None if failure is None else _failure(failure),
        "others": {str(code): count for code, count in _others(result).items()},
        "milder": [_failure(item) for item in tally.milder],
        "profile": witness_output.profile(result.witnessed),
        "witnesses": witness_output.as_document(result.witnessed),
        "no_check_finds": list(NO_CHECK_FINDS),
        "first_version_records": result.first_version_records,
        "trust": "own" if result.own_trust else "given",
        "mode": result.depth.value,
        "origin": result.origin,
        "size": result.size,
        "entries": tally.entries,
        "chains": tally.chains,
        "table_chains": tally.table_chains,
        "checkpoints": result.checkpoints,
        "receipts": result.receipts,
        "records": dict(sorted(tally.records.items())),
        "rounds": {
            "settled": tally.settled,
            "settled_won": tally.settled_won,
            "voided": tally.voided,
            "voided_winning": tally.voided_winning,
            "open": tally.open_rounds,
        },
        "player_keys": {"chains": tally.chains_with_keys, "settled": tally.settled_signed},
        "beacons_uncompared": tally.failures[Code.W_BEACON],
        "commitments_replaced": tally.commitments_replaced,
        "events": {"listed": result.events.listed, "erased": result.events.erased},
        "tests": None if result.tests is None else [statistics_output.as_document(found) for found in result.tests],
        "tables": [_table(chain, totals) for chain, totals in sorted(tally.tables.items())],
        "approved": None if result.approval is None else {"lab": result.approval.lab, "issued": result.approval.issued},
        "sheets": [sheet_output.as_document(sheet) for sheet in result.sheets],
        "money": [_money(key, money) for key, money in sorted(tally.money.items())],
        "not_read": result.unexpected_files,
        "state": _state(result.going),
    }


def as_text(result: AuditResult) -> Iterator[str]:
    """Yield the verdict's lines."""
    yield from lines("log", f"{result.origin!a}, {result.size} entries promised")
    yield from lines("trust", *(_OWN_TRUST if result.own_trust else _OTHER_TRUST))
    yield from lines("profile", *(witness_output.as_sentences(result.witnessed) or _PROFILE))
    yield from lines("mode", *_mode(result.depth))
    if result.going is not None:
        yield from lines("state", *_begun(result.going))
    yield from _checked(result)
    if result.unexpected_files:
        shown = ", ".join(ascii(path) for path in result.unexpected_files[:5])
        yield from lines("not read", f"{len(result.unexpected_files)} files that are no part of an export: {shown}")
    yield from lines("no check", *(f"finds {line}" for line in NO_CHECK_FINDS))
    yield from _judgement(result)


def _checked(result: AuditResult) -> Iterator[str]:
    tally = result.tally
    yield from lines("checked", f"{tally.entries} entries, {result.checkpoints} checkpoints with their roots")
    tables = f", {tally.table_chains} of tables" if tally.table_chains else ""
    yield from lines("chains", f"{tally.chains} of players{tables}, 1 of the system")
    yield from lines("records", ", ".join(f"{kind} {count}" for kind, count in sorted(tally.records.items())) or "none")
    yield from lines(
        "rounds",
        f"{tally.settled} replayed from their seeds ({tally.settled_won} won),",
        f"{tally.voided} voided ({tally.voided_winning} of them would have won), {tally.open_rounds} still open",
    )
    if result.first_version_records:
        told = f"records of rdf/1: {result.first_version_records}, not judged by what rdf/2 asks:"
        yield from lines("versions", told, "tests, dates, events, listed checkpoints, causes, deeds, tags")
    yield from lines("epochs", f"{tally.commitments_replaced} commitments replaced before they were opened")
    if result.events.listed:
        counts = f"{result.events.listed} listed, of {result.events.erased} the private part was erased"
        yield from lines("events", counts)
    if uncompared := tally.failures[Code.W_BEACON]:
        yield from lines("beacons", f"{uncompared} public values were compared with no copy of their source (--beacon)")
    yield from lines("tests", *(statistics_output.as_line(found) for found in result.tests or ()))
    yield from lines(
        "keys",
        f"{tally.chains_with_keys} of {tally.chains} players sign with keys of their own;",
        f"{tally.settled_signed} of {tally.settled} rounds were dealt under their signatures",
    )
    yield from _tables(tally.tables)
    yield from lines("sheets", *sheet_output.as_sentences(result.sheets))
    if result.approval is not None:
        yield from lines("approved", f"{len(result.approval.sheets)} sheets by {result.approval.lab[:80]!a}")
    for key, money in sorted(tally.money.items()):
        yield from lines("money", *_sums(key, money))
    if result.receipts is not None:
        yield from lines("receipts", f"{result.receipts} compared with the log")


def _tables(tables: Mapping[str, TableTotals]) -> Iterator[str]:
    shown = [
        f"{chain}: {totals.hands} hands, {totals.games} games, {totals.burnt} epochs burnt, {totals.voided} voided;"
        f" values late {totals.values_late}, lost {totals.values_lost}, owed {totals.values_owed}"
        for chain, totals in sorted(tables.items())[:_TABLES_SHOWN_MAX]
    ]
    rest = len(tables) - len(shown)
    yield from lines("tables", *shown, *([f"and {rest} more, which --json shows"] if rest else []))


def _judgement(result: AuditResult) -> Iterator[str]:
    failure = deciding(result)
    if failure is None:
        yield from lines("verdict", "OK")
        return
    yield from lines("verdict", f"{_word(failure).upper()} {failure.code}")
    yield from lines("first", _where(failure), failure.sentence)
    others = _others(result)
    if others:
        yield from lines("others", ", ".join(f"{code} {count}" for code, count in sorted(others.items())))
    for milder in result.tally.milder[:_MILDER_SHOWN_MAX]:
        if milder is not failure:
            yield from lines(milder.code.severity.value, f"{milder.code} {_where(milder)}: {milder.sentence}")


def lines(label: str, *sentences: str) -> Iterator[str]:
    """Yield a line for each sentence; only the first line shows the label."""
    for at, line in enumerate(sentences):
        yield f"{'' if at else label:<9} {line}"


def _mode(depth: Depth) -> tuple[str, ...]:
    if depth is Depth.FULL:
        return ("full: every signature, every record, every leaf",)
    return ("tree: every record and leaf, the checkpoints' signatures; records' own signatures are not checked",)


def _begun(going: Going) -> tuple[str, ...]:
    if going.went_on_from:
        return (f"went on from {going.went_on_from} entries that an earlier run had judged, and that are the same",)
    if going.why_whole is not None:
        return (f"not gone on from: {going.why_whole}. The whole log was judged",)
    return ("there was none: the whole log was judged",)


def _state(going: Going | None) -> dict[str, object] | None:
    return None if going is None else {"went_on_from": going.went_on_from, "why_whole": going.why_whole}


def _word(failure: Failure | None) -> str:
    return "ok" if failure is None else failure.code.severity.value


def _where(failure: Failure) -> str:
    place = failure.place
    if place.index is None:
        return "outside the records"
    known = [("chain", place.chain), ("seq", place.seq), ("type", place.kind)]
    return ", ".join([f"log index {place.index}", *(f"{name} {value}" for name, value in known if value is not None)])


def _others(result: AuditResult) -> Mapping[Code, int]:
    others = result.tally.failures.copy()
    failure = deciding(result)
    if failure is not None:
        others[failure.code] -= 1
    return +others


def _sums(key: MoneyKey, money: MoneyTotals) -> tuple[str, ...]:
    def amount(minor: int) -> str:
        sign, digits = "-" if minor < 0 else "", f"{abs(minor):0{key.exponent + 1}d}"
        whole = len(digits) - key.exponent
        return f"{sign}{digits[:whole]}.{digits[whole:]}" if key.exponent else f"{sign}{digits}"

    accounts = "test accounts" if key.test_account else "players"
    chips = f", on tables {amount(money.on_tables)}" if money.on_tables else ""
    unsigned = money.handle - money.handle_signed
    told = f"staked under players' keys {amount(money.handle_signed)}, without {amount(unsigned)}"
    signed = (told,) if money.handle_signed else ()
    return (
        f"{key.currency}, {accounts}: handle {amount(money.handle)}, returned {amount(money.returned)},",
        f"GGR {amount(money.handle - money.returned)}; cash {amount(money.cash)}, in play {amount(money.in_play)}{chips}",
        *signed,
    )


def _table(chain: str, totals: TableTotals) -> dict[str, object]:
    return {
        "chain": chain,
        "hands": totals.hands,
        "games": totals.games,
        "burnt": totals.burnt,
        "voided": totals.voided,
        "values_late": totals.values_late,
        "values_lost": totals.values_lost,
        "values_owed": totals.values_owed,
    }


def _money(key: MoneyKey, money: MoneyTotals) -> dict[str, object]:
    return {
        "currency": key.currency,
        "exponent": key.exponent,
        "test_accounts": key.test_account,
        "handle": money.handle,
        "handle_signed": money.handle_signed,
        "returned": money.returned,
        "ggr": money.handle - money.returned,
        "cash": money.cash,
        "in_play": money.in_play,
        "on_tables": money.on_tables,
    }


def _failure(failure: Failure) -> dict[str, object]:
    return {
        "code": str(failure.code),
        "standing": failure.code.severity.value,
        "sentence": failure.sentence,
        "index": failure.place.index,
        "chain": failure.place.chain,
        "seq": failure.place.seq,
        "type": failure.place.kind,
    }
