-- Who holds or held a side of a game since it began, or saw its hand, and since when: they manage
-- the game no more by themselves, and take no other side of it.
CREATE TABLE insiders (
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    side TEXT NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (game, user, side)
) WITHOUT ROWID;
INSERT INTO insiders (game, user, side, since)
SELECT games.id, seats.user, seats.side, games.created
FROM seats JOIN games ON games.id = seats.game WHERE games.state IS NOT NULL;
