"""The production site as its systemd units run it: their own commands on a throwaway PostgreSQL and a private Valkey.

The code is copied to a folder that stands for /opt/qpg. It needs PostgreSQL's programs and an environment made from
requirements-prod.lock: this one where psycopg is installed, else the one in the folder `QPG_UNITS_VENV`.
"""

from __future__ import annotations

import getpass
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self

from tests.support.stack import ROOT, free_port, wait_for
from tests.support.valkey import Valkey

DEPLOY = ROOT / "deploy"
UNITS = ("qpg-web@", "qpg-clocks", "qpg-bots", "qpg-beat")
HOME, STATE = "/opt/qpg", "/var/lib/qpg"  # where the units say the code and its data are


def service(name: str) -> dict[str, str]:
    """Return the settings of the unit `name` (without `.service`), lines put together; the last of a name counts."""
    text = (DEPLOY / f"{name}.service").read_text().replace("\\\n", " ")
    lines = [line.partition("=") for line in text.splitlines() if "=" in line and not line.startswith("#")]
    return {key.strip(): value.strip() for key, _, value in lines}


def exec_start(name: str, instance: str = "") -> list[str]:
    """Return the command of a unit as systemd would run it; `instance` stands for `%i`."""
    line = service(name)["ExecStart"].replace("%%", "\0").replace("%i", instance).replace("\0", "%")
    return shlex.split(line)


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest of several, or nothing."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda path: int(path.parent.name), default=None)


def environment_folder() -> Path | None:
    """Return the virtual environment the units can run in, or nothing."""
    if given := os.environ.get("QPG_UNITS_VENV"):
        return Path(given).resolve()
    return Path(sys.prefix) if importlib.util.find_spec("psycopg") else None


def missing() -> str:
    """Return in one line what this machine lacks to run the units, "" when it can."""
    if postgres_programs() is None:
        return "the units need PostgreSQL's programs (on Debian: sudo apt install postgresql)"
    if environment_folder() is None:
        return "the units need psycopg: set QPG_UNITS_VENV to an environment made from requirements-prod.lock"
    return ""


class Postgres:
    """A cluster of its own in a temporary folder, on a free port of the loopback, without durability."""

    def __init__(self) -> None:
        programs = postgres_programs()
        assert programs is not None
        self.programs = programs
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="qpg-postgres-"))
        self.url = f"postgres://qpg@127.0.0.1:{self.port}/qpg"
        # The server refuses to be run by root.
        self._user = ["runuser", "-u", "postgres", "--"] if getpass.getuser() == "root" else []
        if self._user:
            shutil.chown(self.folder, "postgres")

    def start(self) -> Self:
        """Make the cluster and the empty database."""
        self._run("initdb", "-D", self._data, "-U", "qpg", "-A", "trust", "-E", "UTF8", "--no-sync")
        flags = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder} -c fsync=off"
        self._run("pg_ctl", "-D", self._data, "-o", flags, "-l", str(self.folder / "log"), "-w", "start")
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "qpg", "qpg")
        return self

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> str:
        command = [*self._user, str(self.programs / program), *arguments]
        # pg_ctl hands its output on to the server: a pipe would never end.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(command, cwd="/", stdout=output, stderr=output, timeout=60)
            output.seek(0)
            text = output.read()
        assert done.returncode == 0, text
        return text

    def query(self, sql: str) -> list[list[str]]:
        """Run SQL beside the site; returns the rows as text."""
        shown = self._run("psql", "-X", "-q", "-At", "-F", "\t", "-c", sql, self.url)
        return [line.split("\t") for line in shown.splitlines()]

    def stop(self) -> None:
        """End the server and remove its folder."""
        try:
            self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


