-- Texts of the site that an editor has touched, by language; what nobody has touched is shipped with the program.
CREATE TABLE cms_page (
  slug               text        NOT NULL,
  lang               text        NOT NULL,
  version            integer     NOT NULL,
  -- What the public sees: null is the shipped text, where there is one.
  published_revision integer,
  published_at       timestamptz,
  -- What an editor is at work on; null: nothing.
  draft_revision     integer,
  -- Taken from the public on purpose.
  hidden             boolean     NOT NULL DEFAULT false,
  updated_at         timestamptz NOT NULL,
  updated_by         text        NOT NULL,
  PRIMARY KEY (slug, lang)
);

-- The texts that were saved, the newest hundred of each page and what is published.
CREATE TABLE cms_revision (
  slug        text        NOT NULL,
  lang        text        NOT NULL,
  revision    integer     NOT NULL,
  format      text        NOT NULL CHECK (format IN ('markdown', 'html')),
  title       text        NOT NULL,
  description text        NOT NULL,
  body        text        NOT NULL,
  -- Made of the body when it was saved, by the rules of that day; safe to be shown.
  html        text        NOT NULL,
  indexable   boolean     NOT NULL,
  created_at  timestamptz NOT NULL,
  created_by  text        NOT NULL,
  PRIMARY KEY (slug, lang, revision),
  FOREIGN KEY (slug, lang) REFERENCES cms_page ON DELETE CASCADE
);
