-- What the last use of each external system came to, by the member of it that was used (a push service, a receiver of webhooks; '' where it has
-- none). A use that was not measured has no duration.
ALTER TABLE connection_check ADD COLUMN member text NOT NULL DEFAULT '';
ALTER TABLE connection_check ALTER COLUMN latency_ms DROP NOT NULL;
ALTER TABLE connection_check DROP CONSTRAINT connection_check_pkey;
ALTER TABLE connection_check ADD CONSTRAINT connection_check_pkey PRIMARY KEY (id, member);
