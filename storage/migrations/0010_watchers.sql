-- Who wants to hear of a game that they watch. `seen` is the turn that they were told of last, and
-- `told` when that was.
CREATE TABLE watchers (
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    what TEXT NOT NULL,
    seen TEXT NOT NULL,
    told REAL NOT NULL,
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
CREATE INDEX watchers_user ON watchers (user);
