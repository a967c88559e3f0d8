-- What is usual at a place (`src/features/weather/normals`): fetched once, kept until the period is superseded.
CREATE TABLE climate_normal (
  cell int4 PRIMARY KEY,
  -- How often somebody asked while it was not known, and when last: the most wanted is fetched first.
  asked int4 NOT NULL DEFAULT 1,
  wanted_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  failures int4 NOT NULL DEFAULT 0,
  -- When a call was last made for it: calls of a day are counted by this.
  tried_at timestamptz,
  source text,
  -- `1991-2020`; null: not known.
  period text,
  fetched_at timestamptz,
  simulated boolean NOT NULL DEFAULT false,
  -- 366 values each, from 1 January to 31 December of a leap year, in canonical units.
  temperature_min float4[],
  temperature_max float4[],
  temperature_min_tenth float4[],
  temperature_max_tenth float4[],
  precipitation float4[]
);
CREATE INDEX climate_normal_tried ON climate_normal (tried_at);
CREATE INDEX climate_normal_unknown ON climate_normal (asked DESC) WHERE period IS NULL;
