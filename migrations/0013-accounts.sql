-- People who may open the back office. Without a password: invited, and not there yet.
CREATE TABLE admin_user (
  id               uuid        PRIMARY KEY,
  -- As given; who it is, is the key: trimmed, lower case.
  email            text        NOT NULL,
  email_key        text        NOT NULL UNIQUE,
  display_name     text        NOT NULL,
  role             text        NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  -- Argon2id, PHC string.
  password_hash    text,
  disabled         boolean     NOT NULL DEFAULT false,
  -- Secret of the second factor, sealed under ADMIN_SECRET; null: none. `pending` is one whose first code is still awaited.
  totp_secret      text,
  totp_pending     text,
  totp_pending_at  timestamptz,
  -- The last time step whose code was taken: none is taken twice.
  totp_last_step   bigint,
  last_login_at    timestamptz,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  version          integer     NOT NULL DEFAULT 1
);

-- Codes for when the second factor is lost; hashed, each good once.
CREATE TABLE admin_recovery_code (
  user_id   uuid        NOT NULL REFERENCES admin_user ON DELETE CASCADE,
  code_hash bytea       NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Who is signed in. The token itself is in the cookie only.
CREATE TABLE admin_session (
  id         uuid        PRIMARY KEY,
  token_hash bytea       NOT NULL UNIQUE,
  user_id    uuid        NOT NULL REFERENCES admin_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- Written at most once a minute.
  seen_at    timestamptz NOT NULL,
  user_agent text,
  country    text
);

CREATE INDEX admin_session_user_id ON admin_session (user_id, created_at);
CREATE INDEX admin_session_seen_at ON admin_session (seen_at);

-- Invitations and password resets: 256 bits in a link, stored hashed, good once. Kept for a while after, to be answered with `gone`.
CREATE TABLE admin_link (
  token_hash bytea       PRIMARY KEY,
  purpose    text        NOT NULL CHECK (purpose IN ('invite', 'reset')),
  user_id    uuid        NOT NULL REFERENCES admin_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Used, or replaced by a newer one.
  ended_at   timestamptz
);

CREATE INDEX admin_link_user_id ON admin_link (user_id, purpose, created_at);
CREATE INDEX admin_link_expires_at ON admin_link (expires_at);

-- Sign-ins by keyed hash of the account's e-mail or of the client's address, whether or not there is such an account: how many failed, and how many
-- are being checked at this moment.
CREATE TABLE login_backoff (
  key           text        PRIMARY KEY,
  failures      integer     NOT NULL,
  pending       integer     NOT NULL,
  blocked_until timestamptz,
  attempted_at  timestamptz NOT NULL,
  failed_at     timestamptz
);

CREATE INDEX login_backoff_attempted_at ON login_backoff (attempted_at);

-- What admins changed. Secrets are masked before they come here.
CREATE TABLE admin_audit (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz NOT NULL,
  -- No reference: the entry outlives the user.
  user_id     uuid,
  actor       text        NOT NULL,
  -- Keyed hash of the address, and the country it is in.
  client      text,
  country     text,
  request_id  text,
  action      text        NOT NULL,
  object_type text        NOT NULL,
  object_id   text,
  before      jsonb,
  after       jsonb
);

CREATE INDEX admin_audit_at ON admin_audit (at, id);
CREATE INDEX admin_audit_object ON admin_audit (object_type, object_id, at);
