"""Who runs a command by hand."""

import getpass
import os


def console_user() -> str:
    """Return the name of whoever runs this process, `uid-10001` for an account without a name, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid-{os.getuid()}"
