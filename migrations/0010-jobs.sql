-- Runs of the scheduled jobs, kept 90 days. Which job runs now is told by an advisory lock, which a dead process cannot hold: a row
-- that it left `running` is marked `interrupted` by the next run.
CREATE TABLE job_run (
  id          uuid        PRIMARY KEY,
  job         text        NOT NULL CHECK (job IN ('weekly-digests', 'weather-alerts')),
  trigger     text        NOT NULL CHECK (trigger IN ('scheduler', 'cron', 'admin')),
  dry_run     boolean     NOT NULL,
  status      text        NOT NULL CHECK (status IN ('running', 'completed', 'partial', 'failed', 'interrupted')),
  started_at  timestamptz NOT NULL,
  finished_at timestamptz CHECK ((finished_at IS NULL) = (status = 'running')),
  -- Counts by name, written at most once a second while it runs.
  progress    jsonb       NOT NULL DEFAULT '{}',
  -- What the job came to, without the preview of a dry run.
  result      jsonb,
  error       text
);

CREATE INDEX job_run_job_started_at ON job_run (job, started_at);
