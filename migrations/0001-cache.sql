-- The cache level shared by all nodes. Entries expire by the service's clock, leases by the database's.
CREATE TABLE cache_entry (
  key        text        PRIMARY KEY,
  value      bytea       NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX cache_entry_expires_at ON cache_entry (expires_at);

-- Who is fetching what. A lease is worth nothing after a crash, so it is not logged.
CREATE UNLOGGED TABLE cache_lease (
  key        text        PRIMARY KEY,
  holder     text        NOT NULL,
  expires_at timestamptz NOT NULL
);
