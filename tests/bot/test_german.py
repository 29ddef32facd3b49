"""German, to prove that the bot can speak another language: whole, the same values, and used."""

import re
import string
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot import catalogue
from bot.words import measure
from tests.bot.world import World, components, said

TERMS = {
    "practice opponent": "Übungsgegner",
    "channel": "Kan(a|ä)l",
    "seat": "Pl(a|ä)tz",
    "moderat": "[Mm]oder|Verwaltung",
    "note": "[Nn]oti",
    "draft": "Entw(u|ü)rf",
    "order(?!s? nothing)": "[Bb]ef(e|ie|ä)hl|[Zz]eile|Optionen|Reihe",
    "without a result": "ohne Ergebnis",
    "consent": "Einvernehmen|zustimm",
}
"""English word -> the one German word for it."""

SYNONYMS = r"\b(match(es)?|AI|tiles?|squares?|cancell?ed|withdrawn game|log ?in|users?|invalid)\b"
"""Words that the English texts have another word for: game, practice opponent, hex, closed,
person, not legal."""


def german() -> list[Message]:
    with (catalogue.LOCALE / "de.po").open("rb") as file:
        return [message for message in read_po(file, locale="de") if message.id]


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def values(text: str) -> set[tuple[str, str | None]]:
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name}


def test_every_text_is_there_in_german() -> None:
    """`python -m bot.catalogue` puts new texts into `locale/de.po`, where they are translated."""
    known = {message.id: message.string for message in german()}
    wanted = {message.id for message in catalogue.template() if message.id}
    assert known.keys() == wanted
    assert [id_ for id_, text in known.items() if not all(forms(text))] == []


def test_german_has_the_same_values_commands_and_forms() -> None:
    for message in german():
        english, texts = forms(message.id), forms(message.string)
        assert len(texts) == len(english), message.id
        named = values(english[-1])
        assert all(values(text) <= named for text in texts), message.id
        assert values(texts[-1]) == named, message.id
        for one, other in zip(english, texts, strict=True):
            assert commands(one) == commands(other), message.id


def commands(text: str) -> set[str]:
    return set(re.findall(r"`(/[^`{]*)`", text))


def test_people_are_addressed_in_one_way() -> None:
    """`du` to one, `ihr` to all: never the formal form."""
    formal = re.compile(
        r"\b(Ihnen|Ihre[mnrs]?|Ihr)\b|[Kk]önnen Sie|[Hh]aben Sie|[Bb]itte \w+en Sie"
    )
    assert formal.search("Bitte wählen Sie eine Seite")
    assert [m.string for m in german() if formal.search(" ".join(forms(m.string)))] == []


@pytest.mark.parametrize("word", TERMS)
def test_one_thing_has_one_word(word: str) -> None:
    used = [m for m in german() if re.search(rf"\b{word}", forms(m.id)[0])]
    strange = [m.id for m in used if not re.search(TERMS[word], forms(m.string)[0])]
    assert used and len(strange) <= len(used) // 4, strange


def test_the_english_texts_use_one_word_for_one_thing() -> None:
    found = [
        m.id
        for m in catalogue.template()
        if re.search(SYNONYMS, re.sub(r"\{.*?\}|`.*?`", "", str(m.id)))
    ]
    assert found == []


WHO = re.compile(
    r"(^|[.:;(] ?|\b([Bb]y|for|and|[Oo]nly) )[Ww]ho (has|manages|played|opened|share\w*)\b"
)
"""A person who is not asked for is whoever: "Only who has the role moderates" is no English."""


def test_nobody_is_called_who_without_a_question() -> None:
    assert WHO.search("Only who has the role moderates.") and WHO.search("(for who manages it)")
    assert not WHO.search("<@1>, who manages this channel, decides.")
    said = [form for m in catalogue.template() if m.id for form in forms(m.id)]
    assert [text for text in said if WHO.search(text)] == []


@pytest.fixture
def speaks(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[int, str]]:
    """Person -> the language of their Discord; the simulated one knows English alone."""
    languages: dict[int, str] = {}
    real = discord.Interaction._from_data

    def spoken(interaction: discord.Interaction, data: dict[str, object]) -> None:
        real(interaction, data)  # type: ignore[arg-type]
        if language := languages.get(interaction.user.id):
            interaction.locale = discord.Locale(language)

    monkeypatch.setattr(discord.Interaction, "_from_data", spoken)
    yield languages


async def test_each_reads_their_own_language(world: World, speaks: dict[int, str]) -> None:
    """Anna's answers are German, Boris's English; the channel stays in one language."""
    speaks[world.anna.id] = "de"
    opened = said(await world.slash(world.anna, "game new", game="iron_blood"))
    assert opened == "Iron, Blood, Snow & Mud ist offen; du spielst Axis."
    assert "hast du schon" in said(await world.slash(world.anna, "game join"))
    assert "You play Soviet." in said(await world.slash(world.boris, "game join"))
    assert "waits for its players" in world.panel().content
    await world.slash(world.anna, "game start")
    built = await world.press(world.anna, world.panel(), "Give an order")
    assert "Befehl: (noch nichts)" in said(built) and "**[en] " in said(built)
    labels = [c.get("placeholder") or c.get("label") for c in components(built.response)]
    assert labels
    refused = said(await world.slash(world.anna, "order", line="end setup"))
    assert "[en]" in refused and "(Regel: Axis set-up)" in refused
    done = said(await world.slash(world.anna, "order", line="setup suggested"))
    assert done.startswith("Erledigt: `setup suggested`")
    what = said(await world.press(world.anna, world.panel(), "What is this?"))
    assert "Zum Beispiel" in what or "Im Regelbuch" in what
    assert "Ein Spiel beginnen" in said(await world.slash(world.anna, "help", topic="begin"))


async def test_what_a_game_says_is_marked(world: World, speaks: dict[int, str]) -> None:
    """Refusals with a rule and without, odds, cards, what is this, a try-out, a recap."""
    speaks[world.anna.id] = "de"
    await world.begin("iron_blood")
    mark = "[en] "
    assert said(await world.slash(world.anna, "order", line="dance")).startswith(mark)
    assert said(await world.slash(world.anna, "order", line="end setup")).startswith(mark)
    what = said(await world.press(world.anna, world.panel(), "What is this?"))
    assert what.count(mark) >= 2
    await world.order(world.anna, "setup suggested")
    tried = said(await world.slash(world.anna, "try", line="fleet 0203"))
    assert mark in tried
    assert f"\n{mark}" in said(await world.slash(world.anna, "hand"))
    assert f"\n{mark}" in said(await world.slash(world.anna, "recap", since="0"))
    speaks[world.anna.id] = "en-US"
    assert mark not in said(await world.slash(world.anna, "hand"))


async def test_commands_are_described_in_german(world: World) -> None:
    """As they were registered, within the limits."""
    [*_, last] = [r.json for r in world.env.http_requests if r.path.endswith("/commands")]
    assert isinstance(last, list) and measure.commands(last) == []
    told = {command["name"]: command.get("description_localizations", {}) for command in last}
    assert told["help"]["de"].startswith("Wie das alles geht")
    assert all("de" in texts for name, texts in told.items() if name != "Position at this message")


def test_every_language_has_a_file_that_can_be_read() -> None:
    assert [path.name for path in Path(catalogue.LOCALE).glob("*.po")] == ["de.po"]
