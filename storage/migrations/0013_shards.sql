-- Which server a timer is about (0: a person), so that each process asks for those of its shards.
ALTER TABLE timers ADD COLUMN guild INTEGER NOT NULL DEFAULT 0;
UPDATE timers SET guild = COALESCE((SELECT g.guild FROM games g WHERE g.id = timers.game), 0);
UPDATE timers SET guild = CAST(substr(key, 7) AS INTEGER) WHERE kind IN ('guild', 'recap');
UPDATE timers SET guild
    = COALESCE((SELECT l.guild FROM leagues l WHERE 'league:' || l.id = timers.key), 0)
    WHERE kind = 'league';

-- When the bot was away from a server, or (0) from those of some shards. That time counts for
-- nobody: each game takes it off when its watch is next read.
CREATE TABLE silences (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    shards INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL
);
CREATE INDEX silences_until ON silences (until);

-- A lease for each range of shards, `first` to `last` of so many; a bot alone has one for all.
CREATE TABLE leases (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    beat REAL NOT NULL,
    shards INTEGER NOT NULL DEFAULT 1,
    first INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0
);
INSERT INTO leases (id, owner, host, pid, beat) SELECT id, owner, host, pid, beat FROM lease;
DROP TABLE lease;
ALTER TABLE leases RENAME TO lease;
