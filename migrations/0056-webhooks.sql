-- Where programs want to be sent the official warnings and the threshold alerts of a place.
create table webhook (
  id            uuid primary key,
  key_id        uuid not null references client_key on delete cascade,
  name          text not null,
  url           text not null,
  cell          integer not null,
  lat           double precision not null,
  lon           double precision not null,
  -- As of a subscription.
  alert_prefs   jsonb not null,
  lang          text not null,
  timezone      text not null,
  -- Sealed. Null: lost with an ADMIN_SECRET; nothing is sent until it is rotated.
  secret        text,
  -- The secret before the last rotation; messages are signed with both until then.
  former_secret text,
  former_until  timestamptz,
  disabled_at   timestamptz,
  disabled_by   text check (disabled_by in ('client', 'receiver', 'failures', 'operator')),
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  check ((disabled_at is null) = (disabled_by is null))
);

create index webhook_cell on webhook (cell) where disabled_at is null;
create index webhook_key on webhook (key_id, id);

-- Messages to webhooks, written in the transaction that decides them.
create table webhook_delivery (
  -- Also its webhook-id.
  id               uuid primary key,
  webhook_id       uuid not null references webhook on delete cascade,
  type             text not null,
  -- As sent and signed.
  body             text not null,
  -- dead: refused for good, or given up after the last attempt; may be replayed.
  state            text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  created_at       timestamptz not null,
  next_attempt_at  timestamptz not null,
  attempts         smallint not null default 0,
  attempts_allowed smallint not null,
  -- Of the last attempt: the status of the answer, or null without one, and what went wrong.
  last_status      smallint,
  last_error       text,
  leased_until     timestamptz,
  lease_owner      uuid,
  settled_at       timestamptz
);

create index webhook_delivery_waiting on webhook_delivery (webhook_id, next_attempt_at) where state = 'waiting';
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_created_at on webhook_delivery (created_at);
