"""Write the pictures of the documentation. `make diagrams` runs it; `make check` refuses a picture that is out of date.

The apps and their imports are read from the import contract in pyproject.toml and from the source.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docs.diagrams.svg import CHARACTER, LINE, PAD, Drawing

if TYPE_CHECKING:
    from collections.abc import Sequence

    _Step = str | tuple[str, str, str]

FOLDER: Final = Path(__file__).resolve().parent
PROJECT: Final = FOLDER.parents[1]
WIDTH: Final = 880


def main() -> None:
    """Write all of them."""
    apps().save(FOLDER / "apps.svg")
    processes().save(FOLDER / "processes.svg")
    round_().save(FOLDER / "round.svg")
    hand().save(FOLDER / "hand.svg")
    record().save(FOLDER / "record.svg")


# --- Apps and their imports ---------------------------------------------------------------------------------


def apps() -> Drawing:
    """Draw a row for each layer of the import contract, with what each app is and what it imports."""
    layers = _layers()
    names = [name for layer in layers for name in layer]
    left, gap = 64, 10
    rows = []
    for layer in layers:
        width = (WIDTH - left - 20 - gap * (len(layer) - 1)) / len(layer)
        texts = [_about(name, [other for other in names if other != name], width) for name in layer]
        rows.append((layer, width, texts, 36 + LINE * max(map(len, texts))))
    height = sum(row[-1] + gap for row in rows) + 98
    drawing = Drawing("The apps in layers: each imports only from layers below it", WIDTH, int(height))
    y = 20.0
    for layer, width, texts, tall in rows:
        for column, (name, text) in enumerate(zip(layer, texts, strict=True)):
            drawing.box(left + column * (width + gap), y, width, tall, name, text)
        y += tall + gap
    drawing.arrow((34, 24), (34, y - gap - 4))
    drawing.parts.append(f'<g transform="translate(22 {(y + 20) / 2}) rotate(-90)">')
    drawing.words(0, 0, "imports run downwards", style="soft", anchor="middle")
    drawing.parts.append("</g>")
    drawing.box(left, y + 8, WIDTH - left - 20, 56, "verifier", [_sentence("verifier")], "none")
    return drawing


def _layers() -> list[list[str]]:
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["name"] == "Imports run downwards")
    return [[name.strip() for name in layer.split("|")] for layer in layers]


def _about(name: str, others: list[str], width: float) -> list[str]:
    imports = [other for other in others if other in _imported(name)]
    columns = int((width - PAD) / CHARACTER)
    uses = f"imports {', '.join(imports)}" if imports else "imports none of the others"
    return [*textwrap.wrap(_sentence(name), columns), *textwrap.wrap(uses, columns)]


def _sentence(name: str) -> str:
    """Return the first sentence of what an app says of itself."""
    text = ast.get_docstring(ast.parse((PROJECT / name / "__init__.py").read_text()))
    assert text, f"{name} says what it is"
    return " ".join(text.split("\n\n", 1)[0].split()).partition(". ")[0].rstrip(".") + "."


def _imported(name: str) -> set[str]:
    imported = set()
    for path in (PROJECT / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                imported.add(node.module.partition(".")[0])
    return imported


# --- Processes ----------------------------------------------------------------------------------------------


def processes() -> Drawing:
    """Draw who talks to whom while the platform runs."""
    drawing = Drawing("The processes of the platform, their stores, and what is outside", WIDTH, 576)
    drawing.box(20, 20, 190, 62, "players and staff", ["pages and programs"], "none")
    drawing.box(700, 20, 160, 62, "auditors", ["with the verifier"], "none")
    drawing.box(330, 112, 220, 80, "Redis", ["tasks on their way, counters", "of abuse; play can do without"], "store")
    drawing.box(600, 112, 140, 80, "beat", ["sends tasks", "at their times"], "core")
    _work(drawing)
    drawing.box(
        20,
        410,
        640,
        64,
        "PostgreSQL",
        ["the only truth: records, ledger, rounds, log; append-only by trigger and by role"],
        "store",
    )
    drawing.box(680, 410, 180, 64, "log folder", ["checkpoint and tiles"], "store")
    drawing.box(680, 504, 180, 52, "witnesses", ["sign checkpoints too"], "none")
    for number, line in enumerate(_OUTSIDE):
        drawing.words(20, 506 + 18 * number, line, style="soft")
    drawing.arrow((700 + 80, 82), (780, 410), label="checkpoint", at=(780, 130))
    drawing.arrow((761, 297), (870, 297), (870, 530), (860, 530), dashed=True)
    return drawing


_OUTSIDE: Final = (
    "Outside too: payment providers, which web and worker call; webhooks, which worker",
    "calls; the mail server and the destinations of filed reports, which batch sends to;",
    "where they are configured, an object store (sequencer) and a beacon (croupier).",
)


_WORKERS: Final = (
    ("stream", ["what happens", "at tables, as", "it happens"]),
    ("web", ["all the rest", "of HTTP"]),
    ("croupier", ["the clock of", "all tables"]),
    ("worker", ["late rounds,", "payments,", "alerts"]),
    ("batch", ["reports, and", "what is done", "at night"]),
    ("sequencer", ["gives records", "their place in", "the log, signs"]),
)
"""The processes of `reddog_platform/stack.py` that have PostgreSQL under them."""


def _work(drawing: Drawing) -> None:
    """Draw the processes that have PostgreSQL under them, and Redis over them."""
    assert {*(name for name, _ in _WORKERS), "beat"} == _started(), "the picture has the processes that are started"
    width, gap = 116, 9
    for number, (name, lines) in enumerate(_WORKERS):
        x = 20 + number * (width + gap)
        drawing.box(x, 246, width, 102, name, lines, "core")
        drawing.arrow((x + 10, 348), (x + 10, 410))
    drawing.arrow((78, 246), (78, 82), label="events", at=(78, 168))
    drawing.arrow((190, 82), (190, 246), label="HTTP", at=(190, 168))
    drawing.arrow((600, 152), (550, 152))
    drawing.arrow((450, 192), (450, 246), label="tasks", at=(450, 221))
    drawing.arrow((535, 192), (535, 246), label="tasks", at=(535, 221))
    drawing.arrow((235, 246), (235, 152), (330, 152))
    drawing.arrow((725, 348), (725, 410), label="publishes", at=(725, 384))


def _started() -> set[str]:
    """Return the names of the processes that the platform starts, the exporter of metrics apart."""
    tree = ast.parse((PROJECT / "reddog_platform" / "stack.py").read_text())
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "processes")
    pairs = (node.elts[0] for node in ast.walk(function) if isinstance(node, ast.Tuple) and len(node.elts) > 1)
    return {first.value for first in pairs if isinstance(first, ast.Constant) and isinstance(first.value, str)}


# --- Life of a round ----------------------------------------------------------------------------------------

_LANES: Final = ("player", "web", "PostgreSQL", "sequencer", "published log")
_STEPS: Final = (
    "Before: neither side can choose its part after seeing the other's",
    ("web", "PostgreSQL", "commit: hash of 256 seeds"),
    ("sequencer", "published log", "covering checkpoint"),
    ("player", "web", "a seed of her own"),
    ("web", "PostgreSQL", "open: her seed"),
    "Deal: nothing is dealt that is not written, nothing written that is not signed",
    ("player", "web", "stake 5.00, key k1"),
    ("web", "PostgreSQL", "Gather: one SELECT"),
    ("web", "web", "Decide: cards, rules, limits, postings; sign"),
    ("web", "PostgreSQL", "Record: one statement"),
    ("web", "player", "two cards, receipt"),
    "Act: the third card was fixed by the same seed",
    ("player", "web", "raise 5.00, key k2"),
    ("web", "PostgreSQL", "Gather; Record"),
    ("web", "player", "outcome, seed"),
    "Log: the sequencer takes its turn twice a second",
    ("sequencer", "PostgreSQL", "queue to leaves"),
    ("sequencer", "published log", "signed checkpoint"),
    "Proof: the seed hashes to the commitment, the cards follow, the record is a leaf",
    ("published log", "player", "anybody verifies: seeds, cards, payouts, the tree, and that each receipt is in it"),
)


def round_() -> Drawing:
    """Draw the messages of a round in the order of time."""
    return _messages("A round from the commitment to the proof, message by message", _LANES, _STEPS)


def _messages(title: str, lanes: Sequence[str], steps: Sequence[_Step]) -> Drawing:
    """Draw messages between lanes in the order of time. A step that is a text is a heading."""
    tall = {True: 44, False: 34}
    height = 64 + sum(tall[isinstance(step, str)] for step in steps) + 16
    drawing = Drawing(title, WIDTH, height)
    places = {lane: 90 + number * (WIDTH - 180) / (len(lanes) - 1) for number, lane in enumerate(lanes)}
    for lane, x in places.items():
        drawing.line((x, 48), (x, height - 12), "lane")
        drawing.parts.append(f'<rect class="box" x="{x - 66}" y="14" width="132" height="34" rx="6"/>')
        drawing.words(x, 36, lane, style="title", anchor="middle")
    y = 64.0
    for step in steps:
        y += tall[isinstance(step, str)]
        if isinstance(step, str):
            drawing.band(y - 32, 26, step)
            continue
        start, end = places[step[0]], places[step[1]]
        if start == end:
            drawing.words(start + 12, y - 10, step[2], style="soft")
            drawing.parts.append(f'<circle class="head" cx="{start}" cy="{y - 14}" r="4"/>')
            continue
        drawing.arrow((start, y - 6), (end, y - 6))
        drawing.words((start + end) / 2, y - 12, step[2], style="soft", anchor="middle")
    return drawing


# --- Life of a hand -----------------------------------------------------------------------------------------

_HAND_LANES: Final = ("players", "web", "PostgreSQL", "croupier", "sequencer")
_HAND_STEPS: Final = (
    "Stakes: who bets knows no card, and no card can be known",
    ("croupier", "PostgreSQL", "commit: seed's hash"),
    ("players", "web", "stakes, hashes of r"),
    ("web", "PostgreSQL", "deal, one a player"),
    ("croupier", "PostgreSQL", "seats: the bets stand"),
    "Reveals: only when the bets are in the published log",
    ("sequencer", "PostgreSQL", "a checkpoint covers seats"),
    ("players", "web", "r, after a proof"),
    ("web", "PostgreSQL", "r, one a seat"),
    "Cards: seed and all r make the deck, and nobody could choose it",
    ("croupier", "PostgreSQL", "open, hand: seals"),
    ("web", "players", "own cards, own key"),
    ("players", "web", "decisions, any order"),
    ("web", "PostgreSQL", "act, one a player"),
    "End: the clock decides for the silent, each chain settles its own stake",
    ("croupier", "PostgreSQL", "hand_end: cards, seed"),
    ("croupier", "PostgreSQL", "settle, one a player"),
    ("sequencer", "players", "the published log: everybody deals the hand again, from seed, values and decisions"),
)


def hand() -> Drawing:
    """Draw the messages of a hand at a table in the order of time."""
    return _messages("A hand at a table, from the stakes to the proof, message by message", _HAND_LANES, _HAND_STEPS)


# --- Life of a record ---------------------------------------------------------------------------------------

_STATIONS: Final = (
    ("1. decision", "core", ["core/ decides from rows", "and a seed; nothing", "has happened yet"]),
    ("2. record", "core", ["the decision as canonical", "JSON, linked to the one", "before, signed"]),
    ("3. statement", "store", ["one statement writes", "record, money, round:", "whole or not at all"]),
    ("4. receipt", "box", ["the signed record in the", "answer: a promise that", "it will be in the log"]),
    ("5. queue", "store", ["the record's hash waits", "for the sequencer's", "next turn"]),
    ("6. leaf", "store", ["the next index; queue", "and tree change in one", "transaction"]),
    ("7. checkpoint", "core", ["size and root of the", "tree, signed, stored,", "then published"]),
    ("8. proof", "box", ["the verifier recomputes", "the root; each of your", "receipts must be in it"]),
)


def record() -> Drawing:
    """Draw the stations of a record, from a decision to a proof."""
    drawing = Drawing("The life of a record, from a decision to a proof", WIDTH, 306)
    width, height, gap, left = 190.0, 96.0, 26.0, 21.0
    for number, (title, kind, lines) in enumerate(_STATIONS):
        x, y = left + number % 4 * (width + gap), 42 + number // 4 * (height + 36.0)
        drawing.box(x, y, width, height, title, lines, kind)
        if number % 4 != 3:  # noqa: PLR2004  the last of a row
            drawing.arrow((x + width, y + height / 2), (x + width + gap, y + height / 2))
    third = left + 2 * (width + gap) + width / 2
    drawing.arrow((third, 42 + height), (third, 156), (left + width / 2, 156), (left + width / 2, 42 + height + 36))
    drawing.words(left, 28, "in one request, a few milliseconds", style="soft")
    drawing.words(left, 296, "in the sequencer, half a second later", style="soft")
    return drawing


if __name__ == "__main__":
    main()
