-- When the games of a league's round are to be over.
ALTER TABLE leagues ADD COLUMN ends REAL;
