-- The permission to read the ad program's reports, and how far the reading is; one row once an admin has given it.
CREATE TABLE ad_program (
  one           boolean     PRIMARY KEY DEFAULT true CHECK (one),
  -- Disconnected: the account's owner has withdrawn the permission; the figures of before stay.
  status        text        NOT NULL CHECK (status IN ('connected', 'disconnected')),
  -- Sealed under ADMIN_SECRET; null once disconnected.
  refresh_token text        CHECK (status = 'disconnected' OR refresh_token IS NOT NULL),
  connected_at  timestamptz NOT NULL,
  connected_by  text        NOT NULL,
  -- `accounts/pub-…` and ISO 4217; null until the first report.
  account       text,
  currency      text,
  simulated     boolean     NOT NULL DEFAULT false,
  synced_at     timestamptz,
  -- Of the last attempt; null: it went well.
  problem       text,
  problem_at    timestamptz,
  failures      integer     NOT NULL DEFAULT 0,
  retry_at      timestamptz,
  -- A node reads until then; after it anybody may.
  leased_until  timestamptz,
  lease_owner   uuid
);

-- Sign-ins under way: what the answer of the ad program must bring back, once, into the session that it was begun in.
CREATE TABLE ad_program_sign_in (
  -- SHA-256, base64url.
  state_hash text        PRIMARY KEY,
  session    text        NOT NULL,
  -- The PKCE verifier, sealed under ADMIN_SECRET.
  verifier   text        NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX ad_program_sign_in_session ON ad_program_sign_in (session);

-- The figures of the last weeks, as the ad program told them last: every day by slot and, again whole, by country.
CREATE TABLE ad_earning (
  day         date           NOT NULL,
  dimension   text           NOT NULL CHECK (dimension IN ('slot', 'country')),
  key         text           NOT NULL,
  earnings    numeric(20, 6) NOT NULL,
  page_views  bigint         NOT NULL,
  ad_requests bigint         NOT NULL,
  impressions bigint         NOT NULL,
  clicks      bigint         NOT NULL,
  PRIMARY KEY (dimension, day, key)
);
