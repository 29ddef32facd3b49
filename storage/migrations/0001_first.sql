-- Times are seconds since 1970 (UTC). Discord's ids are 64-bit integers. JSON is UTF-8 text.
-- No column holds what people wrote in a channel: only orders as the rules print them.

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: an old button can't hit a new game
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    rev INTEGER NOT NULL DEFAULT 0,
    seq INTEGER NOT NULL DEFAULT 0,
    door INTEGER NOT NULL DEFAULT 0,
    commitment TEXT NOT NULL DEFAULT '',
    created REAL NOT NULL,
    updated REAL NOT NULL,
    state BLOB -- last: the columns before it are read without its overflow pages
);
CREATE INDEX games_channel ON games (channel);
CREATE UNIQUE INDEX games_open ON games (channel) WHERE status IN ('lobby', 'running');

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user);

CREATE TABLE actions (
    game INTEGER NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    time REAL NOT NULL,
    undone_by INTEGER,
    kind TEXT NOT NULL,
    side TEXT NOT NULL,
    user INTEGER,
    line TEXT NOT NULL,
    pending TEXT NOT NULL,
    cause TEXT NOT NULL CHECK (cause <> ''),
    rules TEXT NOT NULL,
    hash TEXT NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (game, seq),
    UNIQUE (game, cause)
);

CREATE TABLE snapshots (
    game INTEGER NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    door INTEGER NOT NULL,
    state BLOB NOT NULL, -- zlib
    PRIMARY KEY (game, seq)
);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_try REAL, -- null: sent, or given up
    message INTEGER
);
CREATE INDEX outbox_due ON outbox (next_try) WHERE next_try IS NOT NULL;
CREATE INDEX outbox_channel ON outbox (channel) WHERE next_try IS NOT NULL;
CREATE INDEX outbox_game ON outbox (game, seq);

CREATE TABLE messages (
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (game, kind)
) WITHOUT ROWID;

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);

CREATE TABLE settings (
    scope TEXT NOT NULL,
    owner INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, owner, key)
) WITHOUT ROWID;

CREATE TABLE timers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    due REAL NOT NULL,
    kind TEXT NOT NULL,
    game INTEGER REFERENCES games (id),
    payload TEXT NOT NULL
);
CREATE INDEX timers_due ON timers (due);

CREATE TABLE lease (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    beat REAL NOT NULL
);
