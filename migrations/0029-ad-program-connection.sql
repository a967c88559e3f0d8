-- The permission to read the ad program's reports is the secret of its connection, as it is for the other systems; it stays sealed as it is. One
-- that the account's owner has withdrawn leaves when it was given and by whom, which its figures still go by.
INSERT INTO connection (id, enabled, settings, secret, secret_updated_at, version, updated_at, updated_by)
SELECT 'ad-program', true, jsonb_build_object('connectedBy', connected_by), refresh_token, connected_at, 1, connected_at, connected_by
FROM ad_program
ON CONFLICT (id) DO UPDATE SET
  settings = excluded.settings,
  secret = excluded.secret,
  secret_updated_at = excluded.secret_updated_at,
  version = connection.version + 1;

-- What is left is how far the reading is, under the permission that was given at `connected_at`. Nodes take turns by the lease that they have for
-- everything else.
ALTER TABLE ad_program
  DROP COLUMN status,
  DROP COLUMN refresh_token,
  DROP COLUMN connected_by,
  DROP COLUMN leased_until,
  DROP COLUMN lease_owner;
