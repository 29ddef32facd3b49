"""The artists of the games that can be drawn, by id."""

from renderer.artist import Artist
from renderer.games import iron_blood, no_retreat

ARTISTS: dict[str, Artist] = {
    "iron_blood": iron_blood.ARTIST,
    "no_retreat": no_retreat.ARTIST,
}
