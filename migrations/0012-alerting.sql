-- The places that the alert job looks at, and when it last could ask the primary provider of each: who waited longest goes first.
CREATE TABLE alert_cell (
  cell       integer     PRIMARY KEY,
  -- The last run in which the primary provider told of it, or was asked in vain.
  primary_at timestamptz NOT NULL,
  -- The last run that evaluated it for somebody.
  checked_at timestamptz NOT NULL,
  -- The last run that came to it, watched or not: what a run does to the order makes it come to no place twice.
  run        uuid
);

CREATE INDEX alert_cell_primary_at ON alert_cell (primary_at, cell);
CREATE INDEX alert_cell_checked_at ON alert_cell (checked_at);

-- What goes on at a place, over all runs: an official warning, folded over the sources that carry it, or a spell of a forecast hazard from a
-- threshold on. A row is one event for as long as it lasts, whatever it is called, and however it moves and grows.
CREATE TABLE alert_event (
  id         uuid        PRIMARY KEY,
  cell       integer     NOT NULL,
  kind       text        NOT NULL CHECK (kind IN ('official', 'forecast')),
  -- cancelled: called off before its time. over: its time has passed.
  state      text        NOT NULL CHECK (state IN ('open', 'cancelled', 'over')),
  -- What its sources said last.
  data       jsonb       NOT NULL,
  -- When a source last showed it.
  seen_at    timestamptz NOT NULL
);

CREATE INDEX alert_event_cell ON alert_event (cell, seen_at);
CREATE INDEX alert_event_seen_at ON alert_event (seen_at);

-- What an address (keyed hash) was told of an event last; written together with the mail.
CREATE TABLE alert_notice (
  event_id      uuid        NOT NULL REFERENCES alert_event ON DELETE CASCADE,
  address_hash  text        NOT NULL,
  -- How often it was told: part of the mail's key.
  times         smallint    NOT NULL,
  told_at       timestamptz NOT NULL,
  told_state    text        NOT NULL CHECK (told_state IN ('open', 'cancelled')),
  told_severity text        NOT NULL,
  -- Null: until further notice.
  told_end      timestamptz,
  PRIMARY KEY (event_id, address_hash)
);
