-- Passkeys (WebAuthn) of the back office, and the challenges that were used. A challenge is signed and carries its expiry, so that only
-- those that somebody answered are stored, until they would have expired.
CREATE TABLE admin_passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES admin_user (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Signatures so far, as the authenticator counts them; 0: it does not count.
  counter int8 NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Whether the authenticator copies it to the user's other devices.
  synced bool NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX admin_passkey_user ON admin_passkey (user_id);

CREATE TABLE admin_used_challenge (
  hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- How many rows of admin_passkey the user has.
ALTER TABLE admin_user ADD COLUMN passkeys int4 NOT NULL DEFAULT 0;
