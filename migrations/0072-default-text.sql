-- The default text that an edited page started from, or that its editors last compared with; null: edited before this was recorded, or never.
ALTER TABLE cms_page ADD COLUMN default_text jsonb;
