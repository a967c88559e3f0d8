-- What places are called, by cell, as the geocoder told; recent checks are named by it.
CREATE TABLE place_name (
  cell     integer          PRIMARY KEY,
  name     text             NOT NULL,
  country  text             NOT NULL,
  state    text,
  lat      double precision NOT NULL,
  lon      double precision NOT NULL,
  named_at timestamptz      NOT NULL
);

CREATE INDEX place_name_named_at ON place_name (named_at);

-- Which clients have been counted for a cell in the running hour: keyed hashes of address and hour, removed when the hour is over.
-- Worth nothing after a crash but one more count, so it is not logged.
CREATE UNLOGGED TABLE check_client (
  hour   timestamptz NOT NULL,
  cell   integer     NOT NULL,
  client bytea       NOT NULL,
  PRIMARY KEY (hour, cell, client)
);

-- Counted searches by hour; what leaves the window is taken off the totals and removed.
CREATE TABLE check_hour (
  hour  timestamptz NOT NULL,
  cell  integer     NOT NULL,
  count integer     NOT NULL CHECK (count > 0),
  PRIMARY KEY (hour, cell)
);

-- The sum of check_hour by cell, changed together with it.
CREATE TABLE check_total (
  cell            integer     PRIMARY KEY,
  count           bigint      NOT NULL CHECK (count >= 0),
  last_checked_at timestamptz NOT NULL
) WITH (fillfactor = 80);

-- The ranking, read from its top.
CREATE INDEX check_total_ranking ON check_total (count DESC, last_checked_at DESC, cell);
