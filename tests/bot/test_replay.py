"""Replays: a turn order by order, a game phase by phase; small enough, kept, and fair."""

import asyncio
import io
import threading
import time
from itertools import count, pairwise
from typing import Any

import pytest
from PIL import Image

import bot.acts.replay as acts
import engine
import renderer
from bot.channel import films
from bot.channel.card import card
from bot.channel.painter import NoPicture, Painter
from bot.channel.pictures import Drawn, Painting, Shot
from bot.play import back, history, moderating
from bot.play.history import Step
from bot.play.reels import LAST, MOST_OF_A_TURN, Moment, Reel, of_turn
from engine import Game
from engine.core.entries import Noted, Phased, Rolled
from renderer.page.film import patch
from storage import Store
from tests.bot.test_gallery import some_turns
from tests.bot.test_results import ANNA, BORIS, CLARA, Hall, hall
from tests.bot.world import World, said

__all__ = ["hall"]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pictures of their own colour each, where it does not matter what they show."""
    shades = count()

    async def work(_: Painter, what: Drawn) -> renderer.Picture:
        image = Image.effect_noise((40, 30), 90).convert("P")
        image.paste(next(shades) % 200, (0, 0, 20, 30))
        under = getattr(what, "under", b"")
        below = Image.open(io.BytesIO(under)) if under else None
        png = renderer.encode(image)
        return renderer.Shot(png, 40, 30, "a small picture", patch(image, below, "light"))

    monkeypatch.setattr(Painter, "work", work)


@pytest.fixture
def painted(small: None, monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """What the painter was asked for, the newest last."""
    asked: list[Drawn] = []
    before = Painter.work

    async def work(painter: Painter, what: Drawn) -> Any:
        asked.append(what)
        return await before(painter, what)

    monkeypatch.setattr(Painter, "work", work)
    return asked


@pytest.fixture
async def war(world: World, small: None) -> World:
    await world.begin("iron_blood")
    await some_turns(world)
    return world


async def film_of(answer: Any) -> tuple[Image.Image, Any]:
    [file] = answer.response.attachments
    image = Image.open(io.BytesIO(await file.read()))
    assert image.format == "WEBP" and file.filename == "replay.webp"
    return image, file


async def test_a_turn_has_a_picture_for_each_order(war: World, painted: list[Drawn]) -> None:
    table, store = await war.table(), war.bot.desk.store
    steps = await history.steps(store, table)
    known = await acts.turns(war.bot.desk, table)
    name, (start, end) = list(known.items())[1]
    painted.clear()
    answer = await war.slash(war.clara, "game replay", of=name)
    image, file = await film_of(answer)
    assert image.n_frames == end - start + 1
    assert f"{name} · {image.n_frames} pictures" in said(answer)
    assert name in file.description and "Iron, Blood" in file.description
    shots = [what for what in painted if isinstance(what, Shot)]
    assert [what.entries for what in shots[1:-1]] == [s.entries for s in steps[start:end]]
    assert all(what.view.seat == "" for what in shots), "nobody's hand is in it"
    last = await history.game_after(store, table, steps[end - 1])
    assert shots[-2].view == last.view(None)
    assert "pictures" not in war.seen_by(war.boris), "it is private"


async def test_it_is_drawn(world: World) -> None:
    """The maps of a turn's first orders, one by one."""
    table = await world.begin("iron_blood")
    for _ in range(3):
        await world.play_one(world.player(table.running().pending()[0].side))
    image, _ = await film_of(await world.slash(world.clara, "game replay"))
    assert image.n_frames == 4 and image.width == 800
    seen = set()
    for number in range(4):
        image.seek(number)
        seen.add(image.convert("RGB").tobytes())
    assert len(seen) == 4


