-- What mail services said once, so that a copy of a signed request has no effect. A row lives as long as a signature is believed.
CREATE TABLE mail_event (
  key_hash text PRIMARY KEY,
  at timestamptz NOT NULL
);

CREATE INDEX mail_event_at ON mail_event (at);
