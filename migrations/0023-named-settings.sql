-- When a request last named a subscription's language, units and time zone. A mail that groups several subscriptions goes by what was named
-- last, so that a new or changed subscription that names nothing does not change the mail. What is there counts as named when it was changed
-- last, which is what mails have gone by.
alter table subscription
  add column lang_named_at timestamptz,
  add column units_named_at timestamptz,
  add column timezone_named_at timestamptz;

update subscription set lang_named_at = updated_at, units_named_at = updated_at, timezone_named_at = updated_at;
