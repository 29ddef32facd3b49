-- How a game ended. It stands while its game has got no further than `seq`.
CREATE TABLE results (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    seq INTEGER NOT NULL,
    ended REAL NOT NULL,
    how TEXT NOT NULL,
    winners TEXT NOT NULL,
    reason TEXT NOT NULL, -- in the rules' own words
    scores TEXT NOT NULL,
    edited INTEGER NOT NULL,
    rated INTEGER NOT NULL
);
-- Who gave the orders of its sides, when, and how many; `place` is set for whose result it is.
CREATE TABLE parts (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL, -- 0: the practice opponent
    orders INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL,
    place INTEGER
);
CREATE INDEX parts_game ON parts (game);
CREATE INDEX parts_user ON parts (user);
