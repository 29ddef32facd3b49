"""Settings from the environment and `.env`; every problem is told at once."""

import os
from pathlib import Path
from typing import Literal

from pydantic import (
    AliasChoices,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.house.rules import HOUSE, House, painters
from storage import is_address

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["lines", "json"]


class BadSettings(Exception):
    """`problems` has one plain line for each setting that cannot be used."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Settings(BaseSettings):
    """What `python -m bot` needs. Names and meanings are in `.env.example`."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", extra="ignore", env_ignore_empty=True)

    token: SecretStr = Field(validation_alias=AliasChoices("DISCORD_TOKEN"))
    database: str = "umpire.db"
    shards: int = Field(1, ge=1, le=100_000)
    shards_each: int | None = Field(None, ge=1)
    guild: int | None = None
    log: LogLevel = "info"
    log_format: LogFormat = "lines"
    health_port: int | None = Field(None, ge=1, le=65_535)
    silence_days: int = Field(HOUSE.silence, ge=1)
    lobby_days: int = Field(HOUSE.lobby, ge=1)
    games_each: int = Field(HOUSE.games, ge=1)
    painters: int | None = Field(None, ge=1, le=64)

    @property
    def house(self) -> House:
        """What holds for all games."""
        many = self.painters or painters(processors())
        return House(self.silence_days, self.lobby_days, self.games_each, painters=many)

    @field_validator("token")
    @classmethod
    def _looks_like_a_token(cls, value: SecretStr) -> SecretStr:
        parts = value.get_secret_value().strip().split(".")
        if len(parts) != 3 or not all(part and part.isascii() for part in parts):
            raise ValueError("is not a bot token (three parts with dots between them)")
        return SecretStr(value.get_secret_value().strip())

    @field_validator("shards_each")
    @classmethod
    def _has_a_server(cls, value: int | None, others: ValidationInfo) -> int | None:
        parted = value is not None and value < others.data.get("shards", 1)
        if parted and not is_address(others.data.get("database", "")):
            raise ValueError("parts the shards between processes: UMPIRE_DATABASE must be "
                             "PostgreSQL's then")  # fmt: skip
        return value

    @field_validator("database")
    @classmethod
    def _has_a_folder(cls, value: str) -> str:
        if not is_address(value) and not Path(value).parent.is_dir():
            raise ValueError(f"is in a folder that does not exist: {Path(value).parent}")
        return value


def processors(groups: Path = Path("/sys/fs/cgroup")) -> int:
    """How many this process may use: a container may have a part of the machine's alone."""
    many = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        many = len(os.sched_getaffinity(0))
    try:
        own = Path("/proc/self/cgroup").read_text("utf-8").rpartition("0::/")[2].strip()
    except OSError:
        return many
    for folder in (groups / own, *(groups / own).parents):
        if folder.is_relative_to(groups) and (limit := _limit(folder / "cpu.max")):
            many = min(many, limit)
    return max(1, many)


def _limit(file: Path) -> int | None:
    """Processors by a group's share of time, of which a part counts as one; None: no limit."""
    try:
        share, period = file.read_text("utf-8").split()
        return -(-int(share) // int(period))
    except (OSError, ValueError, ZeroDivisionError):  # there is none, or "max"
        return None


def load(env_file: Path | None = Path(".env")) -> Settings:
    """The settings; raises BadSettings with all problems at once."""
    try:
        return Settings(_env_file=env_file)  # type: ignore[call-arg]
    except ValidationError as error:
        raise BadSettings([_in_words(problem) for problem in error.errors()]) from None
    except UnicodeDecodeError:
        raise BadSettings([f"{env_file} is not a text file in UTF-8"]) from None


def _in_words(problem: object) -> str:
    """One line for one of pydantic's error records; it never repeats a value (tokens)."""
    assert isinstance(problem, dict)
    name = str(problem["loc"][0])
    name = name if name.isupper() else f"UMPIRE_{name.upper()}"
    if problem["type"] == "missing":
        return f"{name} is missing: put it into .env (see .env.example) or the environment"
    return f"{name} {str(problem['msg']).removeprefix('Value error, ')}"
