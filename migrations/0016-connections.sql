-- The key of the keyed hashes, sealed under ADMIN_SECRET: changing the secret seals it anew and leaves every hash as it is.
CREATE TABLE hash_key (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Null until the first start: this database has hashes whose key was ADMIN_SECRET itself, which then becomes what is sealed here.
  sealed  text
);

INSERT INTO hash_key (sealed)
SELECT NULL
WHERE EXISTS (SELECT FROM subscription) OR EXISTS (SELECT FROM mail_suppression) OR EXISTS (SELECT FROM inaccurate_report)
  OR EXISTS (SELECT FROM admin_audit);

-- What admins have set of the systems outside, over the environment; no row while nothing is set.
CREATE TABLE connection (
  id                text        PRIMARY KEY,
  enabled           boolean     NOT NULL,
  settings          jsonb       NOT NULL,
  -- Its key or password, sealed under ADMIN_SECRET.
  secret            text,
  secret_updated_at timestamptz,
  version           integer     NOT NULL,
  updated_at        timestamptz NOT NULL,
  updated_by        text        NOT NULL
);

-- What the last live check of each found. Goes when what was checked is changed.
CREATE TABLE connection_check (
  id         text        PRIMARY KEY,
  ok         boolean     NOT NULL,
  message    text        NOT NULL,
  latency_ms integer     NOT NULL,
  checked_at timestamptz NOT NULL
);

-- How far the exchange of contacts and suppressions with the mail service is; one row once there was one.
CREATE TABLE mail_exchange (
  one               boolean     PRIMARY KEY DEFAULT true CHECK (one),
  -- Null: none is under way.
  phase             text        CHECK (phase IN ('suppressions', 'contacts', 'push')),
  cursor            text,
  counts            jsonb       NOT NULL,
  started_at        timestamptz NOT NULL,
  finished_at       timestamptz,
  -- Suppressions that the service made before this instant are known; `next` becomes it when the phase is through.
  suppressions_from timestamptz,
  suppressions_next timestamptz,
  problem           text,
  -- A node works on it until then; after it anybody may.
  leased_until      timestamptz,
  lease_owner       uuid
);

-- What the mail service knows of whom, by keyed hash of the address: only what differs is told it.
CREATE TABLE mail_contact (
  address_hash text        PRIMARY KEY,
  subscribed   boolean     NOT NULL,
  told_at      timestamptz NOT NULL
);
