"""An installation as docs/production.md describes it without containers, in a folder of a test's own."""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from reddog_platform import stack
from tests.journeys.running import Running, until
from tests.production.units import Confined, Unit, confined
from tests.project_copy import PROJECT, code_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

POSTGRESQL: Final = Path("/usr/lib/postgresql/15/bin")
PROGRAMS: Final = ("nginx", "redis-server", "openssl", "unshare", "setpriv")
PROCESSES: Final = ("sequencer", "croupier", "web", "stream", "worker", "batch", "beat", "metrics")

# Most accounts need no name. The first is that of the images too.
PLATFORM: Final = 10_001
REDIS: Final = 10_003
PROXY: Final = 10_004

# PostgreSQL wants its account to have a name; Debian's package makes one.
DATABASE: Final = next((entry.pw_uid for entry in pwd.getpwall() if entry.pw_name == "postgres"), 10_002)

_FIRST_PORT: Final = 19_100
_NOT_INSTALLED: Final = ("node_modules", "tests", "benchmarks", "docs", "keys", "secrets", "tls")


@dataclass
class Installation:
    """Servers, folders and processes; all of it ends and goes away with the context."""

    place: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="reddog-production-", dir="/var/tmp")))
    database_port: int = 0
    redis_port: int = 0
    web_port: int = 0
    stream_port: int = 0
    http_port: int = 0
    https_port: int = 0
    metrics_port: int = 0
    running: dict[str, Running] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        self._stack.callback(shutil.rmtree, self.place, ignore_errors=True)
        with contextlib.ExitStack() as undo:
            undo.callback(self._stack.close)
            self.place.chmod(0o755)
            self._take_ports()
            self._copy_tree()
            self._start_postgresql()
            undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def tree(self) -> Path:
        return self.place / "opt" / "reddog"

    @property
    def etc(self) -> Path:
        return self.place / "etc" / "reddog"

    @property
    def state(self) -> Path:
        return self.place / "var" / "lib" / "reddog"

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https_port}"

    @property
    def renamed(self) -> dict[str, str]:
        """Return where the folders and addresses of the documents are here. Longer names come first."""
        return {
            "/opt/reddog-venv": str(Path(sys.prefix).resolve()),
            "/opt/reddog": str(self.tree),
            "/etc/reddog": str(self.etc),
            "/var/lib/reddog": str(self.state),
            "/run/reddog-metrics": str(self.place / "run" / "reddog-metrics"),
            "127.0.0.1:9464": f"127.0.0.1:{self.metrics_port}",
            "--port 8000": f"--port {self.web_port}",
            "--port 8001": f"--port {self.stream_port}",
        }

    def follow_the_page(self) -> str:
        """Run the commands of docs/production.md that install, and return what they said."""
        (block,) = code_blocks((PROJECT / "docs" / "production.md").read_text(), "bash")
        words = {
            **{documented: place for documented, place in self.renamed.items() if documented.startswith("/")},
            "127.0.0.1:5432": f"127.0.0.1:{self.database_port}",
            "127.0.0.1:6379": f"127.0.0.1:{self.redis_port}",
            "$(id -u reddog)": str(PLATFORM),
            "$(id -u postgres)": str(DATABASE),
            "$(id -u redis)": str(REDIS),
            "-o reddog -g reddog": f"-o {PLATFORM} -g {PLATFORM}",
            "runuser -u postgres --": f"setpriv --reuid={DATABASE} --regid={DATABASE} --clear-groups",
        }
        for documented, place in words.items():
            block = block.replace(documented, place)
        # Where the page has somebody change every value, the test does.
        block = re.sub(r"^cp deploy/env.example.*$", self._write_environment(), block, flags=re.MULTILINE)
        return self.as_root(block)

    def approve_release(self) -> None:
        """Sign what is installed, as whoever has the release key does on another machine."""
        text = self.place / "release.txt"
        text.write_text(self.console("release_manifest"))
        signed = self._sign_release(str(text), "--key", str(self.place / "release.key"))
        (self.etc / "release.manifest").write_text(signed)

    def _draw_release_key(self) -> str:
        return self._sign_release("--key", str(self.place / "release.key"), "--draw", "example.com/release").strip()

    def _sign_release(self, *words: str) -> str:
        command = [sys.executable, str(PROJECT / "manage.py"), "sign_release", *words]
        return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout

    def console(self, *words: str, check: bool = True) -> str:
        """Run a command of manage.py by hand, as the page says."""
        return self.as_root(f"deploy/console {' '.join(words)}", check=check)

    def as_root(self, script: str, *, check: bool = True) -> str:
        """Run a script of the page's commands in the installed tree, which root cannot write to either."""
        environment = {
            "PATH": f"{POSTGRESQL}:/usr/sbin:/usr/bin:/sbin:/bin",
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.database_port),
            "REDDOG_ETC": str(self.etc),
            "REDDOG_VENV": str(Path(sys.prefix).resolve()),
            "REDDOG_UID": str(PLATFORM),
            "REDDOG_LOG_DIR": str(self.state / "log"),
        }
        writable = [str(self.place / name) for name in ("etc", "var", "export")]
        command = ["env", "--chdir", str(self.tree), "sh", "-eu", "-c", script]
        done = subprocess.run(
            confined(command, uid=0, writable=writable), env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 or not check, f"{script}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def start(self, name: str) -> Running:
        """Start a unit."""
        unit = Unit.read(name, renamed=self.renamed)
        credentials = self.place / "run" / "credentials" / f"reddog-{name}"
        unit.credentials(credentials, uid=PLATFORM)
        for folder in unit.writable():
            Path(folder).mkdir(mode=0o700, exist_ok=True)
            os.chown(folder, PLATFORM, PLATFORM)
        return self._run(
            name,
            Confined(
                unit.command(),
                uid=PLATFORM,
                writable=unit.writable(),
                environment=unit.environment(credentials),
                folder=self.tree,
                log=self.place / f"{name}.log",
            ),
        )

    def start_redis(self) -> None:
        """Start Debian's Redis with the accounts that deploy/make-secrets drew."""
        data = self._own_folder("redis", REDIS)
        users = str(self.etc / "secrets" / "redis_users.acl")
        options = ["--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", "", "--dir", str(data)]
        self._serve("redis", ["redis-server", *options, "--aclfile", users], uid=REDIS, writable=data)

    def start_proxy(self) -> None:
        """Start nginx on the configuration that we ship, with a certificate of its own making."""
        tls, data = self._own_folder("tls", PROXY), self._own_folder("proxy", PROXY)
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
                *("-keyout", str(tls / "privkey.pem"), "-out", str(tls / "fullchain.pem"), "-days", "2"),
                *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            ],
            check=True,
            capture_output=True,
        )
        os.chown(tls / "privkey.pem", PROXY, PROXY)
        text = (self.tree / "deploy" / "nginx" / "nginx.conf").read_text()
        for documented, place in {
            "/etc/nginx/tls": str(tls),
            "/dev/stdout": str(data / "access.log"),
            "server web:8000": f"server 127.0.0.1:{self.web_port}",
            "server stream:8001": f"server 127.0.0.1:{self.stream_port}",
            "listen 8080": f"listen {self.http_port}",
            "listen 8443": f"listen {self.https_port}",
            "https://$host$request_uri": f"https://$host:{self.https_port}$request_uri",
        }.items():
            assert documented in text
            text = text.replace(documented, place)
        (self.place / "nginx.conf").write_text(text)
        command = ["nginx", "-e", "stderr", "-c", str(self.place / "nginx.conf"), "-g", "daemon off;"]
        self._serve("proxy", command, uid=PROXY, writable=data)

    def ends_of_logs(self) -> str:
        """Return the last lines of what each program said."""
        ends = {log.name: log.read_text(errors="replace")[-2_000:] for log in sorted(self.place.glob("*.log"))}
        return "\n".join(f"--- {name}\n{end}" for name, end in ends.items())

    def _take_ports(self) -> None:
        # Each search begins after the port found before: none is open yet.
        wanted = _FIRST_PORT
        for name in (
            "database_port",
            "redis_port",
            "web_port",
            "stream_port",
            "http_port",
            "https_port",
            "metrics_port",
        ):
            wanted = stack.free_port(wanted + 1)
            setattr(self, name, wanted)

    def _copy_tree(self) -> None:
        # With what is compiled here, so that little is left to compile.
        shutil.copytree(PROJECT, self.tree, ignore=shutil.ignore_patterns(".*", *_NOT_INSTALLED))
        self._compile_tree()
        for folder in (self.place / "etc", self.place / "var" / "lib", self.place / "run"):
            folder.mkdir(parents=True)
        export = self.place / "export"
        export.mkdir(mode=0o700)
        os.chown(export, PLATFORM, PLATFORM)

    def _compile_tree(self) -> None:
        page = (PROJECT / "docs" / "production.md").read_text()
        (line,) = re.findall(r"^\S+ -m compileall .*$", page, re.MULTILINE)
        for documented, place in self.renamed.items():
            line = line.replace(documented, place)
        subprocess.run(shlex.split(line), check=True)

    def _start_postgresql(self) -> None:
        data = self._own_folder("postgresql", DATABASE)
        account = ("setpriv", f"--reuid={DATABASE}", f"--regid={DATABASE}", "--clear-groups")
        made = (str(POSTGRESQL / "initdb"), "-D", str(data / "data"), "-U", "postgres", "-E", "UTF8", "--locale=C")
        subprocess.run([*account, *made, "--auth=trust"], check=True, capture_output=True, cwd=data)
        # The superuser comes from this machine without a password, as Debian's over its socket; others need theirs.
        rules = "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        (data / "data" / "pg_hba.conf").write_text(rules)
        options = ["-p", str(self.database_port), "-k", "", "-c", "listen_addresses=127.0.0.1"]
        self._serve(
            "postgresql",
            [str(POSTGRESQL / "postgres"), "-D", str(data / "data"), *options],
            uid=DATABASE,
            writable=data,
        )
        ready = [str(POSTGRESQL / "pg_isready"), "--quiet", "--host", "127.0.0.1", "--port", str(self.database_port)]
        until(lambda: subprocess.run(ready, check=False).returncode == 0)

    def _own_folder(self, name: str, uid: int) -> Path:
        folder = self.place / name
        folder.mkdir(mode=0o700)
        os.chown(folder, uid, uid)
        return folder

    def _serve(self, name: str, command: list[str], *, uid: int, writable: Path | None = None) -> None:
        program = Confined(
            command,
            uid=uid,
            writable=[] if writable is None else [str(writable)],
            environment={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"},
            folder=self.place,
            log=self.place / f"{name}.log",
        )
        self._run(name, program)

    def _run(self, name: str, program: Running) -> Running:
        self.running[name] = self._stack.enter_context(program)
        return program

    def _write_environment(self) -> str:
        example = (PROJECT / "deploy" / "env.example").read_text()
        values: Mapping[str, str] = {
            "play.example.com/log": "test.example/log",
            "https://play.example.com": self.url,
            "ALLOWED_HOSTS=play.example.com": "ALLOWED_HOSTS=localhost",
            "/etc/reddog": str(self.etc),
            "example.com/release+00000000+AAAA": self._draw_release_key(),
        }
        for documented, value in values.items():
            assert documented in example
            example = example.replace(documented, value)
        return f"cat > {self.etc}/environment << 'END'\n{example}END"
