-- The keyed hash of all that everybody was told of the game up to this action.
ALTER TABLE actions ADD COLUMN record TEXT NOT NULL DEFAULT '';
