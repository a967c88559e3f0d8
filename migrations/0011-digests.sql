-- The last period for which an address got its digest of a frequency: one row each, whatever the number of periods. Forgotten after 400 days.
CREATE TABLE digest_delivery (
  -- Keyed hash, so that it says nothing of a person who has gone.
  address_hash text        NOT NULL,
  frequency    text        NOT NULL CHECK (frequency IN ('daily', 'weekly', 'biweekly', 'monthly')),
  -- First day (UTC) of the calendar period.
  period       date        NOT NULL,
  delivered_at timestamptz NOT NULL,
  PRIMARY KEY (address_hash, frequency)
) WITH (fillfactor = 80);
