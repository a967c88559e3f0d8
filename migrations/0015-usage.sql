-- What was asked for when the call was made; null where that is not one scope of a place's weather (tiles, names, a job's reading of several).
ALTER TABLE upstream_call ADD COLUMN scope text;

-- Provider calls summed up by hour (kept some days) and by UTC day, so that reading them costs the same however many there were. Each call is
-- counted once in every dimension; triggers beyond a bound are '(other)'.
CREATE TABLE usage_call (
  period    text             NOT NULL CHECK (period IN ('hour', 'day')),
  starts_at timestamptz      NOT NULL,
  product   text             NOT NULL,
  dimension text             NOT NULL CHECK (dimension IN ('cause', 'scope', 'trigger')),
  key       text             NOT NULL,
  calls     bigint           NOT NULL,
  -- Whose outcome is known and not ok.
  failed    bigint           NOT NULL,
  weight    double precision NOT NULL,
  PRIMARY KEY (period, starts_at, dimension, product, key)
);

-- How far the ledger is summed up; one row, or none before the first time.
CREATE TABLE usage_progress (
  one       boolean     PRIMARY KEY DEFAULT true CHECK (one),
  summed_to timestamptz NOT NULL
);

-- Weather answers by the layer that gave them. Rows are counted up in place, so pages have room for their new versions.
CREATE TABLE usage_answer (
  period    text        NOT NULL CHECK (period IN ('hour', 'day')),
  starts_at timestamptz NOT NULL,
  layer     text        NOT NULL CHECK (layer IN ('memory', 'database', 'upstream')),
  scope     text        NOT NULL,
  trigger   text        NOT NULL,
  answers   bigint      NOT NULL,
  PRIMARY KEY (period, starts_at, layer, scope, trigger)
) WITH (fillfactor = 70);
