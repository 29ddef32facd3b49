-- A post that may have arrived stays one message, whatever comes after it.
ALTER TABLE outbox ADD COLUMN batch INTEGER; -- while that is not known: its message's first row
ALTER TABLE outbox ADD COLUMN tried REAL; -- and when it was first sent
-- What is posted, and can no longer be undone, is cleared away.
DELETE FROM outbox WHERE next_try IS NULL
    AND seq <= (SELECT door FROM games WHERE games.id = outbox.game);
