-- What an address was told of an event, once for each time: the newest says what it knows, the others what it knew before.
alter table alert_notice
  drop constraint alert_notice_pkey,
  add primary key (event_id, address_hash, times);

-- What the alert job knew of a place, for whoever asks later why a mail was or was not sent. Evaluations that came to the same state, one after
-- the other, are one row. No addresses, and no texts of warnings.
create table alert_evaluation (
  cell         integer       not null,
  -- The first of them.
  first_at     timestamptz   not null,
  evaluated_at timestamptz[] not null,
  state        jsonb         not null,
  primary key (cell, first_at)
);

create index alert_evaluation_first_at on alert_evaluation (first_at);
