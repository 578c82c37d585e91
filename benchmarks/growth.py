"""Whether anything slows down with history: `benchmarks/growth.py`.

Measures how long a player with 10^4 and with 10^6 rounds waits, and how long a new player of the same database does.
The rounds are copies of one that was really played, renumbered by the owner's role. Their signatures are invalid, but
nothing that is measured here checks signatures. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import http.client
import json
import secrets
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import installed
from reddog_platform.stack import HOST

if TYPE_CHECKING:
    import psycopg

_SIZES: Final = (10_000, 1_000_000)
_ROUNDS_AN_EPOCH: Final = 256
_RETRY_SECONDS: Final = 0.3


class Player:
    """A player's keep-alive connection."""

    def __init__(self, port: int, token: str) -> None:
        """Connect, and open an epoch as soon as its commitment is covered."""
        self._connection = http.client.HTTPConnection(HOST, port)
        self._headers = {
            "Authorization": f"Bearer {token}",
            "X-Forwarded-Proto": "https",
            "Content-Type": "application/json",
        }
        self._open_epoch()

    def ask(self, method: str, path: str, body: dict[str, object] | None = None) -> dict[str, Any]:
        """Send a request, and return the answer's document."""
        headers = {**self._headers, "Idempotency-Key": secrets.token_hex(16)}
        self._connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
        document: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return document

    def deal(self) -> dict[str, Any]:
        """Bet the minimum."""
        return self.ask("POST", "/games/red-dog-atlantic-city/rounds", {"stake": {"amount": 500, "currency": "USD"}})

    def finish(self, dealt: dict[str, Any]) -> dict[str, Any]:
        """Stand if the round is open; open the next epoch if the round was the last of its epoch."""
        settled = dealt
        if dealt["status"] == "open":
            settled = self.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": "stand"})
        if dealt["nonce"] == _ROUNDS_AN_EPOCH:
            self._open_epoch()
        return settled

    def decided_round(self) -> dict[str, Any]:
        """Play until a round has had a decision, and return it."""
        while True:
            dealt = self.deal()
            settled = self.finish(dealt)
            if dealt["status"] == "open":
                return settled

    def hang_up(self) -> None:
        """Close the connection before a long pause, in which the server would close it; the next request reconnects."""
        self._connection.close()

    def _open_epoch(self) -> None:
        while "commitment" not in self.ask("POST", "/epochs", {"client_seed": secrets.token_hex(32)}):
            time.sleep(_RETRY_SECONDS)


@dataclass(slots=True, kw_only=True)
class Subject:
    """A player who is measured, one of the player's rounds, and the seconds that each endpoint took."""

    player: Player
    round_id: str = ""
    spent: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def sample(self) -> None:
        """Ask each endpoint once."""
        self._ask("balance", "/wallet")
        self._ask("statement", "/wallet/statement")
        self._ask("history", "/rounds")
        self._ask("round", f"/rounds/{self.round_id}")
        began = time.perf_counter()
        dealt = self.player.deal()
        self.spent["deal"].append(time.perf_counter() - began)
        self.player.finish(dealt)

    def medians(self) -> dict[str, float]:
        """Return the median of each endpoint in milliseconds, and forget the samples."""
        medians = {f"{name}_ms": round(1000 * statistics.median(times), 2) for name, times in self.spent.items()}
        self.spent.clear()
        return medians

    def _ask(self, name: str, path: str) -> None:
        began = time.perf_counter()
        self.player.ask("GET", path)
        self.spent[name].append(time.perf_counter() - began)


def grow(session: psycopg.Connection[Any], round_id: str, *, rounds: range) -> None:
    """Give the player copies of a decided round, one for each number in `rounds`, as epochs 2 and following.

    Epochs 0 and 1 are the player's own; the chain then goes on after the last copy.
    """
    chain, epoch, nonce = round_id.split("-")
    session.execute(
        "CREATE TEMP TABLE template AS SELECT *, %(first)s::int AS first, %(after)s::int AS after FROM games_round"
        " WHERE chain = %(chain)s::uuid AND epoch = %(epoch)s AND nonce = %(nonce)s",
        {"first": rounds.start, "after": rounds.stop, "chain": chain, "epoch": epoch, "nonce": nonce},
    )
    session.execute(
        "CREATE TEMP TABLE copy AS SELECT t.chain, c.seq + 1 + 2 * (n - t.first) AS deal_seq,"
        f" 2 + n / {_ROUNDS_AN_EPOCH} AS epoch, 1 + n %% {_ROUNDS_AN_EPOCH} AS nonce"
        " FROM template t JOIN audit_chain c ON c.chain = t.chain, generate_series(t.first, t.after - 1) n",
        [],
    )
    for statement in _COPIES:
        session.execute(statement)
    session.execute("DROP TABLE template, copy")


