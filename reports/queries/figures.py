"""Read the figures of an interval from four separate sources: ledger, rounds, signed records, roll-ups.

Stakes at tables are rounds of their players. Their rows are those of `tables`, and the results are in the tables' own
records; the log's are those of the players' chains.

The first three are sums of raw rows, which an index by time finds: the cost is that of the interval. Figures as of its
end cost one look-up per account.

Source: regulation F36; docs/formats/report.md, `variance`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from responsible_gaming.core.currency_amounts import CurrencyAmounts
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.queries.stake_outcomes import (
    acts_at_stake,
    at_stake_at,
    chips_at,
    ended_with_result,
    placed_between,
    stakes_ended_between,
)
from wallet.queries.postings import ADJUSTED, ALL_CHAINS, CURRENCIES, MOVED, SUMS, journals_between, newest_before

Figures = dict[TotalsKey, dict[Figure, int]]
"""Figures by totals key; a key for which a source has no rows is left out."""


def ledger_figures(period: Period) -> Figures:
    """Return the sums of the interval's postings, and the balances in the newest journals before its end."""
    moved = [journals_between(period.start_ms, period.end_ms), MOVED]
    return _merge(_sum_figures(moved, "moved", _POSTED), ledger_balances(period.end_ms))


def ledger_balances(before_ms: int) -> Figures:
    """Return the stored balances of all accounts just before an instant (epoch ms): cash, and in play.

    Of games around a pot, these are the postings of those that somebody has not left yet.
    """
    return _merge(
        _sum_figures([newest_before(before_ms)], "newest", _KEPT),
        _sum_figures([chips_at(before_ms)], "chips", {Figure.IN_PLAY: "sum(held_minor)"}),
    )


def round_figures(period: Period) -> Figures:
    """Return the sums of rounds that were dealt or ended in the interval, or were open at its end."""
    from_ms, to_ms = period.start_ms, period.end_ms
    return _merge(
        _sum_figures([ended_between(from_ms, to_ms)], "ended", _ENDED),
        _sum_figures([dealt_between(from_ms, to_ms)], "dealt", {Figure.STAKES: "sum(staked_minor)"}),
        _sum_figures([in_play_at(to_ms)], "in_play", {Figure.IN_PLAY: "sum(staked_minor)"}),
        _sum_figures([stakes_ended_between(from_ms, to_ms)], "ended_at_tables", _ENDED_AT_TABLES),
        _sum_figures([placed_between(from_ms, to_ms)], "placed_at_tables", {Figure.STAKES: "sum(staked_minor)"}),
        _sum_figures([at_stake_at(to_ms)], "at_stake", {Figure.IN_PLAY: "sum(staked_minor + gap_minor)"}),
    )


def log_figures(period: Period) -> Figures:
    """Return the sums of the interval's signed records, and the balances in the newest records before its end."""
    between, newest = journals_between(period.start_ms, period.end_ms), newest_before(period.end_ms)
    cash = {Figure.CASH: "sum((document #>> '{bal,1}')::bigint)"}
    in_play, at_stake = {Figure.IN_PLAY: f"sum({_STAKE})"}, at_stake_at(period.end_ms)
    raised = {Figure.IN_PLAY: "sum((document ->> 'amt')::bigint)"}
    return _merge(
        _sum_figures([between, documents_cte("journals")], "documents", _RECORDED),
        _sum_figures([newest, documents_cte("newest")], "documents", cash),
        _sum_figures([in_play_at(period.end_ms), documents_cte("in_play")], "documents", in_play),
        _sum_figures([at_stake, documents_cte("at_stake")], "documents", in_play),
        _sum_figures([at_stake, acts_at_stake(period.end_ms), documents_cte("acts")], "documents", raised),
        _sum_figures([at_stake], "at_stake", {Figure.IN_PLAY: "sum(gap_minor)"}),
    )


def rollup_figures(period: Period) -> Figures:
    """Return the figures of the roll-ups."""
    moved = movement_figures(rollups.game_sums(period), rollups.money_sums(period))
    return _merge(moved, *map(_balances, rollups.money_sums_before(period.until)))


