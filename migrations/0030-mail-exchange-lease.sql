-- Nodes take turns by the lease that they have for everything else.
ALTER TABLE mail_exchange
  DROP COLUMN leased_until,
  DROP COLUMN lease_owner;
