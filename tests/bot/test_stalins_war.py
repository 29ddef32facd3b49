"""Stalin's War end to end: a lobby, orders, the attack builder and `/odds` with both Fire Tables,
hands that are their owner's alone, and a map after each order.
"""

from typing import Any

import pytest

from bot.words import texts
from engine import Game
from tests.bot.test_secrecy import hidden, leaks
from tests.bot.world import World, components, latest, said

FIELD = (
    "clear units\nput ge_4th_army 2020\nput ge_46_pz_corps 2020\nput su_13r_army 2120\n"
    "put ge_16th_army 1920\nput su_west_front 2722\nset bank.axis 2\n"
)


@pytest.fixture
async def war(world: World) -> World:
    """The campaign in June 1941, the Axis about to choose its round."""
    await world.begin("stalins_war")
    await world.play_on(lambda game, who: who == "axis")
    return world


async def game_of(war: World) -> Game:
    return (await war.table()).running()


async def test_a_lobby_and_a_round_by_orders(war: World) -> None:
    """7.3.1: a card for OPS, markers, an attack; the channel sees a map of each"""
    game = await game_of(war)
    best = max(game.hand("axis"), key=lambda card: card.tags)
    assert "Done: `ops " in await war.order(war.anna, f"ops {best.id}")
    picture = war.pictures()[-1]
    assert best.name in picture.content or "OPS" in picture.content
    assert "Done" in await war.order(war.anna, "activate 1623")
    assert "Done" in await war.order(war.anna, "end activation")
    assert "Done" in await war.order(war.anna, "attack 1723 with 6a 48pz")
    text = war.pictures()[-1].attachments[0].description or ""
    assert "T1, June 1941" in text and "VP level" in text
    refused = await war.order(war.anna, "attack 1723 with 4a")
    assert "(rule: " in refused


async def test_a_hand_is_for_its_owner_alone(war: World) -> None:
    """7.1: sizes are public, cards are not"""
    mine = await war.slash(war.anna, "hand")
    game = await game_of(war)
    [file] = mine.response.attachments
    for card in game.hand("axis"):
        assert card.name in said(mine) and card.name in (file.description or "")
    other = {card.name for card in game.hand("axis")} - {c.name for c in game.hand("soviet")}
    for person in (war.boris, war.clara):
        seen = war.seen_by(person)
        assert not any(name in seen for name in other)
    public = (await war.slash(war.clara, "map")).response.attachments[0].description or ""
    assert "6 cards" in public


async def test_hands_stay_hidden_over_some_rounds(war: World) -> None:
    """7.1: nothing that others can read names a card that they have not seen"""
    people = {"axis": war.anna, "soviet": war.boris}
    for _ in range(40):
        game = await game_of(war)
        side = game.pending()[0].side
        answer = await war.slash(people[side], "order", line=game.auto(side))
        if "Done" not in said(answer):
            await war.press(people[side], answer.response, "Yes, ")
        last = repr([post.content for post in war.posts()[-3:]])
        unseen = {word for word in hidden(await game_of(war), None) if word.startswith("ops ")}
        assert not leaks(last, unseen)


async def test_odds_of_both_fire_tables_at_any_time(war: World) -> None:
    """11.2.1: each side's strength, table, shifts, Loss Numbers; who wins; nothing is posted"""
    (await game_of(war)).submit("gm", f"{FIELD}at 6 axis round")
    seen = len(war.posts())
    for person in (war.anna, war.boris):
        text = said(await war.slash(person, "odds", line="attack 2120 with 4a 46pz play stuka"))
        assert "Attack: 8 on the LCU table" in text and "cards +1" in text
        assert "Defence: 2 on the SCU table" in text and "Attacker wins" in text
    assert len(war.posts()) == seen


async def test_the_attack_builder(war: World) -> None:
    """11.1, 11.2.1: target and units from menus, odds of both tables, a crop"""
    (await game_of(war)).submit("gm", f"{FIELD}mark 2020 combat\nat 6 axis attacks")
    opened: Any = await war.press(war.anna, war.panel(), "Give an order")
    message = opened.response
    for word in ("attack", "4a", "46pz"):  # the only target is filled in by itself
        message = latest(war, war.anna, message.id)
        values = {
            option["value"].split()[-1]: (select["custom_id"], option["value"])
            for select in components(message)
            for option in select.get("options") or ()
        }
        menu, pick = values[word]
        await war.anna.select(message, custom_id=menu, values=[pick])
    shown = latest(war, war.anna, message.id)
    assert "on the LCU table" in shown.content and "Attacker loses: " in shown.content
    [crop] = shown.attachments
    assert (await crop.read()).startswith(b"\x89PNG")
    await war.press(war.anna, shown, "Give this order")
    assert "attack 2120 with 4a 46pz" in "\n".join(post.content for post in war.posts())


async def test_maps_of_every_kind(war: World) -> None:
    """13.2, 8.1, 3.0, 10.2.3, 7.3.3: overlays are open to everybody"""
    for mode, title in (
        ("supply", "Supply"), ("zoc", "Zones of control"), ("control", "Control"),
        ("rail", "Railways"),
    ):  # fmt: skip
        answer = await war.slash(war.clara, "map", mode=mode)
        assert title in answer.response.content and answer.response.attachments
    await war.env.advance_time(20)
    reach = await war.slash(war.clara, "map", mode="reach", unit="westf")
    assert "Reach of West Front" in reach.response.content


async def test_a_hand_says_which_orders_play_its_cards_now(war: World) -> None:
    """7.1.4: a card is played for OPS, for points or as its event; what is closed is not named"""
    game = await game_of(war)
    text = said(await war.slash(war.anna, "hand"))
    for card in game.hand("axis"):
        assert f"`ops {card.word}`" in text and f"`rp {card.word}`" not in text, "June 1941"
        assert all(tag in text for tag in card.tags), "its OPS and points"
        named = f"`event {card.word}`" in text
        assert named == any(
            item.value.split()[1] == card.word for item in game.complete("axis", "event ").items
        )
    assert "`play " not in text and "`discard " not in text
    now = texts.plays(game, "axis")
    for card_id, verbs in now.items():
        [word] = [card.word for card in game.hand("axis") if card.id == card_id]
        for verb in verbs:
            assert (
                game.complete("axis", f"{verb} {word} ").items
                or game.complete("axis", f"{verb} {word}").complete
            )
