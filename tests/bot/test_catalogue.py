"""All that the bot itself says stands in one catalogue, and can be said in another language."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot import catalogue
from bot.words.texts import expired
from tests.bot.world import World, components, said, world

BOT = Path(catalogue.__file__).parent
HOST = {
    *("__main__.py", "health.py", "settings.py", "local/play.py", "local/simulated.py"),
    *("channel/painter.py", "play/reading.py", "words/measure.py"),
}
"""What is said in the terminal and in reports of tests, to the host: not in the catalogue."""

UNSAID = (
    "log.",
    "_logged",
    "re.",
    "logging.",
    "ValueError",
    "AssertionError",
    "RuntimeError",
    "KeyError",
    "TypeVar",
)
"""Calls whose words nobody reads in Discord."""

CODE = {
    "arm",
    "left",
    "disarm",
    "policy",
    "move",
    "play",
    "with",
    "seat",
    "rollback",
    "moderate",
    "dice",
    "rules",
    "record",
    "interaction",
    "completing",
    "Desk",
    "Offer",
    "Umpire",
}
"""Words of order lines, stored rows and logs: no language."""


def texts_outside(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that pass by the catalogue, pieces such as " and " too: line and text."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    types = _types(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in types:
            continue
        words = set(re.findall(r"[A-Za-z]{2,}", node.value))
        if words <= CODE or not re.search(r"[a-z]{2}\s|\s[a-z]{2}|[A-Z][a-z]+", node.value):
            continue
        if not any(_excused(above) for above in _above(node, parents)):
            yield node.lineno, node.value


def _types(tree: ast.Module) -> set[ast.AST]:
    """What is written as a type."""
    named = [
        getattr(node, name, None) for node in ast.walk(tree) for name in ("returns", "annotation")
    ]
    return {part for root in named if root for part in ast.walk(root)}


def _above(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def _excused(node: ast.AST) -> bool:
    """Looked up or only marked, a docstring, or for nobody in Discord."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword):
        return node.arg in ("name", "custom_id", "template")
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    return called in ("phrase", "counted", "msgid") or called.startswith(UNSAID)


MODULES = sorted(str(path.relative_to(BOT)) for path in BOT.rglob("*.py"))


@pytest.mark.parametrize("module", [module for module in MODULES if module not in HOST])
def test_every_text_stands_in_the_catalogue(module: str) -> None:
    assert list(texts_outside(ast.parse((BOT / module).read_text("utf-8")))) == []


def test_modules_for_the_host_are_there() -> None:
    assert set(MODULES) >= HOST


def test_a_text_that_passes_by_the_catalogue_is_found() -> None:
    found = texts_outside(ast.parse('say(f"{who} begins the game.")\nlog.info("a game begins")'))
    assert [text for _, text in found] == [" begins the game."]
    found = texts_outside(ast.parse('button("go", f"Yes, {line}", "Start")\n" and ".join(people)'))
    assert [text for _, text in found] == ["Start", "Yes, ", " and "]
    assert not list(texts_outside(ast.parse('words(f"move {unit}", "axis", "Umpire")')))


def test_the_template_is_that_of_the_code() -> None:
    """`python -m bot.catalogue` writes it anew."""
    with catalogue.TEMPLATE.open("rb") as file:
        kept = read_po(file)
    assert {message.id for message in kept if message.id} == {
        message.id for message in catalogue.template() if message.id
    }
    assert len(kept) > 200


def test_a_list_of_people_or_sides_takes_no_verb_in_the_singular() -> None:
    """One or several may stand there: "Gray and White has no player" is no English."""
    several = re.compile(
        r"\{(names|free|sides|own|left|winners)\} (has|is|was|does|wins|decides)\b"
    )
    assert several.search("{free} has no player yet.") and several.search("Now {sides} decides.")
    assert [m.id for m in catalogue.template() if several.search(str(m.id))] == []


def test_what_counts_has_a_form_for_one() -> None:
    """ "It waited 1 days": a number before a plural stands in a text of two forms."""
    plural = re.compile(r"\{(n|days|count|own|most|orders|games|number|left)\} (?!has\b)\w+s\b")
    assert plural.search("it waited {days} days")
    texts = [message.id for message in catalogue.template() if message.id]
    assert [text for text in texts if isinstance(text, str) and plural.search(text)] == []
    assert [text for text in texts if isinstance(text, tuple)]
    for days, form in ((1, "a day"), (2, "2 days"), (14, "14 days")):
        assert f"it waited {form} for its players" in expired(days)