async def test_a_game_has_a_picture_for_each_phase(war: World, painted: list[Drawn]) -> None:
    table = await war.table()
    steps = await history.steps(war.bot.desk.store, table)
    painted.clear()
    answer = await war.slash(war.clara, "game replay", of="game")
    image, _ = await film_of(answer)
    assert image.n_frames == len(history.phase_ends(steps)) + 1 > 8
    assert "the whole game" in said(answer)
    shots = [what for what in painted if isinstance(what, Shot)]
    assert shots[0].before is None and not any(what.entries for what in shots)
    for one, other in pairwise(shots[:-1]):
        assert other.before == one.view
    assert shots[-2].view == table.running().view(None)


async def test_for_the_channel_and_the_last_turn(war: World) -> None:
    answer = await war.slash(war.anna, "game replay", public=True)
    assert not answer.ephemeral
    [post] = [post for post in war.posts() if "pictures" in post.content]
    known = await acts.turns(war.bot.desk, await war.table())
    assert list(known)[-1] in post.content and len(post.attachments) == 1


async def test_one_is_made_once_until_the_game_goes_on(war: World, painted: list[Drawn]) -> None:
    _, first = await film_of(await war.slash(war.clara, "game replay"))
    painted.clear()
    _, again = await film_of(await war.slash(war.boris, "game replay"))
    assert not painted and await again.read() == await first.read()
    await war.slash(war.boris, "style", theme="dark")
    await war.slash(war.boris, "game replay")
    assert painted, "in another style it is another film"
    await war.play_one(war.player((await war.table()).running().pending()[0].side))
    await war.env.advance_time(61)
    painted.clear()
    await war.slash(war.clara, "game replay")
    assert painted


async def test_how_far_it_is_is_said_and_how_often_is_paced(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "TELLS", 0.0)
    await war.slash(war.clara, "game replay", of="game")
    said_so = [
        r.json["content"]
        for r in war.env.http_requests
        if isinstance(r.json, dict) and "being made" in str(r.json.get("content"))
    ]
    assert said_so and "picture 1 of " in said_so[0] and "picture 2 of " in said_so[1]
    assert len(said_so) > 3
    await war.slash(war.clara, "game replay")
    assert "One moment" in said(await war.slash(war.clara, "game replay"))


