-- Mails to be sent and, for 30 days, those that were: template and data, never rendered bodies. Written in the transaction that decided the
-- mail; `key` says what, whom and which period or event, so that nothing is told twice.
CREATE TABLE mail_outbox (
  id                uuid        PRIMARY KEY,
  key               text        NOT NULL UNIQUE,
  kind              text        NOT NULL CHECK (kind IN ('digest', 'alerts', 'confirmation', 'account', 'message')),
  -- What goes out first: 0 confirmations and accounts, 1 alerts, 2 the rest.
  priority          smallint    NOT NULL,
  template          text        NOT NULL,
  address           text        NOT NULL,
  -- The address trimmed and in lower case.
  email_key         text        NOT NULL,
  lang              text        NOT NULL,
  units             text        NOT NULL CHECK (units IN ('metric', 'uk', 'imperial', 'si')),
  timezone          text        NOT NULL,
  data              jsonb       NOT NULL,
  parts             text[]      NOT NULL,
  unsubscribe_token text,
  unsubscribe_scope text        CHECK (unsubscribe_scope IN ('digest', 'alerts', 'all')),
  run_id            uuid,
  created_at        timestamptz NOT NULL,
  drop_after        timestamptz,
  -- failed: set aside after its tries, or refused for good. expired: drop_after had passed. withdrawn: its receiver had unsubscribed.
  state             text        NOT NULL DEFAULT 'waiting'
                                CHECK (state IN ('waiting', 'sent', 'failed', 'suppressed', 'expired', 'withdrawn')),
  next_attempt_at   timestamptz NOT NULL,
  attempts          smallint    NOT NULL DEFAULT 0,
  -- Set aside when `attempts` has come this far; a retry by hand raises it.
  attempts_allowed  smallint    NOT NULL,
  last_error        text,
  -- A worker holds the row until then; after it the row is anybody's.
  leased_until      timestamptz,
  lease_owner       uuid,
  -- When it left `waiting`.
  settled_at        timestamptz
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);

-- What is due: only waiting rows, however many have been sent. A lease changes no indexed column.
CREATE INDEX mail_outbox_due ON mail_outbox (priority, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX mail_outbox_waiting_address ON mail_outbox (email_key) WHERE state = 'waiting';
CREATE INDEX mail_outbox_run ON mail_outbox (run_id, state) WHERE run_id IS NOT NULL;
CREATE INDEX mail_outbox_created_at ON mail_outbox (created_at);

-- What the peer answered to each attempt. Goes with its mail.
CREATE TABLE mail_attempt (
  mail_id    uuid        NOT NULL,
  number     smallint    NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at   timestamptz NOT NULL,
  outcome    text        NOT NULL CHECK (outcome IN ('sent', 'rejected', 'deferred', 'unknown', 'not_rendered')),
  response   text        NOT NULL,
  PRIMARY KEY (mail_id, number)
);

-- What many mails show (one place's week, one warning's text), kept once, as long as a mail may refer to it.
CREATE TABLE mail_part (
  id      text        PRIMARY KEY,
  data    jsonb       NOT NULL,
  used_at timestamptz NOT NULL
);

CREATE INDEX mail_part_used_at ON mail_part (used_at);

-- Whom nothing is sent to. Keyed hashes, so that it outlives what is known of a person.
CREATE TABLE mail_suppression (
  address_hash text        PRIMARY KEY,
  reason       text        NOT NULL CHECK (reason IN ('hard_bounce', 'complaint', 'manual', 'unsubscribed')),
  since        timestamptz NOT NULL,
  note         text
);

-- What an administrator made of a shipped template.
CREATE TABLE email_template (
  id         text        PRIMARY KEY,
  subject    text        NOT NULL,
  mjml       text        NOT NULL,
  body_text  text        NOT NULL,
  version    integer     NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text
);
