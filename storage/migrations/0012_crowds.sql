-- What is asked of many games at once reads those that it is about, and no others.
CREATE INDEX games_status ON games (status, updated);
CREATE INDEX games_guild ON games (guild);
