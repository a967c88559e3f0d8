-- Durations of calls are summed up like their causes: the key is the duration in milliseconds, rounded to a step of a scale.
alter table usage_call drop constraint usage_call_dimension_check;
alter table usage_call add constraint usage_call_dimension_check check (dimension in ('cause', 'scope', 'trigger', 'duration'));
-- The latest call to a product is found without reading those to the others.
create index upstream_call_product on upstream_call (product, started_at);
