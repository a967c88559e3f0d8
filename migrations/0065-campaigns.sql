-- Messages to subscribers that are sent later, to some of them, with a report of what came of them.
alter table composed_message
  -- Who gets it, besides their languages; null: subscribers of the newsletter.
  add column segment jsonb,
  -- When it is sent, as wished: local time and zone are shown as they were chosen. Null: at once.
  add column send_at timestamptz,
  add column timezone text,
  add column cancelled_at timestamptz,
  -- What came of it within a week; its mails are deleted earlier than it.
  add column report jsonb;
