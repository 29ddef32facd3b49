"""All operations of the events, registered once; whoever needs the cards imports this."""

from engine.core.frames import Frame
from engine.games.no_retreat.cards import effects_battle, effects_cards, effects_units
from engine.games.no_retreat.cards.moments import register
from engine.games.no_retreat.play import play, windows
from engine.games.no_retreat.play.play import learn_arguments

register(effects_battle.EFFECTS, effects_units.EFFECTS, effects_cards.EFFECTS)
learn_arguments()

FRAMES: tuple[type[Frame], ...] = (*play.FRAMES, *windows.FRAMES, *effects_units.FRAMES)
