"""manage.py release_manifest: what this installation consists of, as the text that the release key signs."""

from django.core.management.base import BaseCommand

from audit.core.release_manifest import write
from audit.release import found_lines, this_installation


class Command(BaseCommand):
    """Run it where the code, the packages and the settings of the processes are; then sign what it prints elsewhere."""

    help = "Print the manifest of this installation, unsigned (docs/formats/release.md)."
    # A manifest is made before there are keys or tables.
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        lines, departures = found_lines(this_installation())
        for departure in departures:
            self.stderr.write(f"not as it was installed: {departure}")
        self.stdout.write(write(lines), ending="")
