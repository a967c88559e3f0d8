-- The scores of a place, made from its sums of a year when new ones came: what pages and mails read.
CREATE TABLE verification_result (
  -- -1: all places together.
  cell     integer     NOT NULL PRIMARY KEY,
  -- New sums have come since.
  is_stale boolean     NOT NULL,
  -- First and last day with sums; null before the first scores.
  from_day date,
  to_day   date,
  -- Places that the scores are of.
  places   integer,
  -- Some of it was declared as made up.
  simulated boolean,
  scores   jsonb
);
CREATE INDEX verification_result_stale ON verification_result (cell) WHERE is_stale;
