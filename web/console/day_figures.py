"""How the gaming day goes: the interface's figures, one set of tiles for each currency."""

from collections.abc import Mapping
from typing import Any

from web.console.charts import Bar, Figure, bars
from web.console.visit import Visit
from web.console.wording import count_text, day_text, minor_units


def day_so_far(visit: Visit) -> dict[str, Any]:
    """Return the figures of the gaming day that runs, and how many entries of the log they still lack."""
    found = visit.interface.get("/ops/figures")
    return {
        "day": day_text(found["gaming_day"]),
        "zone": found["zone"],
        "missing": found["log_size"] - found["covered_size"],
        "items": found["items"],
        "tiles": [_tiles(item) for item in found["items"]],
        "drawn": [_drawn(item) for item in found["items"] if item["days"]],
    }


def games_so_far(day: Mapping[str, Any], currency: str) -> list[Bar]:
    """Return the bars of the day's gross gaming revenue by game, in a currency."""
    games: list[Mapping[str, Any]] = next((item["games"] for item in day["items"] if item["currency"] == currency), [])
    return bars([_figure(game["game"], game, currency) for game in games])


def _drawn(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bars of gross gaming revenue in a currency: of the last days, and of this one by game."""
    currency = item["currency"]
    return {
        "currency": currency,
        "days": bars([_figure(day_text(day["gaming_day"]), day, currency) for day in item["days"]]),
        "games": bars([_figure(game["game"], game, currency) for game in item["games"]]),
    }


def _tiles(item: Mapping[str, Any]) -> dict[str, Any]:
    currency = item["currency"]
    handle, returned = (sum(game[name]["amount"] for game in item["games"]) for name in ("handle", "returned"))
    cash, in_play = (item[name]["amount"] for name in ("cash", "in_play"))
    return {
        "currency": currency,
        "handle": minor_units(handle, currency),
        "rounds": count_text(sum(game["rounds"] for game in item["games"])),
        "returned": minor_units(returned, currency),
        "ggr": minor_units(handle - returned, currency),
        "active_players": count_text(item["active_players"]),
        "liability": minor_units(cash + in_play, currency),
        "in_play": minor_units(in_play, currency),
    }


def _figure(label: str, told: Mapping[str, Any], currency: str) -> Figure:
    texts = [minor_units(told[name]["amount"], currency) for name in ("ggr", "handle", "returned")]
    return Figure(label, told["ggr"]["amount"], [*texts, count_text(told["rounds"])])
