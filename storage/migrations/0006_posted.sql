-- What stands in the channels, and which actions it tells of: a message may grow, what it tells of
-- may be struck out long after, and somebody may ask for the position at it.
CREATE TABLE posted (
    message INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    channel INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    text TEXT NOT NULL -- as it stands there: the bot's own words
);
CREATE INDEX posted_game ON posted (game, last);
-- Whether everybody was told of an action: orders are numbered by that, without reading the log.
ALTER TABLE actions ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
UPDATE actions SET told = EXISTS (
    SELECT 1 FROM json_each(CASE WHEN json_valid(CAST(entries AS TEXT))
        THEN CAST(entries AS TEXT) ELSE '[]' END) WHERE json_extract(value, '$.to') IS NULL
);
CREATE INDEX actions_told ON actions (game, seq)
    WHERE told AND undone_by IS NULL AND kind <> 'undo';
-- Who shares a seat with its holder: either gives orders, both see the hand.
CREATE TABLE partners (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
