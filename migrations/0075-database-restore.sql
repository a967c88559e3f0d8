-- How this database was restored from a backup; no row: it never was. Until `released_at` nothing is sent and no job runs, since the original
-- may still be there. A restore creates the table itself if the backup is older: the row must be there before anything can start.
CREATE TABLE IF NOT EXISTS database_restore (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  restored_at timestamptz NOT NULL,
  file text NOT NULL,
  released_at timestamptz
);
