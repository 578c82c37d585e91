"""The parts of the log that auditors alone read, and the keys that everybody reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from audit.keys import trust_document
from audit.models import Log
from audit.operations.export import export_log
from audit.operations.integrate import integrate, sign_newest
from audit.operations.list_events import list_events
from audit.operations.save_event import NewEvent, save_events
from audit.operations.write_system_record import write_system_record
from audit.queries.published_bundles import published_event_count
from tests import world
from tests.api.caller import Auditor, Caller, Player, now, problem
from verifier import proofs, trust
from verifier.tree import leaf_hash

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.clause("F12"), pytest.mark.django_db]


@pytest.fixture
def grown(tmp_path: Path) -> Path:
    """Have a published log, and its export."""
    world.open_house(now=now())
    return published(tmp_path)


def published(folder: Path) -> Path:
    world.run_sequencer(now=now())
    export_log(folder / "export")
    return folder / "export"


def files(export: Path, folder: str) -> list[str]:
    return sorted(path.relative_to(export).as_posix() for path in (export / folder).rglob("*") if path.is_file())


def test_an_auditor_gets_the_files_of_an_export(tmp_path: Path) -> None:
    world.open_house(now=now())
    for _ in range(300):
        write_system_record("checkpoints", {"after": 0, "sizes": []}, signed_by="log", now=now())
    save_events([NewEvent(kind="many-test", actor="platform")] * 300, now=now())
    grown = published(tmp_path)
    auditor = Auditor("eve")
    bundles, events = files(grown, "tile/entries"), files(grown, "events")
    assert len(bundles) > 1
    assert len(events) > 1

    for name in [*bundles, *events]:
        answer = auditor.get(f"/log/{name}")
        assert (answer.status_code, answer.content) == (200, (grown / name).read_bytes()), name
        assert answer.headers["Cache-Control"] == "no-store"
    narrower = auditor.get("/log/tile/entries/000.p/3")
    assert (grown / "tile/entries/000").read_bytes().startswith(narrower.content)


@pytest.mark.parametrize("folder", ["tile/entries", "events"])
def test_nobody_else_does(grown: Path, folder: str) -> None:
    (path,) = files(grown, folder)
    for caller in (Caller(), Player("bob")):
        assert caller.get(f"/log/{path}").status_code == 401


def test_nothing_is_served_beyond_the_published_checkpoint(grown: Path) -> None:
    size, count = Log.objects.get(id=1).published_size, published_event_count()
    world.fund(world.sign_up("carl", now=now()), 1, now=now())
    save_events([NewEvent(kind="later-test", actor="platform")], now=now())
    list_events(now=now(), at_once=True)
    integrate()
    sign_newest(now=now())
    assert grown.is_dir()

    auditor = Auditor("eve")
    for path, held in (("tile/entries", size), ("events", count)):
        first, rest = divmod(held, 256)
        assert auditor.get(f"/log/{path}/{first:03}.p/{rest}").status_code == 200
        problem(auditor.get(f"/log/{path}/{first:03}.p/{rest + 1}"), 404, "uncovered-bundle")
        problem(auditor.get(f"/log/{path}/x999/999"), 404, "uncovered-bundle")
        problem(auditor.get(f"/log/{path}/0"), 400, "malformed-tile")


def test_what_was_erased_is_not_in_an_events_file_any_more() -> None:
    world.open_house(now=now())
    ada = world.sign_up("ada", now=now())
    save_events([NewEvent(kind="limit-test", actor="operator:ann", subject=ada)], now=now())
    world.run_sequencer(now=now())
    auditor = Auditor("eve")

    def parts() -> list[Any]:
        content = auditor.get(f"/log/events/000.p/{published_event_count()}").content
        return [json.loads(line) for line in content.splitlines()]

    assert all("priv" in part for part in parts())
    save_events([NewEvent(kind="player-erased", actor="operator:ann", subject=ada)], now=now())
    assert [part["event"]["kind"] for part in parts() if "priv" not in part and part["event"]["subject"] == ada.hex]


def test_each_key_that_signs_records_comes_with_its_proof(grown: Path) -> None:
    trusted = trust.parse(json.dumps(dict(trust_document())).encode(), exact=False)
    answer = Caller().get("/log/keys")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, no-cache"
    lines = [json.loads(line) for line in answer.content.splitlines()]
    kinds = [json.loads(line["note"].partition("\n\n")[0]) for line in lines]
    assert [(record["type"], record["use"]) for record in kinds] == [("key", "records"), ("key", "checkpoints")]
    for line in lines:
        leaf = leaf_hash(line["note"].encode())
        found = proofs.parse(line["proof"].encode(), trust=trusted)
        assert isinstance(found, proofs.InclusionProof)
        proofs.require_included(leaf, found.index, found.path, size=found.checkpoint.size, root=found.checkpoint.root)
    assert (grown / "checkpoint").is_file()
