-- An administrator ends subscriptions, too.
ALTER TABLE subscription DROP CONSTRAINT subscription_deactivated_by_check;
ALTER TABLE subscription ADD CONSTRAINT subscription_deactivated_by_check CHECK (deactivated_by IN ('client', 'mail', 'admin'));

-- Lists of the back office, newest first, a page at a time however many rows there are.
CREATE INDEX subscription_created_at ON subscription (created_at, id);
CREATE INDEX inaccurate_report_cell ON inaccurate_report (cell);

-- The days of the mailing summary are counted in the index alone.
DROP INDEX mail_outbox_created_at;
CREATE INDEX mail_outbox_created_at ON mail_outbox (created_at, id) INCLUDE (kind, state);
-- What went wrong is little among many, and is looked for first.
CREATE INDEX mail_outbox_failed ON mail_outbox (created_at, id) WHERE state = 'failed';
-- All mails of one person, not the waiting ones alone.
DROP INDEX mail_outbox_waiting_address;
CREATE INDEX mail_outbox_email_key ON mail_outbox (email_key);

-- Messages that administrators wrote to readers of the newsletter or to one address, kept 90 days. What they say is a mail_part, whom they
-- reach are rows of the outbox, whose keys hold the id.
CREATE TABLE composed_message (
  id              uuid        PRIMARY KEY,
  -- Null: it is for one address, and in that mail alone.
  subject         text,
  -- Languages (without region) of the readers that it is for, empty: all; null: it is for one address.
  languages       text[],
  -- As the caller named the request, and the SHA-256 of what it asked: said again, it is the same message.
  idempotency_key text        UNIQUE,
  fingerprint     text        NOT NULL,
  -- The subscription that the outbox was filled up to.
  filled_to       uuid,
  recipients      integer     NOT NULL,
  created_at      timestamptz NOT NULL,
  created_by      text        NOT NULL,
  -- When all its mails were in the outbox.
  finished_at     timestamptz
);

CREATE INDEX composed_message_unfinished ON composed_message (created_at) WHERE finished_at IS NULL;
CREATE INDEX composed_message_created_at ON composed_message (created_at);
