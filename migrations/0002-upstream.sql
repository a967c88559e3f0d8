-- Every call to a provider, written before it is made: the ledger equals what the upstreams saw.
CREATE TABLE upstream_call (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product     text        NOT NULL,
  weight      real        NOT NULL,
  cause       text        NOT NULL CHECK (cause IN ('request', 'refresh', 'job', 'admin', 'tile', 'geocode')),
  trigger     text,
  request_id  text,
  cell        integer,
  started_at  timestamptz NOT NULL,
  duration_ms integer,
  -- Null while the call is under way, and for ever when the process died in it.
  outcome     text,
  status      smallint
);

CREATE INDEX upstream_call_started_at ON upstream_call (started_at);

-- What a product has used, and what a client has caused, in its running windows. Changed only by a reservation, which is atomic.
CREATE TABLE upstream_window (
  -- `product:openweather/onecall`, or `client:` and a keyed hash of the address.
  holder         text        NOT NULL,
  window_seconds integer     NOT NULL,
  window_start   timestamptz NOT NULL,
  used           numeric     NOT NULL,
  -- The most that the last reservation was allowed to reach: below the limit for background work.
  ceiling        numeric     NOT NULL,
  PRIMARY KEY (holder, window_seconds)
);
