-- How forecasts compare with what came, as sums: the scores of any period and their intervals follow from these without reading forecasts
-- again. Each array is a tally (src/domain/verification/tally.ts); null without cases.
CREATE TABLE verification_sum (
  -- -1: all places together.
  cell         integer  NOT NULL,
  -- Of what was forecast: the day of UTC, for highs and lows the place's own.
  day          date     NOT NULL,
  source       text     NOT NULL,
  -- What the forecasts are compared with.
  truth_source text     NOT NULL,
  truth_kind   text     NOT NULL CHECK (truth_kind IN ('observation', 'analysis')),
  -- '': all cases; else only those that this source has forecast, too.
  versus       text     NOT NULL,
  -- Upper bound of the band of lead time.
  lead_hours   smallint NOT NULL,
  -- Some of it was declared as made up.
  simulated    boolean  NOT NULL,
  temperature               double precision[],
  wind_speed                double precision[],
  wind_gust                 double precision[],
  wind_direction            double precision[],
  precipitation             double precision[],
  precipitation_probability double precision[],
  temperature_max           double precision[],
  temperature_min           double precision[],
  PRIMARY KEY (cell, day, source, truth_source, truth_kind, versus, lead_hours)
);
CREATE INDEX verification_sum_day ON verification_sum (day);

-- Days that are being compared, or have been: after a restart the work goes on behind `last_cell`.
CREATE TABLE verification_progress (
  day       date    NOT NULL PRIMARY KEY,
  last_cell integer NOT NULL,
  is_done   boolean NOT NULL
);
