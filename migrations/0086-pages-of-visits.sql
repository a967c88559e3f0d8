-- Which pages the visits from a referrer or country, with a device or browser, read on a day.
alter table analytics_rollup
  drop constraint analytics_rollup_dimension_check,
  add constraint analytics_rollup_dimension_check check (dimension in (
    'all', 'path', 'referrer', 'slot', 'device', 'browser', 'country', 'referrer_path', 'device_path', 'browser_path', 'country_path'));
