-- How long half of somebody's answers to the other sides took at most, in seconds.
ALTER TABLE parts ADD COLUMN pace REAL;
DELETE FROM parts;
DELETE FROM results; -- worked out anew at the next start
-- How often each rule has refused an order, whoever gave it.
CREATE TABLE refusals (
    title TEXT NOT NULL,
    rule TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (title, rule)
) WITHOUT ROWID;
