"""Compares the envelope of a report with the filing that names its file.

Source: docs/formats/report.md, "Envelope", "The filing".
"""

import re
from collections.abc import Iterator
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Type
from verifier.filed.contents import Contents
from verifier.filed.kind import Kind
from verifier.records import Filing
from verifier.verdict import Code, Fault

_CODE: Final = re.compile("[a-z]{3}")


def require_filed(contents: Contents, filing: Filing, *, origin: str) -> None:
    """Refuse a report whose envelope differs from its filing, or from the log's origin.

    Raises:
        Fault: `E_REPORT_ENVELOPE`.
        ZoneUnknown: this machine does not know the zone of the gaming days.
    """
    for name, reported, filed in _pairs(contents, filing, origin):
        if reported != filed:
            raise Fault(Code.E_REPORT_ENVELOPE, f"{name} is {reported!a:.80}, filed was {filed!a:.80}")
    interval = contents.interval
    starts = interval.days.start_of(interval.first), interval.days.start_of(interval.until)
    if starts != (interval.start, interval.end):
        sentence = f"the days {interval.first} to {interval.until} do not begin and end so on the wall of the zone"
        raise Fault(Code.E_REPORT_ENVELOPE, sentence)
    if contents.active is not bool(contents.rows):
        raise Fault(Code.E_REPORT_ENVELOPE, "activity is not what the rows say")


def require_columns(contents: Contents, kind: Kind) -> None:
    """Refuse columns that are not those of the kind.

    Raises:
        Fault: `E_REPORT_FORM`.
    """
    if tuple(contents.columns) != kind.columns:
        raise Fault(Code.E_REPORT_FORM, "the columns are not those of this report")


def require_parameters(contents: Contents, kind: Kind) -> None:
    """Refuse parameters that are not those of the kind. The log does not show what their values should be.

    Raises:
        Fault: `E_REPORT_ENVELOPE`.
    """
    if kind.wrong_parameters is not None:
        if wrong := kind.wrong_parameters(contents.parameters):
            raise Fault(Code.E_REPORT_ENVELOPE, wrong)
        return
    if not _are_parameters(set(contents.parameters), kind):
        raise Fault(Code.E_REPORT_ENVELOPE, "the parameters are not those of this report")
    for name, value in contents.parameters.items():
        if value < 1:
            raise Fault(Code.E_REPORT_ENVELOPE, f"the parameter {name} is {value}, less than 1")


def _are_parameters(names: set[str], kind: Kind) -> bool:
    """Tell whether these are the parameters of the kind: by currency, all of them for each of one currency or more."""
    if not kind.in_currencies:
        return names == set(kind.parameters)
    codes = {code for name in names if _CODE.fullmatch(code := name.rpartition("_")[2])}
    return bool(codes) and names == {f"{name}_{code}" for name in kind.parameters for code in codes}


def require_filters(contents: Contents) -> None:
    """Refuse a filter on anything but a column of texts, and a filtered report with a reconciliation.

    Raises:
        Fault: `E_REPORT_ENVELOPE`.
    """
    texts = {column.name for column in contents.columns if column.type is Type.TEXT}
    for name in contents.filters:
        if name not in texts:
            raise Fault(Code.E_REPORT_ENVELOPE, f"there is no column of texts {name[:40]!a} to filter by")
    if contents.filters and contents.reconciled:
        raise Fault(Code.E_REPORT_ENVELOPE, "it is filtered, and has a reconciliation")


def require_currencies(contents: Contents) -> None:
    """Refuse currencies that are not those of the rows and of the reconciliation.

    Raises:
        Fault: `E_REPORT_ENVELOPE`.
    """
    used = {str(contents.by_name(cells).get("currency", "")) for cells in contents.rows}
    used |= {line.currency for line in contents.reconciled}
    if used - {""} != contents.exponents.keys():
        raise Fault(Code.E_REPORT_ENVELOPE, "currencies are not those of the rows and of the reconciliation")


def require_exponents(contents: Contents, books: Books) -> None:
    """Refuse decimal places that are not those of the log.

    Raises:
        Fault: `E_REPORT_ENVELOPE`.
    """
    for account in books.accounts.values():
        exponent = contents.exponents.get(account.currency, account.exponent)
        if exponent != account.exponent:
            sentence = f"{account.currency} is told with {exponent} decimal places, an account has {account.exponent}"
            raise Fault(Code.E_REPORT_ENVELOPE, sentence)


def _pairs(contents: Contents, filing: Filing, origin: str) -> Iterator[tuple[str, object, object]]:
    yield "kind", contents.kind, filing["report"]
    yield "definition", contents.definition, filing["def"]
    yield "interval.from", contents.interval.start, filing["from"]
    yield "interval.to", contents.interval.end, filing["to"]
    yield "revision", contents.revision, filing["rev"]
    yield "generated_at", contents.made_at, filing["gen"]
    yield "log.size", contents.size, filing["size"]
    yield "filters", contents.filters, filing["filters"]
    yield "log.origin", contents.origin, origin
