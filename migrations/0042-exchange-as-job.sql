-- The exchange with the mail service is a job now: its progress, problems and restarts are those of the run.
ALTER TABLE job_run DROP CONSTRAINT job_run_job_check;
ALTER TABLE job_run ADD CONSTRAINT job_run_job_check
  CHECK (job IN ('weekly-digests', 'weather-alerts', 'contact-exchange', 'ad-program-sync'));

-- An exchange that was not finished goes on as a run that was cut off.
INSERT INTO job_run (id, job, trigger, dry_run, status, started_at, finished_at)
SELECT gen_random_uuid(), 'contact-exchange', 'admin', false, 'interrupted', started_at, greatest(started_at, now())
FROM mail_exchange
WHERE phase IS NOT NULL AND problem IS NULL;

-- What is left is up to when the suppressions of the service are known.
ALTER TABLE mail_exchange
  DROP COLUMN phase,
  DROP COLUMN cursor,
  DROP COLUMN counts,
  DROP COLUMN started_at,
  DROP COLUMN finished_at,
  DROP COLUMN suppressions_next,
  DROP COLUMN problem;
