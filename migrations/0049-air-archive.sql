-- The air in the archive, as sources send it: means of an hour in µg/m³, pollen in grains/m³. Indices are computed when it is read.

-- What a source gave for the hour that was running: at most one row per cell, hour and source.
create table air_analysis (
  cell           integer     not null,
  -- Start of the hour.
  observed_at    timestamptz not null,
  source         text        not null,
  recorded_at    timestamptz not null,
  simulated      boolean     not null,
  pm25           real,
  pm10           real,
  no2            real,
  o3             real,
  so2            real,
  co             real,
  dust           real,
  alder_pollen   real,
  birch_pollen   real,
  grass_pollen   real,
  mugwort_pollen real,
  olive_pollen   real,
  ragweed_pollen real,
  primary key (cell, observed_at, source)
) partition by range (observed_at);

-- A forecast of the air as it was issued: like hourly_issue, the first of each hour, per cell and source.
create table air_issue (
  cell           integer       not null,
  issued_hour    timestamptz   not null,
  source         text          not null,
  issued_at      timestamptz   not null,
  simulated      boolean       not null,
  last_valid_at  timestamptz   not null,
  valid_at       timestamptz[] not null,
  pm25           real[],
  pm10           real[],
  no2            real[],
  o3             real[],
  so2            real[],
  co             real[],
  dust           real[],
  alder_pollen   real[],
  birch_pollen   real[],
  grass_pollen   real[],
  mugwort_pollen real[],
  olive_pollen   real[],
  ragweed_pollen real[],
  primary key (cell, issued_hour, source)
) partition by range (issued_hour);
