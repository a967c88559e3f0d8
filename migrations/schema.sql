-- Generated from the migrations. Not loaded by anything; a test compares it with a migrated database.

-- tables

TABLE analytics_event PARTITION BY RANGE (at)
  at timestamp with time zone NOT NULL
  visitor bytea NOT NULL
  type text NOT NULL
  path text NOT NULL
  name text
  value double precision
  slot_id text
  referrer text
  device text NOT NULL
  browser text NOT NULL
  CREATE INDEX analytics_event_at ON ONLY public.analytics_event USING btree (at)

TABLE analytics_progress
  period text NOT NULL
  final_to timestamp with time zone NOT NULL
  rolled_at timestamp with time zone NOT NULL
  CONSTRAINT analytics_progress_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
  CONSTRAINT analytics_progress_pkey PRIMARY KEY (period)

TABLE analytics_rollup
  period text NOT NULL
  starts_at timestamp with time zone NOT NULL
  type text NOT NULL
  name text NOT NULL
  dimension text NOT NULL
  key text NOT NULL
  events bigint NOT NULL
  visitors bigint NOT NULL
  value_sum double precision
  value_p75 double precision
  CONSTRAINT analytics_rollup_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'path'::text, 'referrer'::text, 'slot'::text, 'device'::text, 'browser'::text])))
  CONSTRAINT analytics_rollup_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
  CONSTRAINT analytics_rollup_pkey PRIMARY KEY (period, starts_at, type, name, dimension, key)

UNLOGGED TABLE analytics_salt
  day date NOT NULL
  salt bytea NOT NULL
  CONSTRAINT analytics_salt_pkey PRIMARY KEY (day)

TABLE cache_entry
  key text NOT NULL
  value bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT cache_entry_pkey PRIMARY KEY (key)
  CREATE INDEX cache_entry_expires_at ON public.cache_entry USING btree (expires_at)

UNLOGGED TABLE cache_lease
  key text NOT NULL
  holder text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT cache_lease_pkey PRIMARY KEY (key)

UNLOGGED TABLE check_client
  hour timestamp with time zone NOT NULL
  cell integer NOT NULL
  client bytea NOT NULL
  CONSTRAINT check_client_pkey PRIMARY KEY (hour, cell, client)

TABLE check_hour
  hour timestamp with time zone NOT NULL
  cell integer NOT NULL
  count integer NOT NULL
  CONSTRAINT check_hour_count_check CHECK ((count > 0))
  CONSTRAINT check_hour_pkey PRIMARY KEY (hour, cell)

TABLE check_total
  cell integer NOT NULL
  count bigint NOT NULL
  last_checked_at timestamp with time zone NOT NULL
  CONSTRAINT check_total_count_check CHECK ((count >= 0))
  CONSTRAINT check_total_pkey PRIMARY KEY (cell)
  CREATE INDEX check_total_ranking ON public.check_total USING btree (count DESC, last_checked_at DESC, cell)

TABLE daily_issue PARTITION BY RANGE (issued_hour)
  cell integer NOT NULL
  issued_hour timestamp with time zone NOT NULL
  source text NOT NULL
  issued_at timestamp with time zone NOT NULL
  simulated boolean NOT NULL
  last_valid_at timestamp with time zone NOT NULL
  valid_at timestamp with time zone[] NOT NULL
  points jsonb NOT NULL
  CONSTRAINT daily_issue_pkey PRIMARY KEY (cell, issued_hour, source)

TABLE hourly_issue PARTITION BY RANGE (issued_hour)
  cell integer NOT NULL
  issued_hour timestamp with time zone NOT NULL
  source text NOT NULL
  issued_at timestamp with time zone NOT NULL
  simulated boolean NOT NULL
  last_valid_at timestamp with time zone NOT NULL
  valid_at timestamp with time zone[] NOT NULL
  temperature real[]
  feels_like real[]
  dew_point real[]
  humidity real[]
  pressure real[]
  cloud_cover real[]
  visibility real[]
  uv_index real[]
  wind_speed real[]
  wind_gust real[]
  wind_direction real[]
  precipitation real[]
  rain real[]
  snow real[]
  precipitation_probability real[]
  condition text[]
  provider_code integer[]
  is_day boolean[]
  CONSTRAINT hourly_issue_pkey PRIMARY KEY (cell, issued_hour, source)

