"""Where the cell that is served has its log, its keys and its files: below the places that the settings name.

A process's own places are the settings'. Those of another cell that it serves lie beside them (kernel/cell.py).
"""

from pathlib import Path

from django.conf import settings

from kernel.serving import own_cell, served_cell


def log_origin() -> str:
    """Return the first line of the log's checkpoints."""
    return _public(settings.REDDOG_LOG_ORIGIN)


def log_folder() -> Path:
    """Return the folder that the log is published in."""
    return Path(_public(str(settings.REDDOG_LOG_DIR)))


def report_store() -> str:
    """Return the object store of long report files; empty for none."""
    return _public(settings.REDDOG_REPORT_STORE)


def keys_folder() -> Path:
    """Return the folder that has the keys."""
    return Path(_private(str(settings.REDDOG_KEYS_DIR)))


def day_copies_folder() -> Path | None:
    """Return the folder of the columnar copies of gaming days; None for none."""
    folder = settings.REDDOG_DAY_COPIES_DIR
    return None if folder is None else Path(_private(str(folder)))


def _public(place: str) -> str:
    served, own = served_cell(), own_cell()
    return place if served == own else served.below(own.above(place))


def _private(folder: str) -> str:
    served, own = served_cell(), own_cell()
    return folder if served == own else served.within(own.outside(folder))
