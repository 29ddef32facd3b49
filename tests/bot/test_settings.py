"""Settings: every problem at once, one clear line each, and no traceback at the start."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.house.rules import House, painters
from bot.settings import BadSettings, Settings, load, processors

ROOT = Path(__file__).parents[2]
TOKEN = "MTIz.abc.def"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("UMPIRE_", "DISCORD_")):
            monkeypatch.delenv(name)


def env_file(folder: Path, text: str) -> Path:
    path = folder / ".env"
    path.write_text(text, "utf-8")
    return path


def test_a_file_with_a_token_is_enough(tmp_path: Path) -> None:
    settings = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n"))
    assert settings.token.get_secret_value() == TOKEN
    assert (settings.database, settings.guild, settings.log) == ("umpire.db", None, "info")


def test_the_rules_of_the_house_are_settings(tmp_path: Path) -> None:
    rules = "UMPIRE_SILENCE_DAYS=3\nUMPIRE_LOBBY_DAYS=2\nUMPIRE_GAMES_EACH=9\n"
    given = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n{rules}"))
    assert given.house == House(silence=3, lobby=2, games=9)
    assert load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n")).house == House(14, 14, 5)
    with pytest.raises(BadSettings, match="UMPIRE_GAMES_EACH"):
        load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\nUMPIRE_GAMES_EACH=0\n"))


def test_shards_are_parted_between_processes_on_a_server_alone(tmp_path: Path) -> None:
    plain = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n"))
    assert (plain.shards, plain.shards_each) == (1, None)
    parted = f"DISCORD_TOKEN={TOKEN}\nUMPIRE_SHARDS=4\nUMPIRE_SHARDS_EACH=2\n"
    with pytest.raises(BadSettings, match="UMPIRE_SHARDS_EACH parts the shards"):
        load(env_file(tmp_path, parted))
    given = load(env_file(tmp_path, f"{parted}UMPIRE_DATABASE=postgresql://db/umpire\n"))
    assert (given.shards, given.shards_each) == (4, 2)
    for one in ("UMPIRE_SHARDS=4", "UMPIRE_SHARDS=4\nUMPIRE_SHARDS_EACH=4"):
        assert load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n{one}\n")).shards == 4


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_GUILD", "42")
    assert load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\nUMPIRE_GUILD=7\n")).guild == 42


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    bad = "DISCORD_TOKEN=secret\nUMPIRE_LOG=loud\nUMPIRE_GUILD=x\nUMPIRE_DATABASE=/no/where/x.db\n"
    with pytest.raises(BadSettings) as caught:
        load(env_file(tmp_path, bad))
    problems = "\n".join(caught.value.problems)
    for name in ("DISCORD_TOKEN", "UMPIRE_LOG", "UMPIRE_GUILD", "UMPIRE_DATABASE"):
        assert name in problems
    assert "secret" not in problems


def test_the_example_documents_every_setting() -> None:
    """And no other, each with its default."""
    text = (ROOT / ".env.example").read_text("utf-8")
    found = dict(re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", text, re.MULTILINE))
    assert found.pop("DISCORD_TOKEN") == ""
    fields = {f"UMPIRE_{name.upper()}": field for name, field in Settings.model_fields.items()}
    del fields["UMPIRE_TOKEN"]
    assert found.keys() == fields.keys()
    for name, field in fields.items():
        if field.default is not None:  # else it is off, and the line has an example
            assert found[name] == str(field.default)


def test_a_log_and_a_port_for_health_are_settings(tmp_path: Path) -> None:
    plain = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n"))
    assert (plain.log_format, plain.health_port) == ("lines", None)
    chosen = "UMPIRE_LOG_FORMAT=json\nUMPIRE_HEALTH_PORT=9108\n"
    given = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n{chosen}"))
    assert (given.log_format, given.health_port) == ("json", 9108)
    bad = "UMPIRE_LOG_FORMAT=xml\nUMPIRE_HEALTH_PORT=70000\n"
    with pytest.raises(BadSettings) as caught:
        load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n{bad}"))
    assert len(caught.value.problems) == 2


@pytest.mark.skipif(not Path("/proc/self/cgroup").exists(), reason="groups are Linux's")
@pytest.mark.parametrize(
    ("limit", "many"),
    [("100000 100000", 1), ("250000 100000", 3), ("5000 100000", 1), ("max 100000", 8), ("?", 8)],
)
def test_a_container_has_the_processors_of_its_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, many: int
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)))
    assert processors(tmp_path) == 8
    (tmp_path / "cpu.max").write_text(f"{limit}\n")
    assert processors(tmp_path) == many


def test_painters_are_as_many_as_the_machine_has_room_for_or_as_was_said(tmp_path: Path) -> None:
    plain = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\n"))
    assert plain.house.painters == painters(processors())
    given = load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\nUMPIRE_PAINTERS=3\n"))
    assert given.house.painters == 3
    with pytest.raises(BadSettings, match="UMPIRE_PAINTERS"):
        load(env_file(tmp_path, f"DISCORD_TOKEN={TOKEN}\nUMPIRE_PAINTERS=0\n"))


def start(folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """`python -m bot` in an empty folder."""
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_no_usable_token_is_one_line_and_exit_code_2(tmp_path: Path, token: str) -> None:
    done = start(tmp_path, DISCORD_TOKEN=token)
    assert done.returncode == 2
    lines = done.stderr.strip().splitlines()
    assert lines[0] == "Umpire cannot start:"
    assert len(lines) == 2 and lines[1].strip().startswith("DISCORD_TOKEN ")
