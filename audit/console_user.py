"""Who runs a command by hand, where nobody is asked for credentials."""

import os
import pwd


def console_user() -> str:
    """Return the name of the account that runs this process, `uid-10001` for one without a name, as in some containers.

    The system's own list names it. The variables of the environment say what somebody typed.
    """
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid-{os.getuid()}"


def console_actor() -> str:
    """Return how events name the account: `console:<name>`, which is nobody of the staff."""
    return f"console:{console_user()}"
