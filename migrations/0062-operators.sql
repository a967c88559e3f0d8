-- Backups and their tests are jobs.
ALTER TABLE job_run
  DROP CONSTRAINT job_run_job_check,
  ADD CONSTRAINT job_run_job_check CHECK (
    job IN ('weekly-digests', 'weather-alerts', 'contact-exchange', 'ad-program-sync', 'backup', 'restore-test'));

-- The operators' own webhook belongs to no key and to no place: it gets notices of troubles.
ALTER TABLE webhook ALTER COLUMN key_id DROP NOT NULL;

-- What is or was wrong with the service, as the nodes found it: one row from its beginning to its end.
CREATE TABLE trouble (
  id uuid PRIMARY KEY,
  -- What is in trouble: `source openweather`.
  key text NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('notice', 'bad')),
  title text NOT NULL,
  meaning text NOT NULL,
  action text NOT NULL,
  -- A page of the back office.
  link text NOT NULL,
  began_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When operators were told.
  noticed_at timestamptz
);

CREATE UNIQUE INDEX trouble_open ON trouble (key) WHERE ended_at IS NULL;
CREATE INDEX trouble_began_at ON trouble (began_at, id);
