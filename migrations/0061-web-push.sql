-- The key pair that signs notifications (RFC 8292), the same on all nodes; made at the first start.
create table push_key (
  one         boolean primary key default true check (one),
  -- The uncompressed point as base64url, as browsers take it.
  public_key  text not null,
  -- The private key, sealed.
  sealed      text not null,
  created_at  timestamptz not null
);

-- Browsers that are notified.
create table push_device (
  id             uuid primary key,
  -- Keyed hashes: of the browser's clientId, as in subscription; of its endpoint; and of the network that it was registered from.
  client         text not null unique,
  endpoint_hash  text not null unique,
  network        text not null,
  -- Endpoint and keys as JSON, sealed.
  sealed         text not null,
  -- The host of the endpoint.
  service        text not null,
  lang           text not null,
  units          text not null check (units in ('metric', 'uk', 'imperial', 'si')),
  created_at     timestamptz not null,
  -- When a notification was last delivered, or the browser last asked for its places.
  alive_at       timestamptz not null
);

create index push_device_network on push_device (network, created_at);
create index push_device_alive_at on push_device (alive_at);

-- The places that a browser is notified of.
create table push_watch (
  id           uuid primary key,
  device_id    uuid not null references push_device on delete cascade,
  cell         integer not null,
  name         text not null,
  lat          double precision not null,
  lon          double precision not null,
  -- As of a subscription.
  frequency    text not null check (frequency in ('immediate', 'hourly', 'daily')),
  alert_prefs  jsonb not null,
  timezone     text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  unique (device_id, cell)
);

create index push_watch_cell on push_watch (cell, id);

-- Notifications, written in the transaction that decides them.
create table push_message (
  id               uuid primary key,
  watch_id         uuid not null references push_watch on delete cascade,
  -- The event: a newer notification of it replaces the older.
  tag              uuid not null,
  payload          text not null,
  urgency          text not null check (urgency in ('normal', 'high')),
  state            text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'expired', 'replaced')),
  created_at       timestamptz not null,
  -- Not sent from then on.
  expires_at       timestamptz not null,
  next_attempt_at  timestamptz not null,
  attempts         smallint not null default 0,
  -- Of the last attempt: the status of the answer, or null without one, and what went wrong.
  last_status      smallint,
  last_error       text,
  leased_until     timestamptz,
  lease_owner      uuid,
  settled_at       timestamptz
);

create index push_message_waiting on push_message (next_attempt_at) where state = 'waiting';
create index push_message_watch on push_message (watch_id, tag);
create index push_message_created_at on push_message (created_at);
