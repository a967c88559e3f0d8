-- What clients asked for on all nodes in the running windows; worth nothing after a crash, so it is not logged.
CREATE UNLOGGED TABLE rate_window (
  name         text    NOT NULL,
  -- Keyed hash of the client's address.
  key          text    NOT NULL,
  -- Epoch seconds.
  window_start bigint  NOT NULL,
  window_end   bigint  NOT NULL,
  count        integer NOT NULL,
  PRIMARY KEY (name, key, window_start)
);

CREATE INDEX rate_window_window_end ON rate_window (window_end);