TABLE inaccurate_report
  id uuid NOT NULL
  received_at timestamp with time zone NOT NULL
  lat double precision NOT NULL
  lon double precision NOT NULL
  cell integer NOT NULL
  scope text NOT NULL
  field text NOT NULL
  observed_value jsonb
  comment text
  client text
  shown jsonb NOT NULL
  state text NOT NULL DEFAULT 'open'::text
  state_changed_at timestamp with time zone
  CONSTRAINT inaccurate_report_field_check CHECK ((field = ANY (ARRAY['temperature'::text, 'precipitation'::text, 'wind'::text, 'condition'::text, 'alert'::text, 'other'::text])))
  CONSTRAINT inaccurate_report_pkey PRIMARY KEY (id)
  CONSTRAINT inaccurate_report_scope_check CHECK ((scope = ANY (ARRAY['current'::text, 'hourly'::text, 'daily'::text, 'minutely'::text])))
  CONSTRAINT inaccurate_report_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text, 'dismissed'::text])))
  CREATE INDEX inaccurate_report_received_at ON public.inaccurate_report USING btree (received_at)

UNLOGGED TABLE map_tile
  layer text NOT NULL
  z smallint NOT NULL
  x integer NOT NULL
  y integer NOT NULL
  fetched_at timestamp with time zone NOT NULL
  png bytea NOT NULL
  CONSTRAINT map_tile_pkey PRIMARY KEY (layer, z, x, y)
  CREATE INDEX map_tile_fetched_at ON public.map_tile USING btree (fetched_at)

TABLE observation PARTITION BY RANGE (observed_at)
  cell integer NOT NULL
  observed_at timestamp with time zone NOT NULL
  source text NOT NULL
  recorded_at timestamp with time zone NOT NULL
  simulated boolean NOT NULL
  timezone text NOT NULL
  temperature real
  feels_like real
  dew_point real
  humidity real
  pressure real
  cloud_cover real
  visibility real
  uv_index real
  wind_speed real
  wind_gust real
  wind_direction real
  precipitation real
  rain real
  snow real
  condition text
  provider_code integer
  is_day boolean
  sunrise timestamp with time zone
  sunset timestamp with time zone
  CONSTRAINT observation_pkey PRIMARY KEY (cell, observed_at, source)

TABLE place_name
  cell integer NOT NULL
  name text NOT NULL
  country text NOT NULL
  state text
  lat double precision NOT NULL
  lon double precision NOT NULL
  named_at timestamp with time zone NOT NULL
  CONSTRAINT place_name_pkey PRIMARY KEY (cell)
  CREATE INDEX place_name_named_at ON public.place_name USING btree (named_at)

UNLOGGED TABLE rate_window
  name text NOT NULL
  key text NOT NULL
  window_start bigint NOT NULL
  window_end bigint NOT NULL
  count integer NOT NULL
  CONSTRAINT rate_window_pkey PRIMARY KEY (name, key, window_start)
  CREATE INDEX rate_window_window_end ON public.rate_window USING btree (window_end)

TABLE upstream_call
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  product text NOT NULL
  weight real NOT NULL
  cause text NOT NULL
  trigger text
  request_id text
  cell integer
  started_at timestamp with time zone NOT NULL
  duration_ms integer
  outcome text
  status smallint
  CONSTRAINT upstream_call_cause_check CHECK ((cause = ANY (ARRAY['request'::text, 'refresh'::text, 'job'::text, 'admin'::text, 'tile'::text, 'geocode'::text])))
  CONSTRAINT upstream_call_pkey PRIMARY KEY (id)
  CREATE INDEX upstream_call_started_at ON public.upstream_call USING btree (started_at)

TABLE upstream_window
  holder text NOT NULL
  window_seconds integer NOT NULL
  window_start timestamp with time zone NOT NULL
  used numeric NOT NULL
  ceiling numeric NOT NULL
  CONSTRAINT upstream_window_pkey PRIMARY KEY (holder, window_seconds)
