-- A database of format 14, as its version left it after a few orders. Don't edit.
BEGIN TRANSACTION;
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
    entries BLOB NOT NULL, record TEXT NOT NULL DEFAULT '', told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seq),
    UNIQUE (game, cause)
);
INSERT INTO "actions" VALUES(1,1,1750000240.0,NULL,'order','axis',1,'move 4pz 1508 1609','p7','c1','1','abababababababababababababababababababababababababababababababab',X'5B7B226B696E64223A226F72646572222C2273696465223A2261786973222C226C696E65223A226D6F76652034707A20313530382031363039227D5D','',1);
INSERT INTO "actions" VALUES(1,2,1750000420.0,NULL,'order','axis',1,'move 4pz 1508 1609','p7','c2','1','abababababababababababababababababababababababababababababababab',X'5B7B226B696E64223A226F72646572222C2273696465223A2261786973222C226C696E65223A226D6F76652034707A20313530382031363039227D5D','',1);
INSERT INTO "actions" VALUES(1,3,1750000600.0,4,'order','axis',NULL,'move 4pz 1508 1609','p7','c3','1','abababababababababababababababababababababababababababababababab',X'5B7B226B696E64223A226F72646572222C2273696465223A2261786973222C226C696E65223A226D6F76652034707A20313530382031363039227D5D','',1);
INSERT INTO "actions" VALUES(1,4,1750000780.0,NULL,'undo','axis',1,'move 4pz 1508 1609','p7','c4','1','abababababababababababababababababababababababababababababababab',X'5B7B226B696E64223A226F72646572222C2273696465223A2261786973222C226C696E65223A226D6F76652034707A20313530382031363039227D5D','',1);
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
INSERT INTO "deeds" VALUES(1,10,1,3,1750001000.0,'lock','The game is locked.','a quarrel');
CREATE TABLE drafts (
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
INSERT INTO "drafts" VALUES(1,1,'move 1pz 0204
end movement');
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
INSERT INTO "entrants" VALUES(1,10,1,1,7,'','axis','',1,NULL);
CREATE TABLE former (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL
);
INSERT INTO "former" VALUES(1,1750001000.0);
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
INSERT INTO "games" VALUES(1,10,20,1,'iron_blood','campaign','{"anti_partisans":true}','running',5,4,1,'c0ffee',1750000000.0,1750000720.0,X'73746174652032');
INSERT INTO "games" VALUES(2,10,21,1,'iron_blood','campaign','{"anti_partisans":true}','lobby',0,0,0,'',1750000960.0,1750000960.0,NULL);
INSERT INTO "games" VALUES(3,10,22,3,'iron_blood','campaign','{}','running',2,0,0,'c0ffee',1750001080.0,1750001080.0,X'73746174652030');
CREATE TABLE insiders (
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    side TEXT NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (game, user, side)
) WITHOUT ROWID;
INSERT INTO "insiders" VALUES(1,1,'axis',1750000000.0);
INSERT INTO "insiders" VALUES(1,2,'soviet',1750000000.0);
INSERT INTO "insiders" VALUES(3,3,'axis',1750001080.0);
INSERT INTO "insiders" VALUES(3,4,'soviet',1750001080.0);
INSERT INTO "insiders" VALUES(3,5,'soviet',1750001080.0);
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
, ends REAL);
INSERT INTO "leagues" VALUES(1,10,20,1,'Cup',1,'{"game":"iron_blood"}','running',1,NULL,1750300000.0);
CREATE TABLE "lease" (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    beat REAL NOT NULL,
    shards INTEGER NOT NULL DEFAULT 1,
    first INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "lease" VALUES(1,'0123456789abcdef','host',7,1750001080.0,1,0,0);
CREATE TABLE messages (
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (game, kind)
) WITHOUT ROWID;
INSERT INTO "messages" VALUES(1,'panel',20,998);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    time REAL NOT NULL,
    turn TEXT NOT NULL,
    text TEXT NOT NULL
);
INSERT INTO "notes" VALUES(1,1,1,1750001000.0,'May 1941','Kiev is thin');
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
, batch INTEGER, tried REAL);
INSERT INTO "outbox" VALUES(3,1,2,20,'order','{"seq":2}',1,1750000902.0,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(4,1,3,20,'order','{"seq":3}',0,1750000660.0,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(5,1,4,20,'undo','{"seq":4}',0,1750000840.0,NULL,NULL,NULL);
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
INSERT INTO "pairings" VALUES(1,10,1,1,1,'{"axis":1,"soviet":2}','adjudicated','{"1":0.5,"2":0.5}',30,1,1,'late');
CREATE TABLE partners (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
INSERT INTO "partners" VALUES(1,'axis',3);
CREATE TABLE parts (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL, -- 0: the practice opponent
    orders INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL,
    place INTEGER
, pace REAL);
INSERT INTO "parts" VALUES(1,'axis',1,2,1750000240.0,1750000420.0,1,60.0);
CREATE TABLE posted (
    message INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    channel INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    text TEXT NOT NULL -- as it stands there: the bot's own words
);
INSERT INTO "posted" VALUES(901,1,20,1,1,'Axis: move 4pz 1508 1609');
CREATE TABLE refusals (
    title TEXT NOT NULL,
    rule TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (title, rule)
) WITHOUT ROWID;
INSERT INTO "refusals" VALUES('toy','8.5.4',2);
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
INSERT INTO "results" VALUES(1,4,1750000780.0,'played','["axis"]','most cities','{"axis":3}',0,1);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,'axis',1);
INSERT INTO "seats" VALUES(1,'soviet',2);
INSERT INTO "seats" VALUES(3,'axis',3);
INSERT INTO "seats" VALUES(3,'soviet',5);
CREATE TABLE settings (
    scope TEXT NOT NULL,
    owner INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, owner, key)
) WITHOUT ROWID;
INSERT INTO "settings" VALUES('guild',10,'picture','"full"');
CREATE TABLE silences (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    shards INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL
);
CREATE TABLE snapshots (
    game INTEGER NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    door INTEGER NOT NULL,
    state BLOB NOT NULL, -- zlib
    PRIMARY KEY (game, seq)
);
INSERT INTO "snapshots" VALUES(1,0,1,X'78012B2E492C49553000000B380272');
INSERT INTO "snapshots" VALUES(1,1,1,X'78012B2E492C49553004000B390273');
INSERT INTO "snapshots" VALUES(1,2,0,X'78012B2E492C49553002000B3A0274');
INSERT INTO "snapshots" VALUES(3,0,1,X'78012B2E492C49553000000B380272');
CREATE TABLE timers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    due REAL NOT NULL,
    kind TEXT NOT NULL,
    game INTEGER REFERENCES games (id),
    payload TEXT NOT NULL
, guild INTEGER NOT NULL DEFAULT 0);
INSERT INTO "timers" VALUES(1,'remind 1',1750100000.0,'reminder',1,'{"side":"axis"}',10);
CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);
INSERT INTO "users" VALUES(1,'{"colours":"dark"}');
CREATE TABLE watchers (
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    what TEXT NOT NULL,
    seen TEXT NOT NULL,
    told REAL NOT NULL,
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
INSERT INTO "watchers" VALUES(1,3,'turns','Turn 1',1750000300.0);
CREATE INDEX games_channel ON games (channel);
CREATE UNIQUE INDEX games_open ON games (channel) WHERE status IN ('lobby', 'running');
CREATE INDEX seats_user ON seats (user);
CREATE INDEX outbox_due ON outbox (next_try) WHERE next_try IS NOT NULL;
CREATE INDEX outbox_channel ON outbox (channel) WHERE next_try IS NOT NULL;
CREATE INDEX outbox_game ON outbox (game, seq);
CREATE INDEX timers_due ON timers (due);
CREATE INDEX posted_game ON posted (game, last);
CREATE INDEX actions_told ON actions (game, seq)
    WHERE told AND undone_by IS NULL AND kind <> 'undo';
CREATE INDEX parts_game ON parts (game);
CREATE INDEX parts_user ON parts (user);
CREATE INDEX deeds_guild ON deeds (guild, id);
CREATE INDEX notes_user ON notes (user, game);
CREATE INDEX watchers_user ON watchers (user);
CREATE INDEX leagues_channel ON leagues (channel, id);
CREATE UNIQUE INDEX entrants_number ON entrants (league, number);
CREATE INDEX entrants_user ON entrants (user);
CREATE INDEX pairings_league ON pairings (league, id);
CREATE INDEX pairings_game ON pairings (game);
CREATE INDEX games_status ON games (status, updated);
CREATE INDEX games_guild ON games (guild);
CREATE INDEX silences_until ON silences (until);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',3);
INSERT INTO "sqlite_sequence" VALUES('outbox',5);
INSERT INTO "sqlite_sequence" VALUES('timers',1);
INSERT INTO "sqlite_sequence" VALUES('deeds',1);
INSERT INTO "sqlite_sequence" VALUES('notes',1);
INSERT INTO "sqlite_sequence" VALUES('former',1);
INSERT INTO "sqlite_sequence" VALUES('leagues',1);
INSERT INTO "sqlite_sequence" VALUES('entrants',1);
INSERT INTO "sqlite_sequence" VALUES('pairings',1);
COMMIT;
PRAGMA user_version = 14;
