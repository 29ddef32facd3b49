-- As 0006_posted.sql; no database on a server is older, so that there is nothing to work out.
CREATE TABLE posted (
    message INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    channel INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX posted_game ON posted (game, last);
ALTER TABLE actions ADD COLUMN told BOOLEAN NOT NULL DEFAULT FALSE; -- a condition by itself
CREATE INDEX actions_told ON actions (game, seq)
    WHERE told AND undone_by IS NULL AND kind <> 'undo';
CREATE TABLE partners (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
