"""The published rule sheets in a verdict, in words and as JSON."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from verifier.published_sheets import JudgedSheet
from verifier.returns import FIRST_BET, SIDE_BET, TOTAL_WAGERED

_SHOWN_MAX = 40
_DIGITS = 4


def as_sentences(sheets: Sequence[JudgedSheet]) -> Iterator[str]:
    """Yield the lines of the sheets, those that were played first; too many are left to the JSON form."""
    ordered = sorted(sheets, key=lambda judged: (not judged.rounds, judged.published.index))
    for judged in ordered[:_SHOWN_MAX]:
        yield from _sheet(judged)
    if len(ordered) > _SHOWN_MAX:
        yield f"and {len(ordered) - _SHOWN_MAX} more, which --json shows"


def as_document(judged: JudgedSheet) -> dict[str, object]:
    """Return a sheet as a JSON document; fractions are text in lowest terms, `rtp` is what the rules give."""
    sheet, returns = judged.published.sheet, judged.returns
    return {
        "game": sheet["game"],
        "version": sheet["ver"],
        "family": sheet["family"],
        "index": judged.published.index,
        "rules": judged.published.leaf,
        "engine_sha256": sheet["engine_sha256"],
        "sheet_sha256": judged.sheet_sha256,
        "rtp": {name: str(returned) for name, returned in returns.rtp.items()},
        "edge": {name: str(edge) for name, edge in returns.edge.items()},
        "declared_right": judged.declares_wrongly is None,
        "highest_win": returns.highest_win,
        "highest_win_minor": returns.highest_win * sheet["stake_max"],
        "side_bet_highest_win": returns.side_bet_highest_win,
        "rounds": judged.rounds,
        "approved": judged.approved,
    }


def _sheet(judged: JudgedSheet) -> Iterator[str]:
    sheet, returns = judged.published.sheet, judged.returns
    approved = {True: ", approved", False: ", not approved", None: ""}[judged.approved]
    yield f"{sheet['game']} version {sheet['ver']}: {judged.rounds} rounds{approved}, highest win {returns.highest_win} stakes,"
    edge = returns.edge
    yield f"edge {_percent(edge[FIRST_BET])} of the first bet, {_percent(edge[TOTAL_WAGERED])} of all that is wagered,"
    if SIDE_BET in edge:
        yield f"side bet: edge {_percent(edge[SIDE_BET])}, highest win {returns.side_bet_highest_win} side bets,"
    if judged.declares_wrongly is not None:
        yield f"it {judged.declares_wrongly},"
    yield f"sheet {judged.sheet_sha256},"
    yield f"engine {sheet['engine_sha256']}"


def _percent(part: Fraction) -> str:
    """Write a fraction, and the nearest percentage of four decimals; of two equally near, the even one."""
    scaled = round(part * 100 * 10**_DIGITS)
    digits = f"{abs(scaled):0{_DIGITS + 1}d}"
    return f"{'-' if scaled < 0 else ''}{digits[:-_DIGITS]}.{digits[-_DIGITS:]} % ({part})"
