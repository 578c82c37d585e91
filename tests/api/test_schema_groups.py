"""The interface's description lists every path under who uses it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
import yaml

from reddog_platform.schema_groups import group_paths

SCHEMA: Final = yaml.safe_load((Path(__file__).resolve().parents[2] / "openapi.yaml").read_text(encoding="utf-8"))
GROUPS: Final = [tag["name"] for tag in SCHEMA["tags"]]
TAGS: Final = {
    f"{method} {path}": operation["tags"]
    for path, methods in SCHEMA["paths"].items()
    for method, operation in methods.items()
}


def test_every_operation_is_in_one_group_and_no_group_is_empty() -> None:
    assert {name: tags for name, tags in TAGS.items() if len(tags) != 1} == {}
    assert {tag for (tag,) in TAGS.values()} == set(GROUPS)


def test_what_the_staff_does_is_in_the_staffs_groups_and_nothing_else_is() -> None:
    of_staff = {name for name, (tag,) in TAGS.items() if tag.startswith("Staff: ")}

    assert of_staff == {name for name in TAGS if re.match(r"[a-z]+ /api/v1/ops/", name)}


@pytest.mark.parametrize(
    ("path", "group"),
    [
        ("/api/v1/sessions", "Players: account"),
        ("/api/v1/me/inbox", "Players: account"),
        ("/api/v1/me/session", "Players: limits and breaks"),
        ("/api/v1/me/stakes", "Players: play at tables"),
        ("/api/v1/rounds/{round_id}/actions", "Players: play alone"),
        ("/api/v1/withdrawals", "Players: money"),
        ("/api/v1/log/keys", "Everybody: proofs"),
        ("/api/v1/ops/factors/totp", "Staff: log in and accounts"),
        ("/api/v1/ops/players/{player_id}/notes", "Staff: players and cases"),
        ("/api/v1/ops/switches", "Staff: the house"),
        ("/api/v1/ops/reports/orders", "Staff: reports"),
    ],
)
def test_a_path_is_listed_where_its_user_looks(path: str, group: str) -> None:
    grouped = group_paths({"paths": {path: {"get": {}}}})

    assert grouped["paths"][path]["get"]["tags"] == [group]
    assert {tag for name, tags in TAGS.items() if name.endswith(f" {path}") for tag in tags} == {group}
