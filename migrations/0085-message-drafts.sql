-- Messages to subscribers that are not finished; every editor can go on with them.
create table message_draft (
  id uuid primary key,
  subject text not null,
  -- Markdown.
  body text not null,
  -- Who is to get it, as the API takes it; null: nobody is chosen yet.
  audience jsonb,
  updated_at timestamptz not null,
  updated_by text not null,
  version int not null
);

create index message_draft_updated_at on message_draft (updated_at);
