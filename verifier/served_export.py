"""An export behind an address, read file by file: for a command that needs few of them.

Who needs them all copies them first (`verifier.log_copy`).
"""

from dataclasses import dataclass

from verifier import canonical
from verifier.export import Export
from verifier.server import Server
from verifier.verdict import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedExport(Export):
    """An export or a published log behind an address, its files under the paths that they have in a folder."""

    server: Server

    def read(self, name: str, *, bytes_max: int) -> bytes | None:
        """Read a file, at most one byte more than `bytes_max`; return None if the server has none.

        Raises:
            OSError: the server cannot be asked.
        """
        content = self.server.get(name, bytes_max=bytes_max)
        if content is None and name == "trust.json":
            return self._trust(bytes_max)
        return content

    def _trust(self, bytes_max: int) -> bytes | None:
        """Read the keys where the platform serves them: in a layout of its own, of which an export has one alone."""
        served = self.server.get("trust", bytes_max=bytes_max)
        try:
            return None if served is None else f"{canonical.encode(canonical.parse(served.decode()))}\n".encode()
        except (Fault, UnicodeDecodeError):
            return served
