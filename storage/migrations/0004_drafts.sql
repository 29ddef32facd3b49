-- Order lines that were given and not carried out: their writer goes on from them.
CREATE TABLE drafts (
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