# The text of an entry is canonical JSON, in which each of these members occurs once and in this form. Rows are stored in
# the order of time, like those that were really played.
_COPIES: Final[tuple[bytes, ...]] = (
    b"""INSERT INTO games_round (chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor, settle_seq,
          settled_ms, staked_minor, returned_minor, outcome)
        SELECT t.chain, c.epoch, c.nonce, t.game, t.rules_leaf, c.deal_seq, t.dealt_ms, t.stake_minor, c.deal_seq + 1,
          t.settled_ms, t.staked_minor, t.returned_minor, t.outcome
        FROM template t, copy c ORDER BY c.deal_seq""",
    b"""INSERT INTO audit_record (chain, seq, type, entry)
        SELECT r.chain, c.deal_seq + r.seq - t.deal_seq, r.type, regexp_replace(replace(replace(r.entry,
            '"epoch":' || t.epoch || ',', '"epoch":' || c.epoch || ','),
            '"nonce":' || t.nonce || ',', '"nonce":' || c.nonce || ','),
            '"seq":[0-9]+,', '"seq":' || c.deal_seq + r.seq - t.deal_seq || ',')
        FROM template t JOIN audit_record r ON r.chain = t.chain AND r.seq IN (t.deal_seq, t.settle_seq), copy c
        ORDER BY c.deal_seq, r.seq""",
    b"""INSERT INTO audit_leaf (index, chain, seq, leaf)
        SELECT 1000000000 + c.deal_seq + s, c.chain, c.deal_seq + s, sha256(int8send(c.deal_seq + s))
        FROM copy c, generate_series(0, 1) s ORDER BY c.deal_seq, s""",
    b"""INSERT INTO wallet_journal (chain, seq, kind, time_ms, cash_minor, in_play_minor, deposited_minor,
          staked_minor, returned_minor, reference, actor, key, request_digest)
        SELECT j.chain, c.deal_seq + j.seq - t.deal_seq, j.kind, j.time_ms, j.cash_minor, j.in_play_minor,
          j.deposited_minor, j.staked_minor, j.returned_minor,
          replace(j.chain::text, '-', '') || '-' || c.epoch || '-' || c.nonce, j.actor,
          gen_random_uuid()::text, j.request_digest
        FROM template t JOIN wallet_journal j ON j.chain = t.chain AND j.seq IN (t.deal_seq, t.settle_seq), copy c
        ORDER BY c.deal_seq, j.seq""",
    b"""INSERT INTO wallet_posting (chain, seq, line, source, target, amount_minor)
        SELECT p.chain, c.deal_seq + p.seq - t.deal_seq, p.line, p.source, p.target, p.amount_minor
        FROM template t JOIN wallet_posting p ON p.chain = t.chain AND p.seq IN (t.deal_seq, t.settle_seq), copy c
        ORDER BY c.deal_seq, p.seq, p.line""",
    b"""UPDATE audit_chain a SET seq = (SELECT max(deal_seq) + 1 FROM copy), version = a.version + 1
        FROM template t WHERE a.chain = t.chain""",
)


def main() -> None:
    """Measure at each size, and print the result."""
    parser = argparse.ArgumentParser(description="Medians at 10^4 and 10^6 rounds of one player.")
    parser.add_argument("--samples", type=int, default=200, help="of each endpoint")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(_SIZES), help="rounds, rising")
    options = parser.parse_args()
    result: dict[str, dict[str, dict[str, float]]] = {}
    with installed() as installation:
        tokens = installation.players(2)
        with installation.serving() as serving, installation.as_owner() as session:
            old, new = (Subject(player=Player(serving.port, token)) for token in tokens)
            grown = 0
            for size in options.sizes:
                for subject in (old, new):
                    subject.round_id = subject.player.decided_round()["id"]
                    subject.player.hang_up()
                grow(session, old.round_id, rounds=range(grown, size))
                # The server does this by itself sooner or later, but must not do it during a measurement.
                session.execute("VACUUM ANALYZE")
                grown = size
                # In turn, so that both run under the same conditions.
                for _ in range(options.samples):
                    old.sample()
                    new.sample()
                result[str(size)] = {"long_history": old.medians(), "new_player": new.medians()}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
