-- Map overlay tiles of the last day: what lies under each process's memory, and the last good picture while the provider fails. Worth
-- nothing after a crash, so it is not logged. A job holds the sum of its bytes.
CREATE UNLOGGED TABLE map_tile (
  layer      text        NOT NULL,
  z          smallint    NOT NULL,
  x          integer     NOT NULL,
  y          integer     NOT NULL,
  fetched_at timestamptz NOT NULL,
  png        bytea       NOT NULL,
  PRIMARY KEY (layer, z, x, y)
);

CREATE INDEX map_tile_fetched_at ON map_tile (fetched_at);

-- A PNG is compressed already.
ALTER TABLE map_tile ALTER COLUMN png SET STORAGE EXTERNAL;

-- What people say was wrong, with what they were being shown.
CREATE TABLE inaccurate_report (
  id               uuid             PRIMARY KEY,
  received_at      timestamptz      NOT NULL,
  lat              double precision NOT NULL,
  lon              double precision NOT NULL,
  cell             integer          NOT NULL,
  scope            text             NOT NULL CHECK (scope IN ('current', 'hourly', 'daily', 'minutely')),
  field            text             NOT NULL CHECK (field IN ('temperature', 'precipitation', 'wind', 'condition', 'alert', 'other')),
  -- A number or a text, as sent.
  observed_value   jsonb,
  comment          text,
  -- Keyed hash.
  client           text,
  -- [{ scope, source, fetchedAt, simulated, data }] in canonical units; empty where nothing was cached for the place.
  shown            jsonb            NOT NULL,
  state            text             NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved', 'dismissed')),
  state_changed_at timestamptz
);

CREATE INDEX inaccurate_report_received_at ON inaccurate_report (received_at);

-- The key of today's visitor hashes. Thrown away when its day (UTC) is over; not logged, so that no backup, replica or log archive keeps it.
CREATE UNLOGGED TABLE analytics_salt (
  day  date  PRIMARY KEY,
  salt bytea NOT NULL
);

-- What pages reported, kept 30 days: each day (UTC) is a partition, made when needed and dropped as a whole.
CREATE TABLE analytics_event (
  at       timestamptz NOT NULL,
  -- Keyed hash that is the same for one visitor within one day only.
  visitor  bytea       NOT NULL,
  type     text        NOT NULL,
  path     text        NOT NULL,
  name     text,
  value    double precision,
  slot_id  text,
  -- Host that the visitor came from.
  referrer text,
  device   text        NOT NULL,
  browser  text        NOT NULL
) PARTITION BY RANGE (at);

CREATE INDEX analytics_event_at ON analytics_event (at);

-- Events by hour and by day. For each type and name there is a row with dimension `all`, and one for each path, referrer, slot, device
-- and browser; what is beyond the most frequent of an hour or day is summed up under the key `(other)`.
CREATE TABLE analytics_rollup (
  period    text             NOT NULL CHECK (period IN ('hour', 'day')),
  starts_at timestamptz      NOT NULL,
  type      text             NOT NULL,
  name      text             NOT NULL,
  dimension text             NOT NULL CHECK (dimension IN ('all', 'path', 'referrer', 'slot', 'device', 'browser')),
  key       text             NOT NULL,
  events    bigint           NOT NULL,
  visitors  bigint           NOT NULL,
  value_sum double precision,
  value_p75 double precision,
  PRIMARY KEY (period, starts_at, type, name, dimension, key)
);

-- Until when the roll-ups of a period are final, and when they were last made.
CREATE TABLE analytics_progress (
  period    text        PRIMARY KEY CHECK (period IN ('hour', 'day')),
  final_to  timestamptz NOT NULL,
  rolled_at timestamptz NOT NULL
);
