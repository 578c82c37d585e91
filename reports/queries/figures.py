"""Read the figures of an interval from four separate sources: ledger, rounds, signed records, roll-ups.

The first three are sums of raw rows, which an index by time finds: the cost is that of the interval. Figures as of its
end cost one look-up per account.

Source: regulation F36; docs/formats/report.md, `variance`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import connection, transaction

from audit.queries.record_documents import documents_cte
from games.queries.round_outcomes import dealt_between, ended_between, in_play_at
from kernel.cte import Cte, with_statement
from players.queries.accounts import ACCOUNT_KIND_CTE
from reports.core.agreement import Figure, FigureSource
from reports.core.period import Period
from reports.core.totals_key import TotalsKey, totals_key_of
from reports.queries import rollups
from wallet.queries.postings import ADJUSTED, ALL_CHAINS, CURRENCIES, MOVED, SUMS, journals_between, newest_before

Figures = dict[TotalsKey, dict[Figure, int]]
"""Figures by totals key; a key for which a source has no rows is left out."""


def ledger_figures(period: Period) -> Figures:
    """Return the sums of the interval's postings, and the balances in the newest journals before its end."""
    moved = [journals_between(period.start_ms, period.end_ms), MOVED]
    return _merge(_sum_figures(moved, "moved", _POSTED), ledger_balances(period.end_ms))


def ledger_balances(before_ms: int) -> Figures:
    """Return the stored balances of all accounts just before an instant (epoch ms): cash, and in play."""
    return _sum_figures([newest_before(before_ms)], "newest", _KEPT)


def round_figures(period: Period) -> Figures:
    """Return the sums of rounds that were dealt or ended in the interval, or were open at its end."""
    from_ms, to_ms = period.start_ms, period.end_ms
    return _merge(
        _sum_figures([ended_between(from_ms, to_ms)], "ended", _ENDED),
        _sum_figures([dealt_between(from_ms, to_ms)], "dealt", {Figure.STAKES: "sum(staked_minor)"}),
        _sum_figures([in_play_at(to_ms)], "in_play", {Figure.IN_PLAY: "sum(staked_minor)"}),
    )


def log_figures(period: Period) -> Figures:
    """Return the sums of the interval's signed records, and the balances in the newest records before its end."""
    between, newest = journals_between(period.start_ms, period.end_ms), newest_before(period.end_ms)
    cash = {Figure.CASH: "sum((document #>> '{bal,1}')::bigint)"}
    in_play = {Figure.IN_PLAY: f"sum({_STAKE})"}
    return _merge(
        _sum_figures([between, documents_cte("journals")], "documents", _RECORDED),
        _sum_figures([newest, documents_cte("newest")], "documents", cash),
        _sum_figures([in_play_at(period.end_ms), documents_cte("in_play")], "documents", in_play),
    )


def rollup_figures(period: Period) -> Figures:
    """Return the figures of the roll-ups."""
    games = [
        {
            totals_key_of(sums.currency, test=sums.test): {
                Figure.HANDLE: sums.settled_minor,
                Figure.RETURNED: sums.returned_minor,
                Figure.VOIDED: sums.voided_minor,
            }
        }
        for sums in rollups.game_sums(period)
    ]
    return _merge(
        *games, *map(_movements, rollups.money_sums(period)), *map(_balances, rollups.money_sums_before(period.until))
    )


PLANNER_SETTINGS: Final = (
    "SELECT set_config('random_page_cost', '1.1', true), set_config('work_mem', '64MB', true),"
    " set_config('plan_cache_mode', 'force_custom_plan', true)"
)
"""Planner settings for one transaction that sums an interval's raw rows.

Without them PostgreSQL reads all postings to find those of a day, does not hash those of a month in memory, and from
the sixth execution on uses a generic plan, which is not parallel.
"""

FIGURES_BY_SOURCE: Final[Mapping[FigureSource, Callable[[Period], Figures]]] = {
    FigureSource.LEDGER: ledger_figures,
    FigureSource.ROUNDS: round_figures,
    FigureSource.LOG: log_figures,
    FigureSource.ROLLUP: rollup_figures,
}


