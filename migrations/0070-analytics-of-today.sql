-- Each day's visitors with their first page view, written with the views: counting them from the views would sort or hash all of them.
CREATE TABLE analytics_visitor (
  day     date        NOT NULL,
  visitor bytea       NOT NULL,
  at      timestamptz NOT NULL,
  path    text        NOT NULL,
  device  text        NOT NULL,
  browser text        NOT NULL,
  country text,
  PRIMARY KEY (day, visitor)
);

-- Page views by finished hour and by all that is known of a view but its path: paths are too many to be combined with the rest.
CREATE TABLE analytics_view (
  starts_at timestamptz NOT NULL,
  referrer  text,
  device    text        NOT NULL,
  browser   text        NOT NULL,
  country   text,
  views     bigint      NOT NULL
);
CREATE INDEX analytics_view_starts_at ON analytics_view (starts_at);

INSERT INTO analytics_visitor
SELECT DISTINCT ON (1, 2) (at AT TIME ZONE 'UTC')::date, visitor, at, path, device, browser, country
FROM analytics_event WHERE type = 'pageview' ORDER BY 1, 2, at;

INSERT INTO analytics_view
SELECT date_trunc('hour', at, 'UTC'), referrer, device, browser, country, count(*)
FROM analytics_event WHERE type = 'pageview' GROUP BY 1, 2, 3, 4, 5;

-- With all that is asked of a view, so that views are read from it alone: they are a third of the events.
CREATE INDEX analytics_event_path ON analytics_event (path, at) INCLUDE (visitor, referrer, device, browser, country) WHERE type = 'pageview';
CREATE INDEX analytics_event_referrer ON analytics_event (referrer, at) WHERE type = 'pageview' AND referrer IS NOT NULL;

-- The sums of a span without its thousands of keys, and the keys of one type of event.
CREATE INDEX analytics_rollup_all ON analytics_rollup (period, starts_at) WHERE dimension = 'all';
CREATE INDEX analytics_rollup_type ON analytics_rollup (period, type, starts_at);
