-- What stations measure: boxes of a grid, read while somebody is interested in a place within them, and the stations that reported there.

create table station_box (
  source    text        not null,
  -- The south-western corner, '50,10'; the spacing of the grid is the source's.
  box       text        not null,
  -- When the weather of a place in or near it was last fetched.
  wanted_at timestamptz not null,
  -- Not read before.
  next_at   timestamptz not null,
  read_at   timestamptz,
  failures  integer     not null default 0,
  failure   text,
  -- What the next reading needs to know of the last one, as the provider wrote it.
  state     jsonb,
  primary key (source, box)
);

create index station_box_next_at on station_box (next_at);

create table station (
  source      text             not null,
  id          text             not null,
  name        text             not null,
  lat         double precision not null,
  lon         double precision not null,
  height      real,
  -- The cell of one degree that it is in: places look for stations by these.
  tile        integer          not null,
  observed_at timestamptz      not null,
  -- The latest reading, without what its sensors cannot have measured.
  reading     jsonb            not null,
  simulated   boolean          not null,
  -- How long its sensors have been showing the same.
  sensors     jsonb            not null,
  -- When a place last found it suitable: the readings of such stations are kept.
  used_at     timestamptz,
  primary key (source, id)
);

create index station_tile on station (tile);
create index station_observed_at on station (observed_at);

-- Readings near full hours, with which forecasts are compared.
create table station_reading (
  source         text        not null,
  station        text        not null,
  observed_at    timestamptz not null,
  simulated      boolean     not null,
  temperature    real,
  wind_speed     real,
  wind_gust      real,
  wind_direction real,
  precipitation  real,
  primary key (source, station, observed_at)
);

create index station_reading_observed_at on station_reading (observed_at);

-- The height of the terrain at a place, from a provider that states it.
create table place_height (
  cell    integer     primary key,
  height  real        not null,
  seen_at timestamptz not null
);
