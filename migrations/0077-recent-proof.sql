-- When the user of a session last proved their identity again; null: when it began.
ALTER TABLE admin_session ADD COLUMN proved_at timestamptz;

-- Refusals are deleted long before other entries.
CREATE INDEX admin_audit_refused ON admin_audit (at) WHERE action LIKE '%.refused';
