-- The archive: what providers reported and what they forecast, in canonical units (°C, m/s, mm, hPa, m), null where nothing was sent.
-- Rows are written once and never changed. Months are partitions, made ahead of time and dropped when they are past retention.

-- What a provider reported as the weather of a moment: at most one row per cell, moment and source.
CREATE TABLE observation (
  cell           integer     NOT NULL,
  observed_at    timestamptz NOT NULL,
  source         text        NOT NULL,
  -- When it came from the provider.
  recorded_at    timestamptz NOT NULL,
  -- The upstream declared its data as made up.
  simulated      boolean     NOT NULL,
  -- IANA name of the place's zone.
  timezone       text        NOT NULL,
  temperature    real,
  feels_like     real,
  dew_point      real,
  humidity       real,
  pressure       real,
  cloud_cover    real,
  visibility     real,
  uv_index       real,
  wind_speed     real,
  wind_gust      real,
  wind_direction real,
  -- Amounts of the 60 minutes before.
  precipitation  real,
  rain           real,
  snow           real,
  condition      text,
  provider_code  integer,
  is_day         boolean,
  sunrise        timestamptz,
  sunset         timestamptz,
  PRIMARY KEY (cell, observed_at, source)
) PARTITION BY RANGE (observed_at);

-- An hour-by-hour forecast as it was issued: the first of each hour, per cell and source. Element n of every array belongs to hour
-- valid_at[n]; an array that would hold nothing but nulls is null.
CREATE TABLE hourly_issue (
  cell                      integer       NOT NULL,
  issued_hour               timestamptz   NOT NULL,
  source                    text          NOT NULL,
  issued_at                 timestamptz   NOT NULL,
  simulated                 boolean       NOT NULL,
  last_valid_at             timestamptz   NOT NULL,
  valid_at                  timestamptz[] NOT NULL,
  temperature               real[],
  feels_like                real[],
  dew_point                 real[],
  humidity                  real[],
  pressure                  real[],
  cloud_cover               real[],
  visibility                real[],
  uv_index                  real[],
  wind_speed                real[],
  wind_gust                 real[],
  wind_direction            real[],
  precipitation             real[],
  rain                      real[],
  snow                      real[],
  precipitation_probability real[],
  condition                 text[],
  provider_code             integer[],
  is_day                    boolean[],
  PRIMARY KEY (cell, issued_hour, source)
) PARTITION BY RANGE (issued_hour);

-- A day-by-day forecast as it was issued: the first of each hour, per cell and source. Day n of `points` starts at valid_at[n].
CREATE TABLE daily_issue (
  cell          integer       NOT NULL,
  issued_hour   timestamptz   NOT NULL,
  source        text          NOT NULL,
  issued_at     timestamptz   NOT NULL,
  simulated     boolean       NOT NULL,
  last_valid_at timestamptz   NOT NULL,
  valid_at      timestamptz[] NOT NULL,
  -- The canonical daily points without their nulls.
  points        jsonb         NOT NULL,
  PRIMARY KEY (cell, issued_hour, source)
) PARTITION BY RANGE (issued_hour);
