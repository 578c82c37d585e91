"""The alerts and the board ask for nothing that the platform does not export, and the alerts do what they say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any, Final

import pytest
import yaml

from reddog_platform import exporter
from reddog_platform.embedded.home import CHECKOUT
from telemetry import metrics
from tests import world

PROMETHEUS: Final = CHECKOUT / "deploy" / "prometheus"
BOARD: Final = CHECKOUT / "deploy" / "grafana" / "reddog.json"
ALERTS: Final[list[dict[str, Any]]] = yaml.safe_load((PROMETHEUS / "alerts.yml").read_text())["groups"][0]["rules"]
_NAME: Final = re.compile(r"\breddog_[a-z_]+")
_SUFFIX: Final = re.compile(r"_(total|bucket|count|sum|info)$")


def exported() -> set[str]:
    """Return the names of all metrics, without the endings that their kinds have."""
    readings = exporter.Readings()
    readings.read()
    families = [*readings.collect(), *(family for metric in metrics._ALL for family in metric.collect())]
    return {family.name for family in families}


def asked_for(text: str) -> set[str]:
    return {_SUFFIX.sub("", name) for name in _NAME.findall(text)}


@pytest.mark.django_db
def test_every_metric_of_alerts_board_and_page_is_exported_and_the_page_has_all() -> None:
    world.open_house()
    world.run_sequencer()
    names = exported()
    board = json.loads(BOARD.read_text())
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]

    assert asked_for(" ".join(rule["expr"] for rule in ALERTS)) <= names
    assert asked_for(" ".join(expressions)) <= names
    page = (CHECKOUT / "docs" / "metrics.md").read_text()
    assert asked_for(page) == names


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: str(rule["alert"]))
def test_an_alert_says_how_bad_it_is_and_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in {"critical", "warning"}
    assert rule["annotations"]["summary"].endswith(".")
    assert (CHECKOUT / rule["annotations"]["runbook"]).is_file()
    assert rule["alert"] in (PROMETHEUS / "alerts_test.yml").read_text()
    page = (CHECKOUT / rule["annotations"]["runbook"]).read_text()
    assert rule["alert"] in page, "the runbook names the alerts that lead to it"


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed (Debian: prometheus)")
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "rules", "alerts.yml"),
        ("check", "config", "prometheus.yml"),
        ("test", "rules", "alerts_test.yml"),
    ],
    ids=" ".join,
)
def test_prometheus_itself_agrees(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(["promtool", *arguments], cwd=PROMETHEUS, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
