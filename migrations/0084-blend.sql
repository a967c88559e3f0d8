-- What the blend of a place would have issued, as it was then: it is learned from and scored when its truth exists. One row for six hours and place,
-- deleted when its last hour has been learned.
CREATE TABLE blend_issue (
  cell      integer     NOT NULL,
  -- The start of the six hours.
  slot      timestamptz NOT NULL,
  issued_at timestamptz NOT NULL,
  -- The first source of the place, which is compared with the blend.
  source    text        NOT NULL,
  simulated boolean     NOT NULL,
  -- The order of the sources in `numbers`.
  sources   text[]      NOT NULL CHECK (cardinality(sources) BETWEEN 1 AND 8),
  -- Single precision, by hour (src/features/weather/blend/frozen-hours.ts).
  numbers   bytea       NOT NULL CHECK (length(numbers) <= 20000),
  PRIMARY KEY (cell, slot)
);
CREATE INDEX blend_issue_slot ON blend_issue (slot);

-- What was learned of a place: sums, no cases. One row for each place with measurements near by.
CREATE TABLE blend_place (
  cell      integer     NOT NULL PRIMARY KEY,
  simulated boolean     NOT NULL,
  sources   text[]      NOT NULL CHECK (cardinality(sources) BETWEEN 1 AND 8),
  -- Single precision (packages/weather/src/blend/place-memory-code.ts).
  sums      bytea       NOT NULL CHECK (length(sums) <= 100000),
  days      integer     NOT NULL,
  last_day  date        NOT NULL,
  -- The source and the station that measured last.
  truth_source  text    NOT NULL,
  truth_station text,
  -- Of the last 60 days: the day since 1970, cases, and the sums of absolute errors of the blend and of the first source.
  errors    double precision[] NOT NULL CHECK (cardinality(errors) <= 240),
  is_proved boolean     NOT NULL,
  -- When `is_proved` changed last; null: never.
  since     timestamptz
);
CREATE INDEX blend_place_last_day ON blend_place (last_day);
