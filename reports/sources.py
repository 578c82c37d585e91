"""The figures of an interval from four sources that are kept apart: ledger, rounds, signed records, roll-ups.

The first three are added up from raw rows, which their times find: the cost is that of the interval. Figures as of its
end take a look-up an account.

Source: regulation F36; docs/formats/report.md, `variance`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import connection, transaction

from audit.queries.record_documents import documents_cte
from games.queries.round_outcomes import dealt_between, ended_between, in_play_at
from kernel.cte import Cte, with_statement
from players.queries.accounts import ACCOUNT_KIND_CTE
from reports import measures
from reports.core.agreement import Figure, Source
from reports.core.period import Period
from reports.core.purse import Purse, purse_of
from wallet.queries.postings import ADJUSTED, ALL_CHAINS, CURRENCIES, MOVED, SUMS, journals_between, newest_before

Figures = dict[Purse, dict[Figure, int]]
"""What each purse comes to; a purse that a source has nothing of is left out."""


def of_ledger(period: Period) -> Figures:
    """Add up journals and postings of the interval, and the balances that the newest journals before its end kept."""
    moved = [journals_between(period.start_ms, period.end_ms), MOVED]
    return _merged(_summed(moved, "moved", _POSTED), balances(period.end_ms))


def balances(before_ms: int) -> Figures:
    """Add up the balances of all accounts just before an instant (ms), as the ledger kept them: cash, and in play."""
    return _summed([newest_before(before_ms)], "newest", _KEPT)


def of_rounds(period: Period) -> Figures:
    """Add up the rows of rounds that were dealt or ended in the interval, or were open at its end."""
    from_ms, to_ms = period.start_ms, period.end_ms
    return _merged(
        _summed([ended_between(from_ms, to_ms)], "ended", _ENDED),
        _summed([dealt_between(from_ms, to_ms)], "dealt", {Figure.STAKES: "sum(staked_minor)"}),
        _summed([in_play_at(to_ms)], "in_play", {Figure.IN_PLAY: "sum(staked_minor)"}),
    )


def of_log(period: Period) -> Figures:
    """Add up what the signed records say: those of the interval, and those that tell of the money at its end."""
    between, newest = journals_between(period.start_ms, period.end_ms), newest_before(period.end_ms)
    cash = {Figure.CASH: "sum((document #>> '{bal,1}')::bigint)"}
    in_play = {Figure.IN_PLAY: f"sum({_STAKE})"}
    return _merged(
        _summed([between, documents_cte("journals")], "documents", _RECORDED),
        _summed([newest, documents_cte("newest")], "documents", cash),
        _summed([in_play_at(period.end_ms), documents_cte("in_play")], "documents", in_play),
    )


def of_rollups(period: Period) -> Figures:
    """Return the same from the roll-ups."""
    games = [
        {
            purse_of(sums.currency, test=sums.test): {
                Figure.HANDLE: sums.settled_minor,
                Figure.RETURNED: sums.returned_minor,
                Figure.VOIDED: sums.voided_minor,
            }
        }
        for sums in measures.games(period)
    ]
    return _merged(*games, *map(_moved, measures.money(period)), *map(_left, measures.money_before(period.until)))


PLANNED_FOR_INTERVALS: Final = (
    "SELECT set_config('random_page_cost', '1.1', true), set_config('work_mem', '64MB', true),"
    " set_config('plan_cache_mode', 'force_custom_plan', true)"
)
"""What is set until the transaction ends before an interval's raw rows are added up.

