-- Places with subscriptions where an official warning changed, for the alert job to come to before the others.
alter table alert_cell
  -- Since when; null: nothing is pressing.
  add column pressing_at timestamptz,
  -- When the first message was issued that it has not yet acted on.
  add column pressing_sent timestamptz;

create index alert_cell_pressing_at on alert_cell (pressing_at, cell) where pressing_at is not null;
create index alert_cell_tile on alert_cell (warning_tile(cell));

-- A run of the alert job may be for these places only.
alter table job_run
  drop constraint job_run_trigger_check,
  add constraint job_run_trigger_check check (trigger in ('scheduler', 'cron', 'admin', 'warnings'));
