-- Places with subscriptions where an official warning changed, for the alert job to come to before the others. Apart from alert_cell, whose indexes
-- would have to be written for each of hundreds of thousands.
create table alert_pressing (
  cell integer     primary key,
  -- Since when; later, if it is to be tried again.
  at   timestamptz not null,
  -- When the first message was issued that the job has not acted on.
  sent timestamptz not null
);

create index alert_pressing_at on alert_pressing (at, cell);
create index alert_cell_tile on alert_cell (warning_tile(cell));

-- A run of the alert job may be for these places only.
alter table job_run
  drop constraint job_run_trigger_check,
  add constraint job_run_trigger_check check (trigger in ('scheduler', 'cron', 'admin', 'warnings'));
