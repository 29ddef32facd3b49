-- What moderators of a server did, for its log; `what` is as everybody may read it.
CREATE TABLE deeds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    game INTEGER REFERENCES games (id),
    user INTEGER NOT NULL,
    time REAL NOT NULL,
    deed TEXT NOT NULL,
    what TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX deeds_guild ON deeds (guild, id);

-- What people write down for themselves about a game.
CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    time REAL NOT NULL,
    turn TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX notes_user ON notes (user, game);

-- People who had their data deleted: what is kept of them goes by -id, a number that is
-- theirs alone and leads back to nobody.
CREATE TABLE former (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL
);
