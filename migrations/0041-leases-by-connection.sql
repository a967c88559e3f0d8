-- Leases are advisory locks of their holder's connection, which end with it.
DROP TABLE cache_lease;