def movement_figures(games: Iterable[rollups.GameSums], money: Iterable[rollups.MoneyGroup]) -> Figures:
    """Return the figures of an interval that these sums have: all but those as of its end."""
    return _merge(*map(_results, games), *map(_movements, money))


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


def large_ledger_totals(period: Period, jurisdiction: Jurisdiction) -> dict[str, dict[TotalsKey, int]]:
    """Return the sums of large stakes, net wins, deposits and withdrawals, computed from postings alone.

    The keys are the types of `large-transactions`. What counts as large, the jurisdiction says in each currency.
    """
    each = Cte(
        "each",
        f"SELECT chain, {', '.join(f'{sql} AS {name}' for name, sql in _EACH.items())} FROM moved"
        " WHERE kind IN ('settle', 'deposit', 'withdrawal') GROUP BY chain, seq"
        f" UNION ALL {_EACH_LEAVE}",
        (),
    )
    of_rounds = _by_currency(jurisdiction, lambda amounts: amounts.large_round_minor)
    of_payments = _by_currency(jurisdiction, lambda amounts: amounts.large_payment_minor)
    least = {"wager": of_rounds, "win": of_rounds, "deposit": of_payments, "withdrawal": of_payments}
    sums = {name: f"sum({name}) FILTER (WHERE {name} >= {minimum})" for name, minimum in least.items()}
    rows = _sum_by_key([journals_between(period.start_ms, period.end_ms), MOVED, each], "each", list(sums.values()))
    return {
        f"single-{name}": {key: amounts[index] for key, amounts in rows if amounts[index]}
        for index, name in enumerate(sums)
    }


def _by_currency(jurisdiction: Jurisdiction, amount: Callable[[CurrencyAmounts], int]) -> str:
    """Return an SQL expression of an amount in the currency of the row."""
    cases = " ".join(f"WHEN '{code}' THEN {amount(amounts)}" for code, amounts in jurisdiction.amounts.items())
    return f"CASE w.currency {cases} ELSE {amount(jurisdiction.elsewhere)} END"


_EACH: Final = {
    "wager": "sum(amount_minor) FILTER (WHERE source = 'in_play')",
    "win": "COALESCE(sum(amount_minor) FILTER (WHERE source = 'house'), 0)"
    " - COALESCE(sum(amount_minor) FILTER (WHERE target = 'house'), 0)",
    "deposit": "sum(amount_minor) FILTER (WHERE source = 'deposit')",
    "withdrawal": "sum(amount_minor) FILTER (WHERE target = 'withdrawal')",
}

# A seat that lost everything is left without a posting: the buy-in is that of the newest `sit`.
_EACH_LEAVE: Final = f"""
SELECT j.chain, bought.amount_minor, returned.amount_minor - bought.amount_minor, NULL, NULL FROM journals j
CROSS JOIN LATERAL (
  SELECT p.amount_minor FROM wallet_journal b JOIN wallet_posting p ON p.chain = b.chain AND p.seq = b.seq
  WHERE b.chain = j.chain AND b.seq < j.seq AND b.kind = 'sit' ORDER BY b.seq DESC LIMIT 1
) bought
CROSS JOIN LATERAL (
  SELECT COALESCE(sum(p.amount_minor), 0) AS amount_minor FROM wallet_posting p
  WHERE p.chain = j.chain AND p.seq = j.seq AND p.target = 'cash'
) returned
WHERE j.kind = 'leave' AND {ended_with_result("j.chain", "j.seq")}
"""

_LEFT_WITH_RESULT: Final = ended_with_result("moved.chain", "moved.seq")
_HAS_RESULT: Final = f"(kind = 'settle' OR kind = 'leave' AND {_LEFT_WITH_RESULT})"

