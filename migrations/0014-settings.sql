-- What nodes keep in memory and read again when it was changed: raised in the transaction that changes it, looked at every few seconds.
CREATE TABLE change_version (
  topic   text   PRIMARY KEY,
  version bigint NOT NULL
);

-- What admins have set, over the environment and the defaults; one row, or none while nothing is set.
CREATE TABLE setting (
  one        boolean     PRIMARY KEY DEFAULT true CHECK (one),
  version    integer     NOT NULL,
  -- By the settings' names. A name that this release does not know is left alone.
  overrides  jsonb       NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text        NOT NULL
);
