-- Leagues: what is played and how it is paired (`terms`, JSON), and how far a season has come.
CREATE TABLE leagues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    organiser INTEGER NOT NULL,
    title TEXT NOT NULL,
    season INTEGER NOT NULL,
    terms TEXT NOT NULL,
    status TEXT NOT NULL,
    round INTEGER NOT NULL,
    due REAL
);
CREATE INDEX leagues_channel ON leagues (channel, id);

-- Who is in a league. `name` is there for people who came with it from elsewhere; `gone` is the
-- last round that they were there for.
CREATE TABLE entrants (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    league INTEGER NOT NULL,
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    side TEXT NOT NULL,
    pace TEXT NOT NULL,
    pool INTEGER NOT NULL,
    gone INTEGER
);
CREATE UNIQUE INDEX entrants_number ON entrants (league, number);
CREATE INDEX entrants_user ON entrants (user);

-- The games of a round, and rounds off. `seats` (side to number) and `points` (number to points)
-- are JSON; `judge` is who decided it, for a `reason`.
CREATE TABLE pairings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    league INTEGER NOT NULL,
    round INTEGER NOT NULL,
    pool INTEGER NOT NULL,
    seats TEXT NOT NULL,
    how TEXT NOT NULL,
    points TEXT NOT NULL,
    thread INTEGER,
    game INTEGER,
    judge INTEGER,
    reason TEXT NOT NULL
);
CREATE INDEX pairings_league ON pairings (league, id);
CREATE INDEX pairings_game ON pairings (game);
