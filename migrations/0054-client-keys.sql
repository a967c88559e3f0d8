-- Keys of programs that use the API. Of a secret, only its hash and its first characters are stored.
create table client_key (
  id           uuid primary key,
  name         text not null,
  scopes       text[] not null,
  -- Empty: it may be sent from anywhere.
  origins      text[] not null,
  -- Null: no limit.
  per_minute   integer check (per_minute > 0),
  per_day      integer check (per_day > 0),
  per_month    integer check (per_month > 0),
  expires_at   timestamptz,
  disabled     boolean not null,
  revoked_at   timestamptz,
  hash         bytea not null unique,
  start        text not null,
  -- The secret before the last rotation, until it ends.
  former_hash  bytea,
  former_until timestamptz,
  rotated_at   timestamptz,
  created_at   timestamptz not null,
  version      integer not null
);

-- Requests of each key by UTC day; also the counts behind its limits per day and month.
create table client_key_usage (
  key_id   uuid not null references client_key on delete cascade,
  day      date not null,
  scope    text not null,
  requests bigint not null,
  refused  bigint not null,
  last_at  timestamptz not null,
  primary key (key_id, day, scope)
);
