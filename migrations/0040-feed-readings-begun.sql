-- When the reading that is under way began; null: none is. One that did not end may have stopped its process.
alter table warning_feed add column begun_at timestamptz;
