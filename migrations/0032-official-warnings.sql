-- Official warnings of whole countries, as their feeds publish them, and the areas that they are for.

-- The feeds that are read, each in its parts: what the last readings came to.
create table warning_feed (
  feed        text        not null,
  part        text        not null,
  -- Counts the readings: one that was overtaken by another changes nothing.
  readings    integer     not null default 0,
  -- Not read before; pushed back with each failure.
  next_at     timestamptz not null,
  -- The last reading that did not fail.
  read_at     timestamptz,
  -- The last one that told everything: what it leaves out is over or never was.
  complete_at timestamptz,
  -- Whether the last one did; a reading without news is as good as the one before.
  is_complete boolean     not null default false,
  failures    integer     not null default 0,
  failure     text,
  -- What the next reading needs to know of the last one, as the provider wrote it.
  state       text,
  left_out    jsonb       not null default '{}',
  primary key (feed, part)
);

-- Feeds that operators added by their addresses.
create table warning_source (
  id         text        primary key,
  name       text        not null,
  url        text        not null unique,
  license    text        not null,
  is_enabled boolean     not null default true,
  version    integer     not null default 1,
  added_at   timestamptz not null
);

create table warning (
  id           bigint      generated always as identity primary key,
  feed         text        not null,
  part         text        not null,
  -- Which warning it is, by the feed; a message that replaces one under another key continues it.
  key          text        not null,
  message_id   text        not null,
  sent         timestamptz not null,
  state        text        not null check (state in ('running', 'ended', 'replaced')),
  -- Since when the state holds.
  state_at     timestamptz not null,
  -- Places are told of it until then: its end, or a day after it was called off.
  listed_until timestamptz not null,
  -- The latest message, its languages and the names and codes of its areas included.
  message      jsonb       not null,
  -- A hash over the message as it came, geometry included.
  digest       text        not null,
  simulated    boolean     not null,
  -- Since when complete readings lack it.
  absence      jsonb,
  unique (feed, part, key)
);

create index warning_listed_until on warning (listed_until);

-- What a warning has gone by: identifiers of its messages, and keys. A message that comes after the one that replaced it changes nothing.
create table warning_name (
  feed          text        not null,
  part          text        not null,
  name          text        not null,
  key           text        not null,
  -- When the newest message was issued that replaces this one.
  replaced_sent timestamptz,
  seen_at       timestamptz not null,
  primary key (feed, part, name)
);

create index warning_name_seen_at on warning_name (seen_at);

-- Geometry, once however many warnings are for it.
create table warning_shape (
  id       bigint generated always as identity primary key,
  hash     bytea  not null unique,
  -- Polygons and circles.
  geometry jsonb  not null
);

-- Which shapes may hold a place: by tiles of a quarter of a degree and larger ones.
create table warning_shape_tile (
  tile      integer not null,
  shape     bigint  not null references warning_shape on delete cascade,
  is_inside boolean not null,
  primary key (tile, shape)
);

create index warning_shape_tile_shape on warning_shape_tile (shape);

-- The areas of a warning; without a shape where no code of the area is known.
create table warning_area (
  warning  bigint  not null references warning on delete cascade,
  position integer not null,
  shape    bigint  references warning_shape
);

create index warning_area_warning on warning_area (warning);
create index warning_area_shape on warning_area (shape, warning);

-- Warnings that changed, until the places with subscriptions that they are for have been found.
create table warning_change (
  id     bigint      generated always as identity primary key,
  -- When the message was issued, or the warning was found to be over; when it was stored.
  sent   timestamptz not null,
  at     timestamptz not null,
  -- Where it applies, and where it applied.
  shapes bigint[]    not null
);

-- The register of areas that warnings name by codes, loaded from its publishers' files.
create table warning_region (
  scheme  text   not null,
  code    text   not null,
  name    text   not null,
  shape   bigint not null references warning_shape,
  primary key (scheme, code)
);

create index warning_region_shape on warning_region (shape);

-- The smallest tile of a cell: its row and column on the Z-order curve (`geometry/tiles.ts`).
create function warning_tile(cell integer) returns integer language plpgsql immutable strict parallel safe as $$
declare
  grid_row integer := least(719, cell / 36000 / 25);
  grid_column integer := cell % 36000 / 25;
begin
  grid_row := (grid_row | (grid_row << 8)) & 16711935;
  grid_row := (grid_row | (grid_row << 4)) & 252645135;
  grid_row := (grid_row | (grid_row << 2)) & 858993459;
  grid_row := (grid_row | (grid_row << 1)) & 1431655765;
  grid_column := (grid_column | (grid_column << 8)) & 16711935;
  grid_column := (grid_column | (grid_column << 4)) & 252645135;
  grid_column := (grid_column | (grid_column << 2)) & 858993459;
  grid_column := (grid_column | (grid_column << 1)) & 1431655765;
  return grid_column | (grid_row << 1);
end $$;
