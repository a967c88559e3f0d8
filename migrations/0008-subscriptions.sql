-- Who gets what by e-mail. A client's four verbs work on its own rows; a subscriber is an address over all clients.
CREATE TABLE subscription (
  id                uuid             PRIMARY KEY,
  -- Keyed hash of the clientId.
  client            text             NOT NULL,
  -- As given, with the domain in ASCII.
  email             text             NOT NULL,
  -- The same in lower case: who the subscriber is.
  email_key         text             NOT NULL,
  type              text             NOT NULL CHECK (type IN ('newsletter', 'city_weekly', 'city_alerts')),
  cell              integer,
  city_name         text,
  city_lat          double precision,
  city_lon          double precision,
  frequency         text             NOT NULL CHECK (frequency IN ('immediate', 'hourly', 'daily', 'weekly', 'biweekly', 'monthly')),
  alert_on_rain     boolean          NOT NULL,
  alert_on_storm    boolean          NOT NULL,
  -- As sent, unknown keys too.
  alert_prefs       jsonb            NOT NULL,
  lang              text             NOT NULL,
  units             text             NOT NULL CHECK (units IN ('metric', 'uk', 'imperial', 'si')),
  timezone          text             NOT NULL,
  active            boolean          NOT NULL,
  confirmed_at      timestamptz,
  -- Until when an unconfirmed row waits.
  confirm_before    timestamptz,
  unsubscribe_token uuid             NOT NULL UNIQUE,
  created_at        timestamptz      NOT NULL,
  updated_at        timestamptz      NOT NULL,
  deactivated_at    timestamptz,
  -- client: over the API; mail: by a link in a mail or the page that mails link to.
  deactivated_by    text             CHECK (deactivated_by IN ('client', 'mail')),
  UNIQUE NULLS NOT DISTINCT (client, email_key, type, cell),
  CHECK ((type = 'newsletter') = (cell IS NULL)),
  CHECK ((city_lat IS NULL) = (city_lon IS NULL)),
  CHECK (active = (deactivated_at IS NULL)),
  CHECK ((confirmed_at IS NULL) = (confirm_before IS NOT NULL))
);

-- The alert job goes from cell to cell, the digest job from address to address.
CREATE INDEX subscription_alerts ON subscription (cell, email_key) WHERE active AND type = 'city_alerts';
CREATE INDEX subscription_active ON subscription (email_key) WHERE active;
CREATE INDEX subscription_email_key ON subscription (email_key);
-- What is due for erasure.
CREATE INDEX subscription_inactive ON subscription (deactivated_at) WHERE NOT active;
CREATE INDEX subscription_unconfirmed ON subscription (confirm_before) WHERE confirmed_at IS NULL;

-- Confirmation mails that were asked for; also the count of them for each address.
CREATE TABLE subscription_confirmation (
  -- SHA-256 of the token.
  token_hash bytea       PRIMARY KEY,
  client     text        NOT NULL,
  email_key  text        NOT NULL,
  lang       text        NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

CREATE INDEX subscription_confirmation_email_key ON subscription_confirmation (email_key, created_at);
CREATE INDEX subscription_confirmation_expires_at ON subscription_confirmation (expires_at);

-- What an address refused by mail, as keyed hashes of client, address, type and cell that outlive the row: it comes back only with a new
-- confirmation.
CREATE TABLE subscription_refusal (
  row_hash   text        PRIMARY KEY,
  refused_at timestamptz NOT NULL
);

CREATE INDEX subscription_refusal_refused_at ON subscription_refusal (refused_at);
