"""Figures of the house: the day so far, the measured return against the rules, gross gaming revenue by day and game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.console.charts import Deviation, Figure, bars, marked, percent
from web.console.day_figures import day_so_far, games_so_far
from web.console.filed_figures import newest_rows
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, count_text, day_text, minor_units

FIGURES: Final = "/console/figures"
_DAYS_MAX: Final = 31
_FILINGS_MAX: Final = 8
_TONES: Final = {"within": "ok", "above": "warn", "below": "warn"}

Row = Mapping[str, Any]


@require_safe
@console_page
def figures_page(visit: Visit) -> HttpResponseBase:
    """Draw the figures of the day and the newest of the reports, in one currency."""
    returns = newest_rows(visit, "rtp-variance")
    revenue = newest_rows(visit, "taxable-revenue", filings_max=_FILINGS_MAX)
    day = day_so_far(visit)
    had = {str(tiles["currency"]) for tiles in day["tiles"]}
    currencies = sorted(had | {str(row["currency"]) for row in (*returns.rows, *revenue.rows)})
    currency = visit.query.get("currency") or (currencies[0] if currencies else "")
    # A row of tax has no day.
    earned = [row for row in revenue.rows if row["currency"] == currency and row["day"]]
    by_day = _sums(earned, lambda row: str(row["day"]))
    members = {
        "title": _("Figures"),
        "currency": currency,
        "currencies": currencies if len(currencies) > 1 else [],
        "day": day,
        "games_so_far": games_so_far(day, currency),
        "returns": marked([_deviation(row) for row in returns.rows if row["currency"] == currency]),
        "returns_filings": returns.filings,
        "days": bars([_figure(day_text(day), sums, currency) for day, sums in sorted(by_day.items())[-_DAYS_MAX:]]),
        "games": bars(
            [
                _figure(game, sums, currency)
                for game, sums in sorted(_sums(earned, lambda row: str(row["game"])).items())
            ]
        ),
        "revenue_filings": revenue.filings,
        "total": _figure("", _total(earned), currency),
    }
    return visit.page("figures.html", members)


_SUMMED: Final = ("ggr", "handle", "returned", "games")


def _sums(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, dict[str, int]]:
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        of_key = sums.setdefault(key(row), dict.fromkeys(_SUMMED, 0))
        for name in _SUMMED:
            of_key[name] += row[name]
    return sums


def _total(rows: Sequence[Row]) -> dict[str, int]:
    return {name: sum(row[name] for row in rows) for name in _SUMMED}


def _figure(label: str, sums: Mapping[str, int], currency: str) -> Figure:
    if not currency:
        return Figure(label, 0, [])
    texts = [minor_units(sums[name], currency) for name in ("ggr", "handle", "returned")]
    return Figure(label, sums["ggr"], [*texts, count_text(sums["games"])])


def _deviation(row: Row) -> Deviation:
    verdict = row["verdict"]
    return Deviation(
        label=f"{row['game']} v{row['version']}" + (f", {_('side bet')}" if row["bet"] == "side" else ""),
        deviation=row["deviation"],
        bound=row["bound"],
        verdict=_verdict(verdict),
        tone=_TONES.get(verdict, ""),
        texts=[
            count_text(row["games"]),
            percent(row["actual_rtp"]) or NOTHING,
            percent(row["theoretical_rtp"]),
            percent(row["deviation"]) or NOTHING,
            f"±{percent(row['bound'])}" if row["bound"] else NOTHING,
        ],
    )


def _verdict(verdict: str) -> str:
    words = {
        "within": _("✓ within"),
        "above": _("▲ above"),
        "below": _("▼ below"),
        "too-few": _("too few games"),
    }
    return words.get(verdict, verdict or NOTHING)
