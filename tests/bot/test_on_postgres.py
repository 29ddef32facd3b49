"""The bot on PostgreSQL: what its tests show on a file, a few of each kind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot import (
    test_fault_run,
    test_league,
    test_months,
    test_orders,
    test_outbox,
    test_privacy,
    test_watch,
)
from tests.bot.world import World
from tests.bot.world import world as make_world
from tests.postgres import fresh


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with make_world(tmp_path, database=fresh()) as made:
        yield made


war = test_months.war
"""A game with clocks that is under way."""

test_an_order_is_answered_and_posted = (
    test_orders.test_a_typed_line_is_answered_privately_and_posted_with_a_picture
)
test_undo_after_a_restart = test_orders.test_undo_works_after_a_restart
test_clocks_without_the_bot = test_months.test_time_without_the_bot_counts_for_nobody
test_a_start_reads_no_game = test_months.test_a_start_reads_no_game
test_a_pause = test_months.test_a_pause_by_consent_of_all
test_a_notice = test_watch.test_a_notice_that_fell_into_a_restart_comes_once
test_a_shared_seat = test_privacy.test_who_shares_a_seat_has_it_then
test_a_league = test_league.test_a_crash_in_mid_round_begins_each_game_once
test_posts_are_cleared_away = test_outbox.test_rows_that_are_done_are_cleared_away
test_faults = test_fault_run.test_a_quarter_of_all_calls_fails