async def test_what_is_too_large_has_fewer_pictures(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, file = await film_of(await war.slash(war.clara, "game replay", of="game"))
    half = len(await file.read()) * 2 // 3
    monkeypatch.setattr(acts, "LARGEST", half)
    small, less = await film_of(await war.slash(war.boris, "game replay", of="game"))
    assert len(await less.read()) <= half and 2 < small.n_frames < image.n_frames


async def test_pictures_of_others_come_between_those_of_a_film(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A channel's picture that is wanted meanwhile waits for one of a film's, not for all."""
    order: list[str] = []
    waiting: list[asyncio.Task[Any]] = []
    view = (await war.table()).running().view(None)
    before = Painter.work

    async def work(painter: Painter, what: Drawn) -> Any:
        if isinstance(what, Shot) and not waiting:
            waiting.append(asyncio.create_task(painter.paint(Painting(view, (), "crop"), 999)))
            await asyncio.sleep(0)
        order.append(type(what).__name__)
        return await before(painter, what)

    monkeypatch.setattr(Painter, "work", work)
    await war.slash(war.clara, "game replay", of="game")
    await waiting[0]
    assert order.index("Painting") <= 2 and order.count("Shot") > 8


async def test_one_that_cannot_be_made_is_told(
    war: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    async def broken(*_: object) -> Any:
        raise NoPicture("it broke")

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "work", broken)
        assert "went wrong on our side" in said(await war.slash(war.clara, "game replay"))
    assert incidents.pop()
    answer = await war.slash(war.clara, "game replay")
    assert answer.response.attachments, "the next one is made"


async def test_turns_are_listed_and_others_refused(world: World) -> None:
    assert "no game" in said(await world.slash(world.clara, "game replay")).casefold()
    await world.begin("iron_blood")
    assert "no order" in said(await world.slash(world.clara, "game replay"))
    await some_turns(world)
    known = await acts.turns(world.bot.desk, await world.table())
    offered = await world.clara.autocomplete(world.channel, "game replay", "of", "")
    assert [choice["value"] for choice in offered] == ["game", *[*known][::-1]]
    answer = said(await world.slash(world.boris, "game replay", of="1066"))
    assert "no turn called `1066`" in answer


def test_what_weighs_more_stands_longer() -> None:
    roll = Rolled(n=1, purpose="attack", values=[3])
    fight = [roll, roll, Noted(text="")]
    for phases in (False, True):
        reel = Reel([Moment(None, []), Moment(None, fight), Moment(None, [roll] * 99)], phases)
        calm, busy, last = reel.seconds()
        assert calm < busy < 4 and last == LAST
        longest = Reel([Moment(None, [roll] * 99)] * 2, phases).seconds()[0]
        assert longest == (2.5 if phases else 4.0)


def test_half_the_pictures_tell_the_same() -> None:
    notes = [Noted(text=f"{n}") for n in range(7)]
    reel = Reel([Moment(None, []), *(Moment(None, [note]) for note in notes)], False)
    half = reel.halved()
    assert len(half.moments) == 5 and half.moments[0].entries == []
    assert [e for one in half.moments for e in one.entries] == notes


def test_a_long_turn_has_no_more_pictures_than_can_be_made_in_time() -> None:
    action: Any = None
    for orders in (1, MOST_OF_A_TURN - 1, MOST_OF_A_TURN, 170, 900):
        steps = [Step(n, action, [Noted(text=f"{n}")]) for n in range(1, orders + 1)]
        moments = of_turn(None, steps).moments
        assert len(moments) <= MOST_OF_A_TURN
        assert (len(moments) == orders + 1) == (orders < MOST_OF_A_TURN), "none is left out"
        assert [e.text for one in moments for e in one.entries] == [f"{s.number}" for s in steps]
        assert moments[-1].step is steps[-1]


def test_films_are_kept_as_far_as_there_is_room() -> None:
    kept = films.Films()
    big = films.Film(bytes(films.KEPT // 2), 3)
    for key in "ab":
        kept.keep(key, big)
    assert kept.find("a") is big
    kept.keep("c", big)
    assert kept.find("b") is None and kept.find("a") is big and kept.find("c") is big


async def test_every_order_is_in_one_turn(war: World) -> None:
    steps = await history.steps(war.bot.desk.store, await war.table())
    known = list((await acts.turns(war.bot.desk, await war.table())).values())
    assert known[0][0] == 0 and known[-1][1] == len(steps)
    assert all(one[1] == other[0] for one, other in pairwise(known))
    named = [entry.turn for s in steps for entry in s.entries if isinstance(entry, Phased)]
    assert len(set(named)) == 3 and len(known) == 2, "the third one has none yet"


async def test_nothing_is_played_again_on_the_event_loop(
    world: World, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a game is, nobody else waits: films, galleries, maps of before, the card."""
    await world.begin("iron_blood")
    await some_turns(world)
    loop, held, beside = threading.get_ident(), [], []
    table = await world.table()
    load, submit = engine.load, Game.submit

    def noted(what: str) -> None:
        (held if threading.get_ident() == loop else beside).append(what)

    def loads(*given: Any) -> Game:
        noted("load")
        return load(*given)

    def submits(game: Game, *given: Any, **more: Any) -> Any:
        if game is not table.game:
            noted("submit")
        return submit(game, *given, **more)

    monkeypatch.setattr(engine, "load", loads)
    monkeypatch.setattr(Game, "submit", submits)
    await world.slash(world.clara, "game replay", of="game")
    await world.slash(world.boris, "game replay")
    await world.slash(world.clara, "game gallery")
    await world.slash(world.boris, "map", at=7)
    await world.slash(world.anna, "recap")
    assert not held and len(beside) > 40
    beside.clear()
    monkeypatch.undo()
    monkeypatch.setattr(engine, "load", loads)
    await card(world.bot.desk.store, table, {})
    assert not held


async def test_the_turns_are_looked_for_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not anew with each key that is pressed in the list of turns."""
    await world.begin("iron_blood")
    await some_turns(world)
    read: list[int] = []
    before = Store.told_actions

    async def counted(store: Store, *given: Any) -> Any:
        read.append(1)
        return await before(store, *given)

    monkeypatch.setattr(Store, "told_actions", counted)
    for typed in ("", "1", "19", "194"):
        assert await world.clara.autocomplete(world.channel, "game replay", "of", typed)
    assert len(read) == 1
    await world.play_one(world.player((await world.table()).running().pending()[0].side))
    read.clear()
    await world.clara.autocomplete(world.channel, "game replay", "of", "")
    assert read


@pytest.mark.parametrize("how", ["game end", "resign"])
async def test_hands_are_open_once_a_game_is_over(
    war: World, painted: list[Drawn], how: str
) -> None:
    """Not before, and not out of what was kept of before: an end without a result is no order."""
    for of in ("game", ""):
        await war.slash(war.clara, "game replay", of=of)
        await war.env.advance_time(61)
    shots = [what for what in painted if isinstance(what, Shot)]
    assert len(shots) > 20 and all(what.hands == () and not what.view.seat for what in shots)
    table = await war.table()
    if how == "resign":
        await war.order(war.anna, "resign")
    else:
        await war.bot.desk.games.end(table, "It ends.")
    assert any(table.played().hand(side) for side in table.played().sides)
    painted.clear()
    await war.slash(war.clara, "game replay", of="game")
    shots = [what for what in painted if isinstance(what, Shot)][:-1]
    ends = [None, *history.phase_ends(await history.steps(war.bot.desk.store, table))]
    assert len(shots) == len(ends)
    for what, step in zip(shots, ends, strict=True):
        game = await history.game_after(war.bot.desk.store, table, step)
        names = [[card.name for card in game.hand(side)] for side in game.sides]
        assert [list(cards) for _, cards in what.hands] == (names if any(names) else [])


@pytest.mark.parametrize("name", engine.catalogue())
async def test_playing_on_leads_where_each_order_led(hall: Hall, name: str) -> None:
    """Over what was taken back, standing orders, edits and going back to an earlier point too."""
    people = (ANNA, BORIS, CLARA) if name == "race_to_moscow" else (ANNA, BORIS)
    table = await hall.begin(*people, game=name)
    games = hall.games
    for part in range(6):
        await hall.play(table, 25)
        game = table.running()
        side = game.pending()[0].side
        user = table.seats[side]
        for kind in list(game.policies(side))[:1]:
            await games.order(table, user, f"policy {kind} auto", f"policy-{part}")
        if part == 2:
            await back.roll_back(games, table, 40, "back", "Back.")
        elif part == 4:
            deed = moderating.deed(table, 9, "edit")
            for purpose, faces in list(game.table.rules.editor.faces.items())[:1]:
                await moderating.edit(games, table, deed, f"dice {purpose} {max(faces)}", "edit")
        elif game.steps and game.last:
            await games.undo(table, table.seats[game.last], f"undo-{part}")
    steps = await history.steps(hall.store, table)
    again = history.Again(hall.store, table)
    asked: list[int] = []
    before = hall.store.snapshot

    async def snapshot(*given: Any) -> Any:
        asked.append(1)
        return await before(*given)

    hall.store.snapshot = snapshot  # type: ignore[method-assign]
    seen = [await again.after(step, lambda game: game.view(None)) for step in [None, *steps]]
    assert len(asked) < len(steps) / 8, "it plays on instead of loading"
    for view, step in zip(seen, [None, *steps], strict=True):
        assert view == (await history.game_after(hall.store, table, step)).view(None)
    assert seen[-1] == table.running().view(None)


async def test_the_event_loop_is_held_for_moments_while_one_is_made(war: World) -> None:
    """By its own processor time: what else runs on the machine does not count."""
    loop, held, last = asyncio.get_running_loop(), [], time.thread_time()
    made = False

    def tick() -> None:
        nonlocal last
        now = time.thread_time()
        held.append(now - last)
        last = now
        if not made:
            loop.call_soon(tick)

    loop.call_soon(tick)
    await film_of(await war.slash(war.clara, "game replay", of="game"))
    made = True
    assert max(held) < 0.05
