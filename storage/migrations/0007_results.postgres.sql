-- As 0007_results.sql, but for the order of parts.
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
CREATE TABLE parts (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL,
    orders INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL,
    place INTEGER,
    rowid INTEGER GENERATED ALWAYS AS IDENTITY -- which SQLite has anyway: they stand in that order
);
CREATE INDEX parts_game ON parts (game);
CREATE INDEX parts_user ON parts (user);
