"""Results of finished games: kept, found again by title and person, gone when the game goes on."""

from msgspec.structs import replace

from storage import Part, Result
from tests.storage.conftest import action


def result(game: int, seq: int, **changes: object) -> Result:
    values = {
        "game": game,
        "seq": seq,
        "ended": 5.0,
        "how": "played",
        "winners": ["axis"],
        "reason": "Berlin stands",
        "scores": {"axis": 7, "soviet": 3},
        "edited": False,
        "rated": True,
        "title": "iron_blood",
        "scenario": "campaign",
        "guild": 10,
        "parts": [Part("axis", 1, 9, 1.0, 4.0, 1), Part("soviet", 2, 8, 2.0, 5.0, 2)],
    }
    return Result(**{**values, **changes})


async def ended(table, channel: int = 20) -> Result:
    game = await table.running(channel)
    await table.act(game.id, status="ended")
    kept = result(game.id, 1, ended=float(channel))
    await table.store.set_result(kept)
    return kept


async def test_a_result_comes_back_as_it_was(table):
    kept = await ended(table)
    found = await table.store.result(kept.game)
    assert found == kept and found.rated == 1
    assert await table.store.result(99) is None


async def test_results_are_found_by_title_and_by_person(table):
    late, early = await ended(table, 30), await ended(table, 21)
    store = table.store
    await store.set_result(replace(early, parts=[Part("axis", 7, 1, 1.0, 1.0, 1)]))
    assert [r.game for r in await store.results()] == [early.game, late.game]
    assert len(await store.results("iron_blood")) == 2
    assert await store.results("no_retreat") == []
    assert [r.game for r in await store.results_of(7)] == [early.game]
    assert [r.game for r in await store.results_of(2)] == [late.game]


async def test_a_game_that_goes_on_has_no_result_until_it_ends_again(table):
    kept = await ended(table)
    assert await table.store.without_result() == []
    await table.act(kept.game)
    assert await table.store.result(kept.game) is None
    assert await table.store.without_result() == []
    await table.act(kept.game, status="ended")
    assert await table.store.result(kept.game) is None  # not as it ended the first time
    assert [row.id for row in await table.store.without_result()] == [kept.game]


async def test_who_acted_is_told_from_the_orders_that_stand(table, clock):
    game = await table.running()
    given = [
        ("axis", 1, "order"),
        ("soviet", None, "auto"),
        ("axis", 3, "order"),
        ("axis", 1, "order"),
        ("axis", 1, "resign"),
        ("gm", 5, "edit"),
    ]
    for number, (side, user, kind) in enumerate(given):
        clock.now += 1
        now = await table.store.game(game.id)
        new = replace(action(f"c{number}", kind), side=side, user=user)
        await table.store.commit(game.id, now.rev, b"s", new, door=False)
    found = await table.store.acted(game.id)
    at = 1_000_000.0
    assert found == [
        Part("axis", 1, 2, at + 1, at + 4),
        Part("soviet", 0, 1, at + 2, at + 2),
        Part("axis", 3, 1, at + 3, at + 3),
    ]
    await table.undo(game.id)  # the edit
    await table.undo(game.id)  # the resignation
    await table.undo(game.id)
    assert (await table.store.acted(game.id))[0].orders == 1


async def test_answers_are_orders_after_another_side_s(table, clock):
    game = await table.running()
    given = [
        ("axis", 1, 0),
        ("axis", 1, 5),
        ("soviet", 2, 60),
        ("axis", 3, 600),
        ("soviet", None, 1),
    ]
    for number, (side, user, later) in enumerate(given):
        clock.now += later
        now = await table.store.game(game.id)
        new = replace(action(f"c{number}"), side=side, user=user)
        await table.store.commit(game.id, now.rev, b"s", new, door=False)
    assert await table.store.answers(game.id) == [("soviet", 2, 60.0), ("axis", 3, 600.0)]


async def test_refusals_are_counted_by_rule(store):
    for rule in ("8.5.4", "6.1", "8.5.4"):
        await store.count_refusal("iron_blood", rule)
    await store.count_refusal("no_retreat", "1")
    assert await store.refusals("iron_blood") == [("8.5.4", 2), ("6.1", 1)]
