"""The players' client stands on its own: installed by pip, it knows nothing of what it checks."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "clients/python"

_IMPORTS_ALL = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import reddog_client
for module in pkgutil.iter_modules(reddog_client.__path__):
    if module.name != "__main__":
        importlib.import_module(f"reddog_client.{module.name}")
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_the_whole_package_is_imported_without_any_of_ours(tmp_path: Path) -> None:
    ours = {path.parent.name for path in PROJECT.glob("*/__init__.py")}
    assert {"verifier", "kernel", "audit"} <= ours

    printed = subprocess.run(
        [sys.executable, "-I", "-c", _IMPORTS_ALL, str(PACKAGE)],
        check=True, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip

    assert not ours & set(json.loads(printed.stdout))


def test_its_dependencies_are_two_that_the_platform_pins() -> None:
    described = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    names = {dependency.split(">")[0] for dependency in described["dependencies"]}
    pinned = {line.split("==")[0] for name in ("requirements.txt", "requirements-demo.txt", "requirements-reports.txt")
              for line in (PROJECT / name).read_text().splitlines() if "==" in line}  # fmt: skip

    assert names == {"cryptography", "httpx"}
    assert names <= pinned


def test_pip_installs_it_from_its_folder(tmp_path: Path) -> None:
    """Built with the flit_core that requirements-dev.txt pins, because a test asks no index."""
    copied = tmp_path / "source"
    subprocess.run(["cp", "-r", str(PACKAGE), str(copied)], check=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--target", str(tmp_path / "site"), str(copied)], check=True, capture_output=True)

    helped = subprocess.run(
        [sys.executable, "-m", "reddog_client", "--help"],
        check=True, capture_output=True, text=True, cwd=tmp_path / "site",
    )  # fmt: skip

    assert "enrol" in helped.stdout
    assert (tmp_path / "site/reddog_client/py.typed").exists()
