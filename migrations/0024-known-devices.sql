-- Browsers and addresses from which somebody signed in: failures from elsewhere do not keep these out. At most 20 of a kind for each user.
CREATE TABLE admin_known_device (
  user_id      uuid        NOT NULL REFERENCES admin_user ON DELETE CASCADE,
  kind         text        NOT NULL CHECK (kind IN ('browser', 'address')),
  -- Of the browser's cookie, or keyed of the address.
  hash         bytea       NOT NULL,
  signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, hash)
);

CREATE INDEX admin_known_device_signed_in_at ON admin_known_device (signed_in_at);
