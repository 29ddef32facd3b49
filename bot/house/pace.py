"""How often one person may ask for what costs the bot much, such as a picture."""

import math
from collections import OrderedDict, deque
from collections.abc import Callable

from bot.catalogue import phrase
from bot.words.refusal import Refusal

PEOPLE = 1_000


class Pace:
    """At most `times` in `seconds` for each person."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], float]) -> None:
        self._times = times
        self._seconds = seconds
        self._clock = clock
        self._asked: OrderedDict[int, deque[float]] = OrderedDict()

    def take(self, user: int) -> None:
        """Count one more. Refusal when it is one too many."""
        now = self._clock()
        asked = self._asked.setdefault(user, deque(maxlen=self._times))
        self._asked.move_to_end(user)
        if len(self._asked) > PEOPLE:
            self._asked.popitem(last=False)
        if asked and now < asked[-1]:  # the clock was set back
            asked.clear()
        if len(asked) == self._times and now - asked[0] < self._seconds:
            wait = math.ceil(self._seconds - (now - asked[0]))
            raise Refusal(
                phrase("One moment, please: you can ask for this again in {wait} s.", wait=wait)
            )
        asked.append(now)
