"""Builds the wheel of the auditor's program from its folder, with the standard library alone (PEP 517, PEP 427).

The wheel has the modules, the console script and the man page. Two builds of the same files are the same bytes.
"""

import base64
import hashlib
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).resolve().parent.parent
_PACKAGE: Final = "verifier"
_MAN_PAGE: Final = "reddog-verifier.1"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip file can say."""


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    """Return what must be installed to build: nothing."""
    del config_settings
    return []


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Write the wheel into a folder, and return its name."""
    del config_settings, metadata_directory
    project = tomllib.loads((_FOLDER / "pyproject.toml").read_text())["project"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    name, record = f"{stem}-py3-none-any.whl", f"{stem}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in _contents(project, stem):
            wheel.writestr(_entry(path), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{path},sha256={digest},{len(content)}\n")
        wheel.writestr(_entry(record), "".join([*lines, f"{record},,\n"]))
    return name


def _contents(project: Mapping[str, Any], stem: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(_FOLDER.rglob("*.py")):
        place = file.relative_to(_FOLDER)
        if place.parts[0] != "packaging":
            yield f"{_PACKAGE}/{place.as_posix()}", file.read_bytes()
    yield f"{stem}.data/data/share/man/man1/{_MAN_PAGE}", (_FOLDER / "packaging" / _MAN_PAGE).read_bytes()
    yield f"{stem}.dist-info/METADATA", _metadata(project).encode()
    yield (
        f"{stem}.dist-info/WHEEL",
        b"Wheel-Version: 1.0\nGenerator: wheel_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    )
    scripts = "".join(f"{name} = {place}\n" for name, place in project["scripts"].items())
    yield f"{stem}.dist-info/entry_points.txt", f"[console_scripts]\n{scripts}".encode()


def _metadata(project: Mapping[str, Any]) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {needed}" for needed in project["dependencies"]),
    ]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {each}; extra == "{extra}"' for each in needed]
    return "\n".join(lines) + "\n"


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, date_time=_EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
