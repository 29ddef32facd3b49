"""The contract of Store: one bot works on a database."""

import os
import subprocess
import sys

import pytest

from storage import STALE, LeaseHeld, LeaseLost


async def test_a_second_bot_is_refused_in_one_sentence(store, opener, clock):
    await store.take_lease()
    clock.now += 3
    second = await opener()
    with pytest.raises(LeaseHeld) as refusal:
        await second.take_lease()
    text = str(refusal.value)
    assert "\n" not in text
    assert f"process {os.getpid()} on" in text and "last seen 3 s ago" in text
    with pytest.raises(LeaseLost):
        await second.beat_lease()
    await store.beat_lease()


async def test_heartbeats_keep_the_lease(store, opener, clock):
    await store.take_lease()
    second = await opener()
    for _ in range(5):
        clock.now += STALE - 1
        await store.beat_lease()
        with pytest.raises(LeaseHeld):
            await second.take_lease()


async def test_a_silent_bot_loses_the_lease_and_is_told(store, opener, clock):
    await store.take_lease()
    clock.now += STALE - 0.1
    second = await opener()
    with pytest.raises(LeaseHeld):
        await second.take_lease()
    clock.now += 0.1
    await second.take_lease()
    with pytest.raises(LeaseLost):
        await store.beat_lease()
    await store.release_lease()  # not its own any more
    await second.beat_lease()


async def test_a_clock_set_back_does_not_lock_the_database(store, opener, clock):
    await store.take_lease()
    clock.now -= 3600
    second = await opener()
    await second.take_lease()


async def test_the_lease_is_given_back(store, opener):
    second = await opener()
    await store.take_lease()
    await store.take_lease()  # its own: fine
    await store.release_lease()
    await second.take_lease()
    await second.close()  # gives it back too
    await second.close()
    await store.take_lease()


@pytest.fixture
def dead_pid():
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


@pytest.mark.skipif(os.name != "posix", reason="only POSIX can ask for a process")
async def test_a_dead_process_does_not_hold_the_lease(store, opener, dead_pid, monkeypatch):
    monkeypatch.setattr("os.getpid", lambda: dead_pid)
    await store.take_lease()
    monkeypatch.undo()
    second = await opener()
    await second.take_lease()


async def test_a_process_of_another_machine_may_be_alive(
    store, opener, clock, dead_pid, monkeypatch
):
    monkeypatch.setattr("storage.lease.host", lambda: "elsewhere")
    monkeypatch.setattr("os.getpid", lambda: dead_pid)
    await store.take_lease()
    monkeypatch.undo()
    second = await opener()
    with pytest.raises(LeaseHeld, match="on elsewhere"):
        await second.take_lease()
    clock.now += STALE
    await second.take_lease()