class Units:
    """The site of `deploy/*.service`: one process per unit, no restarts. `home` and `state` stand for the real folders.

    `source` is the project to run, for instance an older version; `start` migrates and starts everything.
    """

    def __init__(self, folder: Path, source: Path = ROOT, **env: str) -> None:
        venv = environment_folder()
        assert venv is not None, missing()
        self.home, self.state, self.logs = folder / "opt", folder / "state", folder / "logs"
        self.port = free_port()
        self.postgres, self.valkey = Postgres(), Valkey()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._extra = env
        self._copy(source, venv)

    def _copy(self, source: Path, venv: Path) -> None:
        self.logs.mkdir(parents=True)
        self.state.mkdir(mode=int(service("qpg-web@").get("StateDirectoryMode", "0755"), 8))
        left_out = shutil.ignore_patterns(".*", "var", "staticfiles", "artifacts", "__pycache__")
        shutil.copytree(source, self.home, ignore=left_out)
        (self.home / ".venv").symlink_to(venv)

    @property
    def env(self) -> dict[str, str]:
        """The environment of the units: the example file with this site's addresses."""
        lines = [
            line.partition("=")
            for line in (DEPLOY / "qpg.env.example").read_text().splitlines()
            if "=" in line
        ]
        example = {key: value for key, _, value in lines if not key.startswith("#")}
        own = {
            "SECRET_KEY": "a key for the tests of the units, long enough for everybody",
            "QPG_HOSTS": "127.0.0.1",
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.valkey.url,
            "QPG_DATA": str(self.state),
        }
        assert own.keys() <= example.keys()
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **example, **own, **self._extra}

    def command(self, name: str) -> list[str]:
        """Return a unit's command with this site's folders."""
        return [word.replace(HOME, str(self.home)) for word in exec_start(name, str(self.port))]

    def start(self) -> Self:
        """Start the servers, prepare the database and the static files, start every unit, wait for the pages."""
        self.postgres.start()
        self.valkey.start()
        self.manage("migrate", "--noinput", "-v", "0", QPG_DB_TIMEOUT_MS="0")
        self.manage("collectstatic", "--noinput", "-v", "0")
        for name in UNITS:
            self.start_unit(name)
        wait_for(self.is_healthy, 40, f"the pages answer\n{self.log('qpg-web@')}")
        return self

    def start_unit(self, name: str) -> None:
        """Start one unit's command, its group of processes and its file mask its own, as systemd does."""
        with (self.logs / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.command(name),
                cwd=self.home,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                umask=int(service(name).get("UMask", "0022"), 8),
            )

    def stop_unit(self, name: str, number: int) -> None:
        """End one unit and what it started: `number` is the signal."""
        process = self.processes.pop(name)
        os.killpg(process.pid, number)
        process.wait(20)

    def manage(self, *arguments: str, **env: str) -> str:
        """Run manage.py of this site; returns what it printed."""
        return self.python("manage.py", *arguments, **env)

    def python(self, *arguments: str, **env: str) -> str:
        """Run this site's Python in its folder and environment; returns what it printed."""
        done = subprocess.run(
            [str(self.home / ".venv/bin/python"), *arguments],
            cwd=self.home,
            env=self.env | env,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def seed(self, **wanted: Any) -> dict[str, Any]:
        """Put tables into its database; see `tests.faults.seed`."""
        shown = self.python(
            "-m", "tests.faults.seed", json.dumps(wanted), DJANGO_SETTINGS_MODULE="mahjong_site.settings"
        )
        made: dict[str, Any] = json.loads(shown.splitlines()[-1])
        return made

    def is_healthy(self) -> bool:
        """Return whether the web process answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def wait_row(self, sql: str, seconds: float, what: str) -> list[list[str]]:
        """Wait until a query finds something; returns its rows."""
        rows: list[list[str]] = wait_for(lambda: self.postgres.query(sql), seconds, what)
        return rows

    def log(self, name: str) -> str:
        """Return what a unit has printed."""
        path = self.logs / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def stop(self) -> None:
        """End everything, however far it came."""
        for process in self.processes.values():
            process.terminate()
        end = time.monotonic() + 15
        for name, process in list(self.processes.items()):
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.stop_unit(name, 9)
        self.processes.clear()
        self.valkey.kill()
        self.postgres.stop()
