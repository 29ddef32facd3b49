"""The image, the unit and what goes into them; their steps are made here without a container."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.settings import Settings, load
from storage import is_address
from tests.bot.test_health import free_port

ROOT = Path(__file__).parents[2]
COMPOSED = {
    "compose.yaml": "- database:/var/lib/postgresql/data",
    "deploy/compose.one.yaml": "- games:/data",
}
"""What is composed, and the volume in which games are kept."""
NOBODY = 65_534

BUILT = "from setuptools import setup; setup()"

ORDINARY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
READS = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
"""An ordinary user, who may read a Python that stands in root's home, and write nothing."""

TRIED = """
import asyncio, os, sys, urllib.request
import bot.__main__ as process, engine, renderer
from bot.channel.pictures import Painting
from bot.client import Umpire

async def start(self, token):
    for game in engine.catalogue():
        view = engine.new_game(game, secret=b"image" * 8).view(None)
        picture = await self.desk.outbox.painter.paint(Painting(view, (), "crop"), 1)
        assert picture.png.startswith(b"\\x89PNG"), game
    def ask():
        port = os.environ["UMPIRE_HEALTH_PORT"]
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").status
    print("served", await asyncio.to_thread(ask), os.getuid(), process.__file__, flush=True)
    await self.close()

Umpire.start = start
sys.exit(process.main([]))
"""
"""What the image runs, with nobody at the other end of its line: a picture of each game is
painted by the process beside it, and its figures are read."""


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, an instruction at a time."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    found = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(name, " ".join(rest.split())) for name, _, rest in found]


def test_the_image_is_slim_runs_as_nobody_and_is_looked_after() -> None:
    steps = instructions()
    bases = [rest for name, rest in steps if name == "FROM"]
    assert len(bases) == 2 and all("-slim" in base for base in bases)
    last = dict(steps[[name for name, _ in steps].index("FROM", 1) :])
    assert int(last["USER"]) > 0
    assert "/healthz" in last["HEALTHCHECK"] and last["ENTRYPOINT"] == '["umpire"]'
    assert last["VOLUME"] == last["WORKDIR"] == "/data"


def test_what_the_files_set_are_settings() -> None:
    known = {f"UMPIRE_{name.upper()}" for name in Settings.model_fields}
    for name in ("Dockerfile", *COMPOSED, "deploy/umpire.service"):
        assert set(re.findall(r"UMPIRE_[A-Z_]+", (ROOT / name).read_text("utf-8"))) <= known


@pytest.mark.parametrize(("name", "kept"), COMPOSED.items())
def test_compose_gives_the_image_a_volume_and_nothing_else_to_write(name: str, kept: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for line in ("read_only: true", kept, "cap_drop: [ALL]", "stop_grace_period: 15s"):
        assert line in text


def test_what_is_composed_for_two_bots_is_one_bot_for_each_shard_on_postgres(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its settings are read as the bot reads them."""
    text = (ROOT / "compose.yaml").read_text("utf-8").replace("${POSTGRES_PASSWORD}", "secret")
    given = dict(re.findall(r"^ +(UMPIRE_[A-Z_]+): \"?([^\"\n]+)\"?$", text, re.MULTILINE))
    for name, value in {**given, "DISCORD_TOKEN": "MTIz.abc.def"}.items():
        monkeypatch.setenv(name, value)
    settings = load(tmp_path / "none")
    assert is_address(settings.database) and settings.shards_each == 1
    assert f"replicas: {settings.shards}" in text and "postgres:15" in text
    assert "condition: service_healthy" in text and "POSTGRES_PASSWORD:?" in text


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="looks with systemd-analyze")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "umpire.service").read_text("utf-8")
    path = tmp_path / "umpire.service"
    path.write_text(unit.replace("/opt/umpire/bin/umpire", sys.executable), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0 and "umpire.service" not in done.stderr, done.stderr


def let_in() -> list[str]:
    """What `.dockerignore` lets into the image."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines and "**/.env" in lines
    return [line[1:] for line in lines if line.startswith("!")]


def test_all_packages_and_nothing_private_go_into_the_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rooms = {name.partition(".")[0] for name in project["tool"]["setuptools"]["packages"]}
    assert set(let_in()) == rooms | {"pyproject.toml", project["project"]["readme"]}


@pytest.fixture
def image() -> Iterator[Path]:
    """`program`, built as the image builds it and written to by nobody, and `data` beside it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        source, program, data = folder / "source", folder / "program", folder / "data"
        source.mkdir()
        for one in let_in():
            if (ROOT / one).is_dir():
                away = shutil.ignore_patterns("__pycache__", "*.db", "*.db-*", ".env")
                shutil.copytree(ROOT / one, source / one, ignore=away)
            else:
                shutil.copy(ROOT / one, source)
        subprocess.run(
            [sys.executable, "-c", BUILT, "-q", "build_py", "--build-lib", str(program)],
            cwd=source,
            check=True,
            capture_output=True,
        )
        shutil.rmtree(source)
        data.mkdir(mode=0o700)
        subprocess.run(["chmod", "-R", "a=rX", str(program)], check=True)
        if os.geteuid() == 0:
            os.chown(data, NOBODY, NOBODY)
        yield folder
        subprocess.run(["chmod", "-R", "u+w", str(program)], check=True)


@pytest.mark.skipif(os.name != "posix", reason="is about users and their rights")
def test_the_image_works_for_an_ordinary_user_in_a_tree_that_is_only_read(image: Path) -> None:
    pytest.importorskip("setuptools", reason="builds the program as the image does")
    root = os.geteuid() == 0
    if root and not shutil.which("setpriv"):
        pytest.skip("root needs setpriv to be an ordinary user")
    program, data = image / "program", image / "data"
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(program),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": "/nonexistent",
        "DISCORD_TOKEN": "MTIz.abc.def",
        "UMPIRE_DATABASE": str(data / "umpire.db"),
        "UMPIRE_HEALTH_PORT": str(free_port()),
    }
    done = subprocess.run(
        [*(ORDINARY + READS if root else []), sys.executable, "-c", TRIED],
        cwd=data,
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    who = NOBODY if root else os.geteuid()
    assert done.stdout.split() == ["served", "200", str(who), str(program / "bot" / "__main__.py")]
    assert (data / "umpire.db").stat().st_uid == who
    assert not list(program.rglob("__pycache__"))