def test_both_forms_of_a_text_can_be_said_in_another_language(pseudo: None) -> None:
    assert expired(1).startswith("⟦") and expired(2).startswith("⟦") and "2" in expired(2)


def accented(text: str) -> str:
    """Another language that everybody can read: ⟦Ëåçh wörd⟧, values and code as they are."""
    parts = re.split(r"(\{[^}]*\}|`[^`]*`|<[^>]*>)", text)
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    return f"⟦{''.join(parts)}⟧"


_ACCENTS = str.maketrans("aeiounyAEIOU", "åéîöüñýÅÉÎÖÜ")


class Pseudo(NullTranslations):
    """A language made of English."""

    def gettext(self, message: str) -> str:
        return accented(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return accented(one if n == 1 else many)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads and the channel hears the language that is made of English."""
    monkeypatch.setattr(catalogue, "translations", lambda language: Pseudo())


def outside(said: str) -> str:
    """What is left of a message without texts of the catalogue, code, mentions and times."""
    before = None
    while before != said:
        before, said = said, re.sub(r"⟦[^⟦⟧]*⟧", "", said)
    said = re.sub(r"`[^`]*`|<[^>]*>|\*\*|-#", "", said)
    return " ".join(re.findall(r"[^\W\d_]{3,}", unicodedata.normalize("NFC", said)))


@pytest.mark.usefixtures("pseudo")
async def test_all_is_said_in_a_language_made_of_english(tmp_path: Path) -> None:
    """From the lobby to refusals: only names and what the engine says stand outside."""
    engine_says = re.compile(
        r"Iron|Blood|Snow|Mud|Axis|Soviet|setup|Choose|deploy|place|unit", re.IGNORECASE
    )
    async with world(tmp_path) as play:
        for text in await conversation(play):
            assert "⟦" in text, text
            rest = engine_says.sub("", outside(text)).split()
            assert len(rest) <= 3, (text, rest)


@pytest.mark.usefixtures("pseudo")
async def test_buttons_of_lobby_and_offer_are_said_in_it_too(tmp_path: Path) -> None:
    async with world(tmp_path) as play:
        await play.slash(play.anna, "game new", game="iron_blood")
        labels = [button["label"] for button in components(play.panel())]
        await play.slash(play.boris, "game join")
        await play.slash(play.anna, "game start")
        await play.slash(play.anna, "game seat", side="axis", player=play.clara)
        labels += [button["label"] for button in components(play.posts()[-1])]
        assert len(labels) == 4 and all(label.startswith("⟦") for label in labels), labels


async def test_what_everybody_reads_is_in_no_language_of_one_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody's Discord speaks the language made of English; the channel's is English."""
    languages = {"en": NullTranslations()}
    monkeypatch.setattr(catalogue, "translations", lambda name: languages.get(name, Pseudo()))
    async with world(tmp_path) as play:
        answers = await conversation(play)
        answers.append(said(await play.slash(play.boris, "game end")))
        answers.append(said(await play.slash(play.boris, "game seat", side="axis", practice=True)))
        assert all("⟦" in answer for answer in answers)
        dora = play.guild.add_member(play.env.create_user("dora"))
        read = play.seen_by(dora)  # nobody has answered her
        assert "offers to end" in read and "offers: Axis is played by" in read
        assert "⟦" not in read


async def conversation(play: World) -> list[str]:
    """A game is opened, joined, begun, looked at and ended; some of it is refused."""
    found = []
    for who, command, options in (
        (play.anna, "game status", {}),
        (play.anna, "game new", {"game": "iron_blood"}),
        (play.anna, "game new", {"game": "no_such_game"}),
        (play.anna, "game start", {}),
        (play.boris, "game join", {}),
        (play.boris, "game join", {}),
        (play.clara, "game join", {}),
        (play.anna, "game start", {}),
        (play.anna, "game start", {}),
        (play.clara, "order", {"line": "end setup"}),
        (play.clara, "hand", {}),
        (play.boris, "style", {"theme": "dark"}),
        (play.clara, "style", {"theme": "dark", "channel": True}),
        (play.clara, "game end", {}),
        (play.anna, "game resign", {}),
    ):
        found.append(said(await play.slash(who, command, **options)))
    return found