_POSTED: Final = {
    Figure.HANDLE: f"sum(amount_minor) FILTER (WHERE source IN ('in_play', 'table') AND {_HAS_RESULT})",
    Figure.RETURNED: f"sum(amount_minor) FILTER (WHERE target = 'cash' AND {_HAS_RESULT})",
    Figure.VOIDED: "sum(amount_minor) FILTER (WHERE target = 'cash'"
    f" AND (kind = 'void' OR kind = 'leave' AND NOT {_LEFT_WITH_RESULT}))",
    Figure.STAKES: f"sum(amount_minor) FILTER (WHERE {SUMS['staked_minor']})",
    Figure.DEPOSITS: f"sum(amount_minor) FILTER (WHERE {SUMS['deposited_minor']})",
    Figure.WITHDRAWN: f"sum(amount_minor) FILTER (WHERE {SUMS['withdrawn_minor']})",
    Figure.GIVEN_BACK: f"sum(amount_minor) FILTER (WHERE {SUMS['given_back_minor']})",
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

_ENDED_AT_TABLES: Final = {
    Figure.HANDLE: "sum(staked_minor) FILTER (WHERE NOT voided)",
    Figure.RETURNED: "sum(returned_minor) FILTER (WHERE NOT voided)",
    Figure.VOIDED: "sum(placed_minor) FILTER (WHERE voided)",
}

# CASE rather than FILTER: only records of that type have the members.
_STAKE: Final = (
    "COALESCE(document ->> 'ante', document ->> 'buy_in')::bigint + COALESCE((document ->> 'bonus')::bigint, 0)"
)
_TYPE: Final = "document ->> 'type'"
_CASH: Final = "(document #>> '{bal,1}')::bigint - (document #>> '{bal,0}')::bigint"
_RAISED: Final = "(SELECT COALESCE(sum((act ->> 'amt')::bigint), 0) FROM jsonb_array_elements(document -> 'acts') act)"


_CAUSE: Final = "COALESCE(document ->> 'cause', '')"


def _wallet(kind: str, sign: str = "", *, of: str = "true") -> str:
    return f"sum(CASE WHEN {_TYPE} = 'wallet' AND document ->> 'kind' = '{kind}' AND {of} THEN {sign}({_CASH}) END)"


_LEAVE_HAS_RESULT: Final = f"({_TYPE} = 'leave' AND {ended_with_result('documents.chain', 'documents.seq')})"
# What left the account `table`: to the player, and to the house.
_TAKEN_OUT: Final = (
    "(SELECT -sum((move ->> 1)::bigint) FROM jsonb_array_elements(document -> 'moves') move WHERE move ->> 0 = 'table')"
)
_RECORDED: Final = {
    Figure.HANDLE: f"sum(CASE WHEN {_TYPE} = 'settle' THEN (document #>> '{{pay,staked}}')::bigint"
    f" WHEN {_LEAVE_HAS_RESULT} THEN {_TAKEN_OUT} END)",
    Figure.RETURNED: f"sum(CASE WHEN {_TYPE} = 'settle' OR {_LEAVE_HAS_RESULT}"
    " THEN (document #>> '{pay,returned}')::bigint END)",
    Figure.VOIDED: f"sum(CASE WHEN {_TYPE} = 'void' OR {_TYPE} = 'leave' AND NOT {_LEAVE_HAS_RESULT} THEN {_CASH} END)",
    Figure.STAKES: f"sum(CASE {_TYPE} WHEN 'deal' THEN {_STAKE} WHEN 'sit' THEN {_STAKE} WHEN 'settle' THEN {_RAISED}"
    " WHEN 'act' THEN (document ->> 'amt')::bigint END)",
    Figure.DEPOSITS: _wallet("deposit"),
    Figure.WITHDRAWN: _wallet("withdrawal", "-"),
    Figure.GIVEN_BACK: _wallet("adjustment", of=f"{_CAUSE} = 'returned'"),
    Figure.ADJUSTMENTS: _wallet("adjustment", of=f"{_CAUSE} <> 'returned'"),
    Figure.BONUS: _wallet("bonus"),
}


def _results(sums: rollups.GameSums) -> Figures:
    figures = {
        Figure.HANDLE: sums.settled_minor,
        Figure.RETURNED: sums.returned_minor,
        Figure.VOIDED: sums.voided_minor,
    }
    return {totals_key_of(sums.currency, test=sums.test): figures}


def _movements(group: rollups.MoneyGroup) -> Figures:
    sums = group.sums
    figures = {
        Figure.STAKES: sums.into_play_minor,
        Figure.DEPOSITS: sums.deposited_minor,
        Figure.WITHDRAWN: sums.withdrawn_minor,
        Figure.GIVEN_BACK: sums.given_back_minor,
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
