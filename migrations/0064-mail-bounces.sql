-- What mail servers, mail services and recipients reported about mails that had been accepted. A mail counts once per kind, however often it
-- is reported.
create table mail_bounce (
  mail_id      uuid not null,
  kind         text not null check (kind in ('hard', 'soft', 'complaint')),
  -- Of the mail, which is deleted earlier.
  run_id       uuid,
  address_hash text not null,
  source       text not null check (source in ('mailbox', 'ses', 'postmark', 'mailgun', 'resend')),
  -- Enhanced status code (RFC 3463).
  status       text,
  -- One line; may repeat the address.
  detail       text not null,
  at           timestamptz not null,
  primary key (mail_id, kind)
);

create index mail_bounce_address on mail_bounce (address_hash, at);
create index mail_bounce_run on mail_bounce (run_id) where run_id is not null;
create index mail_bounce_at on mail_bounce (at);

-- How far the mailbox for bounces has been read, and by whom it is being read.
create table bounce_mailbox (
  one          bool primary key default true check (one),
  -- Server, user and folder: another one is read from its beginning.
  account      text not null,
  uid_validity text not null,
  last_uid     int8 not null,
  read_at      timestamptz,
  lease_owner  uuid,
  leased_until timestamptz
);