def large_ledger_totals(period: Period, *, round_minor: int, payment_minor: int) -> dict[str, dict[TotalsKey, int]]:
    """Return the sums of large stakes, net wins, deposits and withdrawals, computed from postings alone.

    The keys are the types of `large-transactions`. A round counts from `round_minor`, a payment from `payment_minor`.
    """
    each = Cte(
        "each",
        f"SELECT chain, {', '.join(f'{sql} AS {name}' for name, sql in _EACH.items())} FROM moved"
        " WHERE kind IN ('settle', 'deposit', 'withdrawal') GROUP BY chain, seq",
        (),
    )
    least = {"wager": round_minor, "win": round_minor, "deposit": payment_minor, "withdrawal": payment_minor}
    sums = {name: f"sum({name}) FILTER (WHERE {name} >= {minimum})" for name, minimum in least.items()}
    rows = _sum_by_key([journals_between(period.start_ms, period.end_ms), MOVED, each], "each", list(sums.values()))
    return {
        f"single-{name}": {key: amounts[index] for key, amounts in rows if amounts[index]}
        for index, name in enumerate(sums)
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

# The stake counts when a round is dealt, its raises when it ends.
_ENDED: Final = {
    Figure.HANDLE: "sum(staked_minor) FILTER (WHERE NOT voided)",
    Figure.RETURNED: "sum(returned_minor) FILTER (WHERE NOT voided)",
    Figure.VOIDED: "sum(returned_minor) FILTER (WHERE voided)",
    Figure.STAKES: "sum(staked_minor - stake_minor - side_bet_minor)",
}

# CASE rather than FILTER: only records of that type have the members.
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


def _movements(group: rollups.MoneyGroup) -> Figures:
    sums = group.sums
    figures = {
        Figure.STAKES: sums.into_play_minor,
        Figure.DEPOSITS: sums.deposited_minor,
        Figure.WITHDRAWALS: sums.withdrawn_minor,
        Figure.ADJUSTMENTS: sums.adjusted_minor,
        Figure.BONUS: sums.bonus_minor,
    }
    return {totals_key_of(group.currency, test=group.test): figures}


def _balances(group: rollups.MoneyGroup) -> Figures:
    figures = {Figure.CASH: group.sums.cash_minor, Figure.IN_PLAY: group.sums.in_play_minor}
    return {totals_key_of(group.currency, test=group.test): figures}


def _sum_figures(ctes: Sequence[Cte], source: str, sums: Mapping[Figure, str]) -> Figures:
    rows = _sum_by_key(ctes, source, list(sums.values()))
    return {key: dict(zip(sums, amounts, strict=True)) for key, amounts in rows}


def _sum_by_key(ctes: Sequence[Cte], source: str, sums: Sequence[str]) -> list[tuple[TotalsKey, list[int]]]:
    """Return the sums of the rows of the CTE `source`, which has a `chain`, by totals key."""
    # All chains, not those of `source`: it would be materialized and read twice, each time by one process.
    account_kinds = [ALL_CHAINS, CURRENCIES, ACCOUNT_KIND_CTE]
    answer = (
        f"SELECT w.test, w.currency, {', '.join(sums)} FROM {source} JOIN account_kind w ON w.chain = {source}.chain"
        " GROUP BY 1, 2"
    )
    sql, params = with_statement([*ctes, *account_kinds], answer=answer)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PLANNER_SETTINGS)
        cursor.execute(sql, params)
        rows: list[Any] = cursor.fetchall()
    return [
        (totals_key_of(currency, test=test), [int(amount or 0) for amount in amounts])
        for test, currency, *amounts in rows
    ]


def _merge(*parts: Figures) -> Figures:
    merged: Figures = {}
    for part in parts:
        for key, figures in part.items():
            sums = merged.setdefault(key, {})
            for figure, amount in figures.items():
                sums[figure] = sums.get(figure, 0) + amount
    return merged