Else a day's postings are found by reading all there ever were, a month's are not hashed in memory, and from the sixth
time on the plan is one for any interval, which does not share the work among processes.
"""

SOURCES: Final[Mapping[Source, Callable[[Period], Figures]]] = {
    Source.LEDGER: of_ledger,
    Source.ROUNDS: of_rounds,
    Source.LOG: of_log,
    Source.ROLLUP: of_rollups,
}


def large_movements(period: Period, *, round_minor: int, payment_minor: int) -> dict[str, dict[Purse, int]]:
    """Add up, from postings alone, stakes and net wins of rounds, deposits and withdrawals that are at least so large.

    By the type that `large-transactions` calls them.
    """
    each = Cte(
        "each",
        f"SELECT chain, {', '.join(f'{sql} AS {name}' for name, sql in _EACH.items())} FROM moved"
        " WHERE kind IN ('settle', 'deposit', 'withdrawal') GROUP BY chain, seq",
        (),
    )
    least = {"wager": round_minor, "win": round_minor, "deposit": payment_minor, "withdrawal": payment_minor}
    sums = {name: f"sum({name}) FILTER (WHERE {name} >= {minimum})" for name, minimum in least.items()}
    found = _rows([journals_between(period.start_ms, period.end_ms), MOVED, each], "each", list(sums.values()))
    return {
        f"single-{name}": {purse: amounts[place] for purse, amounts in found if amounts[place]}
        for place, name in enumerate(sums)
    }


_EACH: Final = {
    "wager": "sum(amount_minor) FILTER (WHERE source = 'in_play')",
    "win": "COALESCE(sum(amount_minor) FILTER (WHERE source = 'house'), 0)"
    " - COALESCE(sum(amount_minor) FILTER (WHERE target = 'house'), 0)",
    "deposit": "sum(amount_minor) FILTER (WHERE source = 'deposit')",
    "withdrawal": "sum(amount_minor) FILTER (WHERE target = 'withdrawal')",
}

_POSTED: Final = {
    Figure.HANDLE: "sum(amount_minor) FILTER (WHERE kind = 'settle' AND source = 'in_play')",
    Figure.RETURNED: "sum(amount_minor) FILTER (WHERE kind = 'settle' AND target = 'cash')",
    Figure.VOIDED: "sum(amount_minor) FILTER (WHERE kind = 'void' AND target = 'cash')",
    Figure.STAKES: f"sum(amount_minor) FILTER (WHERE {SUMS['staked_minor']})",
    Figure.DEPOSITS: f"sum(amount_minor) FILTER (WHERE {SUMS['deposited_minor']})",
    Figure.WITHDRAWALS: f"sum(amount_minor) FILTER (WHERE {SUMS['withdrawn_minor']})",
    Figure.ADJUSTMENTS: ADJUSTED,
    Figure.BONUS: f"sum(amount_minor) FILTER (WHERE {SUMS['bonus_minor']})",
}
_KEPT: Final = {Figure.CASH: "sum(cash_minor)", Figure.IN_PLAY: "sum(in_play_minor)"}

# A round is dealt with its stake; what it was raised by belongs to the instant of its end.
_ENDED: Final = {
    Figure.HANDLE: "sum(staked_minor) FILTER (WHERE NOT voided)",
    Figure.RETURNED: "sum(returned_minor) FILTER (WHERE NOT voided)",
    Figure.VOIDED: "sum(returned_minor) FILTER (WHERE voided)",
    Figure.STAKES: "sum(staked_minor - stake_minor - side_bet_minor)",
}

# CASE rather than FILTER: the members are there in records of that type alone.
_STAKE: Final = "(document ->> 'ante')::bigint + COALESCE((document ->> 'bonus')::bigint, 0)"
_TYPE: Final = "document ->> 'type'"
_CASH: Final = "(document #>> '{bal,1}')::bigint - (document #>> '{bal,0}')::bigint"
_RAISED: Final = "(SELECT COALESCE(sum((act ->> 'amt')::bigint), 0) FROM jsonb_array_elements(document -> 'acts') act)"


def _wallet(kind: str, sign: str = "") -> str:
    return f"sum(CASE WHEN {_TYPE} = 'wallet' AND document ->> 'kind' = '{kind}' THEN {sign}({_CASH}) END)"


_RECORDED: Final = {
    Figure.HANDLE: f"sum(CASE WHEN {_TYPE} = 'settle' THEN (document #>> '{{pay,staked}}')::bigint END)",
    Figure.RETURNED: f"sum(CASE WHEN {_TYPE} = 'settle' THEN (document #>> '{{pay,returned}}')::bigint END)",
    Figure.VOIDED: f"sum(CASE WHEN {_TYPE} = 'void' THEN {_CASH} END)",
    Figure.STAKES: f"sum(CASE {_TYPE} WHEN 'deal' THEN {_STAKE} WHEN 'settle' THEN {_RAISED} END)",
    Figure.DEPOSITS: _wallet("deposit"),
    Figure.WITHDRAWALS: _wallet("withdrawal", "-"),
    Figure.ADJUSTMENTS: _wallet("adjustment"),
    Figure.BONUS: _wallet("bonus"),
}


def _moved(kind: measures.KindOfMoney) -> Figures:
    sums = kind.sums
    figures = {
        Figure.STAKES: sums.staked_minor,
        Figure.DEPOSITS: sums.deposited_minor,
        Figure.WITHDRAWALS: sums.withdrawn_minor,
        Figure.ADJUSTMENTS: sums.adjusted_minor,
        Figure.BONUS: sums.bonus_minor,
    }
    return {purse_of(kind.currency, test=kind.test): figures}


def _left(kind: measures.KindOfMoney) -> Figures:
    figures = {Figure.CASH: kind.sums.cash_minor, Figure.IN_PLAY: kind.sums.in_play_minor}
    return {purse_of(kind.currency, test=kind.test): figures}


def _summed(clauses: Sequence[Cte], source: str, sums: Mapping[Figure, str]) -> Figures:
    found = _rows(clauses, source, list(sums.values()))
    return {purse: dict(zip(sums, amounts, strict=True)) for purse, amounts in found}


def _rows(clauses: Sequence[Cte], source: str, sums: Sequence[str]) -> list[tuple[Purse, list[int]]]:
    """Add up what the clause named `source` gives, which has a `chain`, by purse."""
    # All chains, and not those of `source`, which would then be laid by and read twice, by one process each time.
    whose = [ALL_CHAINS, CURRENCIES, ACCOUNT_KIND_CTE]
    answer = (
        f"SELECT w.test, w.currency, {', '.join(sums)} FROM {source} JOIN account_kind w ON w.chain = {source}.chain"
        " GROUP BY 1, 2"
    )
    sql, params = with_statement([*clauses, *whose], answer=answer)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PLANNED_FOR_INTERVALS)
        cursor.execute(sql, params)
        rows: list[Any] = cursor.fetchall()
    return [
        (purse_of(currency, test=test), [int(amount or 0) for amount in amounts]) for test, currency, *amounts in rows
    ]


def _merged(*parts: Figures) -> Figures:
    merged: Figures = {}
    for part in parts:
        for purse, figures in part.items():
            sums = merged.setdefault(purse, {})
            for figure, amount in figures.items():
                sums[figure] = sums.get(figure, 0) + amount
    return merged
