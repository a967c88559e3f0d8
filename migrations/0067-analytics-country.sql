-- The visitor's country, looked up in a file when the event arrives; the address itself is not stored.
ALTER TABLE analytics_event ADD COLUMN country text;
ALTER TABLE analytics_rollup DROP CONSTRAINT analytics_rollup_dimension_check;
ALTER TABLE analytics_rollup ADD CONSTRAINT analytics_rollup_dimension_check
  CHECK (dimension IN ('all', 'path', 'referrer', 'slot', 'device', 'browser', 'country'));
