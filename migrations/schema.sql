-- Generated from the migrations. Not loaded by anything; a test compares it with a migrated database.

-- extensions

EXTENSION pg_trgm

-- functions

CREATE OR REPLACE FUNCTION public.warning_tile(cell integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  grid_row integer := least(719, cell / 36000 / 25);
  grid_column integer := cell % 36000 / 25;
begin
  grid_row := (grid_row | (grid_row << 8)) & 16711935;
  grid_row := (grid_row | (grid_row << 4)) & 252645135;
  grid_row := (grid_row | (grid_row << 2)) & 858993459;
  grid_row := (grid_row | (grid_row << 1)) & 1431655765;
  grid_column := (grid_column | (grid_column << 8)) & 16711935;
  grid_column := (grid_column | (grid_column << 4)) & 252645135;
  grid_column := (grid_column | (grid_column << 2)) & 858993459;
  grid_column := (grid_column | (grid_column << 1)) & 1431655765;
  return grid_column | (grid_row << 1);
end $function$

-- tables

TABLE ad_earning
  day date NOT NULL
  dimension text NOT NULL
  key text NOT NULL
  earnings numeric(20,6) NOT NULL
  page_views bigint NOT NULL
  ad_requests bigint NOT NULL
  impressions bigint NOT NULL
  clicks bigint NOT NULL
  CONSTRAINT ad_earning_dimension_check CHECK ((dimension = ANY (ARRAY['slot'::text, 'country'::text])))
  CONSTRAINT ad_earning_pkey PRIMARY KEY (dimension, day, key)

TABLE ad_program
  one boolean NOT NULL DEFAULT true
  connected_at timestamp with time zone NOT NULL
  account text
  currency text
  simulated boolean NOT NULL DEFAULT false
  synced_at timestamp with time zone
  CONSTRAINT ad_program_one_check CHECK (one)
  CONSTRAINT ad_program_pkey PRIMARY KEY (one)

TABLE admin_audit
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  at timestamp with time zone NOT NULL
  user_id uuid
  actor text NOT NULL
  client text
  country text
  request_id text
  action text NOT NULL
  object_type text NOT NULL
  object_id text
  before jsonb
  after jsonb
  CONSTRAINT admin_audit_pkey PRIMARY KEY (id)
  CREATE INDEX admin_audit_at ON public.admin_audit USING btree (at, id)
  CREATE INDEX admin_audit_object ON public.admin_audit USING btree (object_type, object_id, at)
  CREATE INDEX admin_audit_refused ON public.admin_audit USING btree (at) WHERE (action ~~ '%.refused'::text)

TABLE admin_known_device
  user_id uuid NOT NULL
  kind text NOT NULL
  hash bytea NOT NULL
  signed_in_at timestamp with time zone NOT NULL
  CONSTRAINT admin_known_device_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'address'::text])))
  CONSTRAINT admin_known_device_pkey PRIMARY KEY (user_id, kind, hash)
  CONSTRAINT admin_known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_user(id) ON DELETE CASCADE
  CREATE INDEX admin_known_device_signed_in_at ON public.admin_known_device USING btree (signed_in_at)

TABLE admin_link
  token_hash bytea NOT NULL
  purpose text NOT NULL
  user_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL
  expires_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  CONSTRAINT admin_link_pkey PRIMARY KEY (token_hash)
  CONSTRAINT admin_link_purpose_check CHECK ((purpose = ANY (ARRAY['invite'::text, 'reset'::text])))
  CONSTRAINT admin_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_user(id) ON DELETE CASCADE
  CREATE INDEX admin_link_expires_at ON public.admin_link USING btree (expires_at)
  CREATE INDEX admin_link_user_id ON public.admin_link USING btree (user_id, purpose, created_at)

TABLE admin_passkey
  id uuid NOT NULL
  user_id uuid NOT NULL
  credential_id bytea NOT NULL
  public_key bytea NOT NULL
  counter bigint NOT NULL
  transports text[] NOT NULL
  name text NOT NULL
  synced boolean NOT NULL
  created_at timestamp with time zone NOT NULL
  used_at timestamp with time zone
  CONSTRAINT admin_passkey_credential_id_key UNIQUE (credential_id)
  CONSTRAINT admin_passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
  CONSTRAINT admin_passkey_pkey PRIMARY KEY (id)
  CONSTRAINT admin_passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_user(id) ON DELETE CASCADE
  CREATE INDEX admin_passkey_user ON public.admin_passkey USING btree (user_id)

TABLE admin_recovery_code
  user_id uuid NOT NULL
  code_hash bytea NOT NULL
  used_at timestamp with time zone
  CONSTRAINT admin_recovery_code_pkey PRIMARY KEY (user_id, code_hash)
  CONSTRAINT admin_recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_user(id) ON DELETE CASCADE

TABLE admin_session
  id uuid NOT NULL
  token_hash bytea NOT NULL
  user_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL
  seen_at timestamp with time zone NOT NULL
  user_agent text
  country text
  proved_at timestamp with time zone
  CONSTRAINT admin_session_pkey PRIMARY KEY (id)
  CONSTRAINT admin_session_token_hash_key UNIQUE (token_hash)
  CONSTRAINT admin_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_user(id) ON DELETE CASCADE
  CREATE INDEX admin_session_seen_at ON public.admin_session USING btree (seen_at)
  CREATE INDEX admin_session_user_id ON public.admin_session USING btree (user_id, created_at)

TABLE admin_used_challenge
  hash bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT admin_used_challenge_pkey PRIMARY KEY (hash)

TABLE admin_user
  id uuid NOT NULL
  email text NOT NULL
  email_key text NOT NULL
  display_name text NOT NULL
  role text NOT NULL
  password_hash text
  disabled boolean NOT NULL DEFAULT false
  totp_secret text
  totp_pending text
  totp_pending_at timestamp with time zone
  totp_last_step bigint
  last_login_at timestamp with time zone
  created_at timestamp with time zone NOT NULL
  updated_at timestamp with time zone NOT NULL
  version integer NOT NULL DEFAULT 1
  passkeys integer NOT NULL DEFAULT 0
  CONSTRAINT admin_user_email_key_key UNIQUE (email_key)
  CONSTRAINT admin_user_pkey PRIMARY KEY (id)
  CONSTRAINT admin_user_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'owner'::text])))

TABLE air_analysis PARTITION BY RANGE (observed_at)
  cell integer NOT NULL
  observed_at timestamp with time zone NOT NULL
  source text NOT NULL
  recorded_at timestamp with time zone NOT NULL
  simulated boolean NOT NULL
  pm25 real
  pm10 real
  no2 real
  o3 real
  so2 real
  co real
  dust real
  alder_pollen real
  birch_pollen real
  grass_pollen real
  mugwort_pollen real
  olive_pollen real
  ragweed_pollen real
  CONSTRAINT air_analysis_pkey PRIMARY KEY (cell, observed_at, source)

TABLE air_issue PARTITION BY RANGE (issued_hour)
  cell integer NOT NULL
  issued_hour timestamp with time zone NOT NULL
  source text NOT NULL
  issued_at timestamp with time zone NOT NULL
  simulated boolean NOT NULL
  last_valid_at timestamp with time zone NOT NULL
  valid_at timestamp with time zone[] NOT NULL
  pm25 real[]
  pm10 real[]
  no2 real[]
  o3 real[]
  so2 real[]
  co real[]
  dust real[]
  alder_pollen real[]
  birch_pollen real[]
  grass_pollen real[]
  mugwort_pollen real[]
  olive_pollen real[]
  ragweed_pollen real[]
  CONSTRAINT air_issue_pkey PRIMARY KEY (cell, issued_hour, source)

TABLE alert_cell
  cell integer NOT NULL
  primary_at timestamp with time zone NOT NULL
  checked_at timestamp with time zone NOT NULL
  run uuid
  CONSTRAINT alert_cell_pkey PRIMARY KEY (cell)
  CREATE INDEX alert_cell_checked_at ON public.alert_cell USING btree (checked_at)
  CREATE INDEX alert_cell_primary_at ON public.alert_cell USING btree (primary_at, cell)
  CREATE INDEX alert_cell_tile ON public.alert_cell USING btree (warning_tile(cell))

TABLE alert_evaluation
  cell integer NOT NULL
  first_at timestamp with time zone NOT NULL
  evaluated_at timestamp with time zone[] NOT NULL
  state jsonb NOT NULL
  CONSTRAINT alert_evaluation_pkey PRIMARY KEY (cell, first_at)
  CREATE INDEX alert_evaluation_first_at ON public.alert_evaluation USING btree (first_at)

TABLE alert_event
  id uuid NOT NULL
  cell integer NOT NULL
  kind text NOT NULL
  state text NOT NULL
  data jsonb NOT NULL
  seen_at timestamp with time zone NOT NULL
  CONSTRAINT alert_event_kind_check CHECK ((kind = ANY (ARRAY['official'::text, 'forecast'::text])))
  CONSTRAINT alert_event_pkey PRIMARY KEY (id)
  CONSTRAINT alert_event_state_check CHECK ((state = ANY (ARRAY['open'::text, 'cancelled'::text, 'over'::text])))
  CREATE INDEX alert_event_cell ON public.alert_event USING btree (cell, seen_at)
  CREATE INDEX alert_event_seen_at ON public.alert_event USING btree (seen_at)

TABLE alert_notice
  event_id uuid NOT NULL
  address_hash text NOT NULL
  times smallint NOT NULL
  told_at timestamp with time zone NOT NULL
  told_state text NOT NULL
  told_severity text
  told_end timestamp with time zone
  CONSTRAINT alert_notice_event_id_fkey FOREIGN KEY (event_id) REFERENCES alert_event(id) ON DELETE CASCADE
  CONSTRAINT alert_notice_pkey PRIMARY KEY (event_id, address_hash, times)
  CONSTRAINT alert_notice_told_state_check CHECK ((told_state = ANY (ARRAY['open'::text, 'cancelled'::text])))

TABLE alert_pressing
  cell integer NOT NULL
  at timestamp with time zone NOT NULL
  sent timestamp with time zone NOT NULL
  CONSTRAINT alert_pressing_pkey PRIMARY KEY (cell)
  CREATE INDEX alert_pressing_at ON public.alert_pressing USING btree (at, cell)

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
  country text
  CREATE INDEX analytics_event_at ON ONLY public.analytics_event USING btree (at)
  CREATE INDEX analytics_event_path ON ONLY public.analytics_event USING btree (path, at) INCLUDE (visitor, referrer, device, browser, country) WHERE (type = 'pageview'::text)
  CREATE INDEX analytics_event_referrer ON ONLY public.analytics_event USING btree (referrer, at) WHERE ((type = 'pageview'::text) AND (referrer IS NOT NULL))

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
  CONSTRAINT analytics_rollup_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'path'::text, 'referrer'::text, 'slot'::text, 'device'::text, 'browser'::text, 'country'::text, 'referrer_path'::text, 'device_path'::text, 'browser_path'::text, 'country_path'::text])))
  CONSTRAINT analytics_rollup_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
  CONSTRAINT analytics_rollup_pkey PRIMARY KEY (period, starts_at, type, name, dimension, key)
  CREATE INDEX analytics_rollup_all ON public.analytics_rollup USING btree (period, starts_at) WHERE (dimension = 'all'::text)
  CREATE INDEX analytics_rollup_type ON public.analytics_rollup USING btree (period, type, starts_at)

UNLOGGED TABLE analytics_salt
  day date NOT NULL
  salt bytea NOT NULL
  CONSTRAINT analytics_salt_pkey PRIMARY KEY (day)

TABLE analytics_search
  day date NOT NULL
  text text NOT NULL
  visitors bigint NOT NULL
  CONSTRAINT analytics_search_pkey PRIMARY KEY (day, text)

UNLOGGED TABLE analytics_search_typed
  day date NOT NULL
  search bytea NOT NULL
  visitor bytea NOT NULL
  CONSTRAINT analytics_search_typed_pkey PRIMARY KEY (day, search, visitor)
  CREATE INDEX analytics_search_typed_visitor ON public.analytics_search_typed USING btree (visitor, day)

TABLE analytics_view
  starts_at timestamp with time zone NOT NULL
  referrer text
  device text NOT NULL
  browser text NOT NULL
  country text
  views bigint NOT NULL
  CREATE INDEX analytics_view_starts_at ON public.analytics_view USING btree (starts_at)

TABLE analytics_visitor
  day date NOT NULL
  visitor bytea NOT NULL
  at timestamp with time zone NOT NULL
  path text NOT NULL
  device text NOT NULL
  browser text NOT NULL
  country text
  CONSTRAINT analytics_visitor_pkey PRIMARY KEY (day, visitor)

TABLE blend_gain
  day date NOT NULL
  source text NOT NULL
  simulated boolean NOT NULL
  places integer NOT NULL
  cases integer NOT NULL
  blend_error double precision NOT NULL
  without_error double precision NOT NULL
  CONSTRAINT blend_gain_pkey PRIMARY KEY (day, source, simulated)

TABLE blend_issue
  cell integer NOT NULL
  slot timestamp with time zone NOT NULL
  issued_at timestamp with time zone NOT NULL
  source text NOT NULL
  simulated boolean NOT NULL
  sources text[] NOT NULL
  numbers bytea NOT NULL
  CONSTRAINT blend_issue_numbers_check CHECK ((length(numbers) <= 20000))
  CONSTRAINT blend_issue_pkey PRIMARY KEY (cell, slot)
  CONSTRAINT blend_issue_sources_check CHECK (((cardinality(sources) >= 1) AND (cardinality(sources) <= 8)))
  CREATE INDEX blend_issue_slot ON public.blend_issue USING btree (slot)

TABLE blend_place
  cell integer NOT NULL
  simulated boolean NOT NULL
  sources text[] NOT NULL
  sums bytea NOT NULL
  days integer NOT NULL
  last_day date NOT NULL
  truth_source text NOT NULL
  truth_station text
  errors double precision[] NOT NULL
  is_proved boolean NOT NULL
  since timestamp with time zone
  first_source text NOT NULL DEFAULT ''::text
  chance_errors double precision[] NOT NULL DEFAULT '{}'::double precision[]
  chance_is_proved boolean NOT NULL DEFAULT false
  chance_since timestamp with time zone
  CONSTRAINT blend_place_chance_errors_check CHECK ((cardinality(chance_errors) <= 240))
  CONSTRAINT blend_place_errors_check CHECK ((cardinality(errors) <= 240))
  CONSTRAINT blend_place_pkey PRIMARY KEY (cell)
  CONSTRAINT blend_place_sources_check CHECK (((cardinality(sources) >= 1) AND (cardinality(sources) <= 8)))
  CONSTRAINT blend_place_sums_check CHECK ((length(sums) <= 100000))
  CREATE INDEX blend_place_last_day ON public.blend_place USING btree (last_day)

TABLE bounce_mailbox
  one boolean NOT NULL DEFAULT true
  account text NOT NULL
  uid_validity text NOT NULL
  last_uid bigint NOT NULL
  read_at timestamp with time zone
  lease_owner uuid
  leased_until timestamp with time zone
  CONSTRAINT bounce_mailbox_one_check CHECK (one)
  CONSTRAINT bounce_mailbox_pkey PRIMARY KEY (one)

TABLE cache_entry
  key text NOT NULL
  value bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT cache_entry_pkey PRIMARY KEY (key)
  CREATE INDEX cache_entry_expires_at ON public.cache_entry USING btree (expires_at)

TABLE change_version
  topic text NOT NULL
  version bigint NOT NULL
  CONSTRAINT change_version_pkey PRIMARY KEY (topic)

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

TABLE client_key
  id uuid NOT NULL
  name text NOT NULL
  scopes text[] NOT NULL
  origins text[] NOT NULL
  per_minute integer
  per_day integer
  per_month integer
  expires_at timestamp with time zone
  disabled boolean NOT NULL
  revoked_at timestamp with time zone
  hash bytea NOT NULL
  start text NOT NULL
  former_hash bytea
  former_until timestamp with time zone
  rotated_at timestamp with time zone
  created_at timestamp with time zone NOT NULL
  version integer NOT NULL
  CONSTRAINT client_key_hash_key UNIQUE (hash)
  CONSTRAINT client_key_per_day_check CHECK ((per_day > 0))
  CONSTRAINT client_key_per_minute_check CHECK ((per_minute > 0))
  CONSTRAINT client_key_per_month_check CHECK ((per_month > 0))
  CONSTRAINT client_key_pkey PRIMARY KEY (id)

TABLE client_key_usage
  key_id uuid NOT NULL
  day date NOT NULL
  scope text NOT NULL
  requests bigint NOT NULL
  refused bigint NOT NULL
  last_at timestamp with time zone NOT NULL
  CONSTRAINT client_key_usage_key_id_fkey FOREIGN KEY (key_id) REFERENCES client_key(id) ON DELETE CASCADE
  CONSTRAINT client_key_usage_pkey PRIMARY KEY (key_id, day, scope)

TABLE climate_normal
  cell integer NOT NULL
  asked integer NOT NULL DEFAULT 1
  wanted_at timestamp with time zone NOT NULL
  next_at timestamp with time zone NOT NULL
  failures integer NOT NULL DEFAULT 0
  tried_at timestamp with time zone
  source text
  period text
  fetched_at timestamp with time zone
  simulated boolean NOT NULL DEFAULT false
  temperature_min real[]
  temperature_max real[]
  temperature_min_tenth real[]
  temperature_max_tenth real[]
  precipitation real[]
  CONSTRAINT climate_normal_pkey PRIMARY KEY (cell)
  CREATE INDEX climate_normal_tried ON public.climate_normal USING btree (tried_at)
  CREATE INDEX climate_normal_unknown ON public.climate_normal USING btree (asked DESC) WHERE (period IS NULL)

TABLE cms_page
  slug text NOT NULL
  lang text NOT NULL
  version integer NOT NULL
  published_revision integer
  published_at timestamp with time zone
  draft_revision integer
  hidden boolean NOT NULL DEFAULT false
  updated_at timestamp with time zone NOT NULL
  updated_by text NOT NULL
  default_text jsonb
  CONSTRAINT cms_page_pkey PRIMARY KEY (slug, lang)

TABLE cms_revision
  slug text NOT NULL
  lang text NOT NULL
  revision integer NOT NULL
  format text NOT NULL
  title text NOT NULL
  description text NOT NULL
  body text NOT NULL
  html text NOT NULL
  indexable boolean NOT NULL
  created_at timestamp with time zone NOT NULL
  created_by text NOT NULL
  CONSTRAINT cms_revision_format_check CHECK ((format = ANY (ARRAY['markdown'::text, 'html'::text])))
  CONSTRAINT cms_revision_pkey PRIMARY KEY (slug, lang, revision)
  CONSTRAINT cms_revision_slug_lang_fkey FOREIGN KEY (slug, lang) REFERENCES cms_page(slug, lang) ON DELETE CASCADE

TABLE composed_message
  id uuid NOT NULL
  subject text
  languages text[]
  idempotency_key text
  fingerprint text NOT NULL
  filled_to uuid
  recipients integer NOT NULL
  created_at timestamp with time zone NOT NULL
  created_by text NOT NULL
  finished_at timestamp with time zone
  segment jsonb
  send_at timestamp with time zone
  timezone text
  cancelled_at timestamp with time zone
  report jsonb
  CONSTRAINT composed_message_idempotency_key_key UNIQUE (idempotency_key)
  CONSTRAINT composed_message_pkey PRIMARY KEY (id)
  CREATE INDEX composed_message_created_at ON public.composed_message USING btree (created_at)
  CREATE INDEX composed_message_unfinished ON public.composed_message USING btree (created_at) WHERE (finished_at IS NULL)

TABLE connection
  id text NOT NULL
  enabled boolean NOT NULL
  settings jsonb NOT NULL
  secret text
  secret_updated_at timestamp with time zone
  version integer NOT NULL
  updated_at timestamp with time zone NOT NULL
  updated_by text NOT NULL
  CONSTRAINT connection_pkey PRIMARY KEY (id)

TABLE connection_check
  id text NOT NULL
  ok boolean NOT NULL
  message text NOT NULL
  latency_ms integer
  checked_at timestamp with time zone NOT NULL
  member text NOT NULL DEFAULT ''::text
  CONSTRAINT connection_check_pkey PRIMARY KEY (id, member)

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

TABLE database_restore
  one boolean NOT NULL DEFAULT true
  restored_at timestamp with time zone NOT NULL
  file text NOT NULL
  released_at timestamp with time zone
  CONSTRAINT database_restore_one_check CHECK (one)
  CONSTRAINT database_restore_pkey PRIMARY KEY (one)

TABLE digest_delivery
  address_hash text NOT NULL
  frequency text NOT NULL
  period date NOT NULL
  delivered_at timestamp with time zone NOT NULL
  CONSTRAINT digest_delivery_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'biweekly'::text, 'monthly'::text])))
  CONSTRAINT digest_delivery_pkey PRIMARY KEY (address_hash, frequency)

TABLE email_template
  id text NOT NULL
  subject text NOT NULL
  mjml text NOT NULL
  body_text text NOT NULL
  version integer NOT NULL
  updated_at timestamp with time zone NOT NULL
  updated_by text
  CONSTRAINT email_template_pkey PRIMARY KEY (id)

TABLE hash_key
  one boolean NOT NULL DEFAULT true
  sealed text
  CONSTRAINT hash_key_one_check CHECK (one)
  CONSTRAINT hash_key_pkey PRIMARY KEY (one)

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
  units text
  CONSTRAINT inaccurate_report_field_check CHECK ((field = ANY (ARRAY['temperature'::text, 'precipitation'::text, 'wind'::text, 'condition'::text, 'alert'::text, 'other'::text])))
  CONSTRAINT inaccurate_report_pkey PRIMARY KEY (id)
  CONSTRAINT inaccurate_report_scope_check CHECK ((scope = ANY (ARRAY['current'::text, 'hourly'::text, 'daily'::text, 'minutely'::text])))
  CONSTRAINT inaccurate_report_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text, 'dismissed'::text])))
  CREATE INDEX inaccurate_report_cell ON public.inaccurate_report USING btree (cell)
  CREATE INDEX inaccurate_report_received_at ON public.inaccurate_report USING btree (received_at)

TABLE job_run
  id uuid NOT NULL
  job text NOT NULL
  trigger text NOT NULL
  dry_run boolean NOT NULL
  status text NOT NULL
  started_at timestamp with time zone NOT NULL
  finished_at timestamp with time zone
  progress jsonb NOT NULL DEFAULT '{}'::jsonb
  result jsonb
  error text
  CONSTRAINT job_run_check CHECK (((finished_at IS NULL) = (status = 'running'::text)))
  CONSTRAINT job_run_job_check CHECK ((job = ANY (ARRAY['weekly-digests'::text, 'weather-alerts'::text, 'contact-exchange'::text, 'ad-program-sync'::text, 'backup'::text, 'restore-test'::text])))
  CONSTRAINT job_run_pkey PRIMARY KEY (id)
  CONSTRAINT job_run_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'partial'::text, 'failed'::text, 'interrupted'::text])))
  CONSTRAINT job_run_trigger_check CHECK ((trigger = ANY (ARRAY['scheduler'::text, 'cron'::text, 'admin'::text, 'warnings'::text])))
  CREATE INDEX job_run_job_started_at ON public.job_run USING btree (job, started_at)

TABLE listed_place
  list text NOT NULL
  key text NOT NULL
  name text NOT NULL
  country text NOT NULL
  state text
  lat double precision NOT NULL
  lon double precision NOT NULL
  weight double precision NOT NULL
  CONSTRAINT listed_place_list_check CHECK ((list = ANY (ARRAY['postcodes'::text, 'airports'::text, 'summits'::text])))
  CREATE INDEX listed_place_key ON public.listed_place USING btree (key)
  CREATE INDEX listed_place_list ON public.listed_place USING btree (list, country)

TABLE login_backoff
  key text NOT NULL
  failures integer NOT NULL
  pending integer NOT NULL
  blocked_until timestamp with time zone
  attempted_at timestamp with time zone NOT NULL
  failed_at timestamp with time zone
  CONSTRAINT login_backoff_pkey PRIMARY KEY (key)
  CREATE INDEX login_backoff_attempted_at ON public.login_backoff USING btree (attempted_at)

TABLE mail_attempt
  mail_id uuid NOT NULL
  number smallint NOT NULL
  started_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone NOT NULL
  outcome text NOT NULL
  response text NOT NULL
  CONSTRAINT mail_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'rejected'::text, 'deferred'::text, 'unknown'::text, 'not_rendered'::text])))
  CONSTRAINT mail_attempt_pkey PRIMARY KEY (mail_id, number)

TABLE mail_bounce
  mail_id uuid NOT NULL
  kind text NOT NULL
  run_id uuid
  address_hash text NOT NULL
  source text NOT NULL
  status text
  detail text NOT NULL
  at timestamp with time zone NOT NULL
  CONSTRAINT mail_bounce_kind_check CHECK ((kind = ANY (ARRAY['hard'::text, 'soft'::text, 'complaint'::text])))
  CONSTRAINT mail_bounce_pkey PRIMARY KEY (mail_id, kind)
  CONSTRAINT mail_bounce_source_check CHECK ((source = ANY (ARRAY['mailbox'::text, 'ses'::text, 'postmark'::text, 'mailgun'::text, 'resend'::text])))
  CREATE INDEX mail_bounce_address ON public.mail_bounce USING btree (address_hash, at)
  CREATE INDEX mail_bounce_at ON public.mail_bounce USING btree (at)
  CREATE INDEX mail_bounce_run ON public.mail_bounce USING btree (run_id) WHERE (run_id IS NOT NULL)

TABLE mail_contact
  address_hash text NOT NULL
  subscribed boolean NOT NULL
  told_at timestamp with time zone NOT NULL
  CONSTRAINT mail_contact_pkey PRIMARY KEY (address_hash)

TABLE mail_event
  key_hash text NOT NULL
  at timestamp with time zone NOT NULL
  CONSTRAINT mail_event_pkey PRIMARY KEY (key_hash)
  CREATE INDEX mail_event_at ON public.mail_event USING btree (at)

TABLE mail_exchange
  one boolean NOT NULL DEFAULT true
  suppressions_from timestamp with time zone
  CONSTRAINT mail_exchange_one_check CHECK (one)
  CONSTRAINT mail_exchange_pkey PRIMARY KEY (one)

TABLE mail_outbox
  id uuid NOT NULL
  key text NOT NULL
  kind text NOT NULL
  priority smallint NOT NULL
  template text NOT NULL
  address text NOT NULL
  email_key text NOT NULL
  lang text NOT NULL
  units text NOT NULL
  timezone text NOT NULL
  data jsonb NOT NULL
  parts text[] NOT NULL
  unsubscribe_token text
  unsubscribe_scope text
  run_id uuid
  created_at timestamp with time zone NOT NULL
  drop_after timestamp with time zone
  state text NOT NULL DEFAULT 'waiting'::text
  next_attempt_at timestamp with time zone NOT NULL
  attempts smallint NOT NULL DEFAULT 0
  attempts_allowed smallint NOT NULL
  last_error text
  leased_until timestamp with time zone
  lease_owner uuid
  settled_at timestamp with time zone
  CONSTRAINT mail_outbox_key_key UNIQUE (key)
  CONSTRAINT mail_outbox_kind_check CHECK ((kind = ANY (ARRAY['digest'::text, 'alerts'::text, 'confirmation'::text, 'account'::text, 'message'::text])))
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id)
  CONSTRAINT mail_outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'suppressed'::text, 'expired'::text, 'withdrawn'::text])))
  CONSTRAINT mail_outbox_units_check CHECK ((units = ANY (ARRAY['metric'::text, 'uk'::text, 'imperial'::text, 'si'::text])))
  CONSTRAINT mail_outbox_unsubscribe_scope_check CHECK ((unsubscribe_scope = ANY (ARRAY['digest'::text, 'alerts'::text, 'all'::text])))
  CREATE INDEX mail_outbox_created_at ON public.mail_outbox USING btree (created_at, id) INCLUDE (kind, state)
  CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (priority, next_attempt_at) WHERE (state = 'waiting'::text)
  CREATE INDEX mail_outbox_email_key ON public.mail_outbox USING btree (email_key)
  CREATE INDEX mail_outbox_email_key_trgm ON public.mail_outbox USING gin (email_key gin_trgm_ops) WHERE (state <> 'waiting'::text)
  CREATE INDEX mail_outbox_failed ON public.mail_outbox USING btree (created_at, id) WHERE (state = 'failed'::text)
  CREATE INDEX mail_outbox_last_error_trgm ON public.mail_outbox USING gin (last_error gin_trgm_ops) WHERE ((state <> 'waiting'::text) AND (last_error IS NOT NULL))
  CREATE INDEX mail_outbox_run ON public.mail_outbox USING btree (run_id, state) WHERE (run_id IS NOT NULL)

TABLE mail_part
  id text NOT NULL
  data jsonb NOT NULL
  used_at timestamp with time zone NOT NULL
  CONSTRAINT mail_part_pkey PRIMARY KEY (id)
  CREATE INDEX mail_part_used_at ON public.mail_part USING btree (used_at)

TABLE mail_server
  one boolean NOT NULL DEFAULT true
  seen_at timestamp with time zone NOT NULL
  CONSTRAINT mail_server_one_check CHECK (one)
  CONSTRAINT mail_server_pkey PRIMARY KEY (one)

TABLE mail_suppression
  address_hash text NOT NULL
  reason text NOT NULL
  since timestamp with time zone NOT NULL
  note text
  CONSTRAINT mail_suppression_pkey PRIMARY KEY (address_hash)
  CONSTRAINT mail_suppression_reason_check CHECK ((reason = ANY (ARRAY['hard_bounce'::text, 'complaint'::text, 'manual'::text, 'unsubscribed'::text])))
  CREATE INDEX mail_suppression_note_trgm ON public.mail_suppression USING gin (note gin_trgm_ops)
  CREATE INDEX mail_suppression_since ON public.mail_suppression USING btree (since, address_hash)

UNLOGGED TABLE map_tile
  layer text NOT NULL
  z smallint NOT NULL
  x integer NOT NULL
  y integer NOT NULL
  fetched_at timestamp with time zone NOT NULL
  png bytea NOT NULL
  CONSTRAINT map_tile_pkey PRIMARY KEY (layer, z, x, y)
  CREATE INDEX map_tile_fetched_at ON public.map_tile USING btree (fetched_at)

TABLE message_draft
  id uuid NOT NULL
  subject text NOT NULL
  body text NOT NULL
  audience jsonb
  updated_at timestamp with time zone NOT NULL
  updated_by text NOT NULL
  version integer NOT NULL
  CONSTRAINT message_draft_pkey PRIMARY KEY (id)
  CREATE INDEX message_draft_updated_at ON public.message_draft USING btree (updated_at)

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
  kind text NOT NULL DEFAULT 'analysis'::text
  CONSTRAINT observation_kind_check CHECK ((kind = ANY (ARRAY['observation'::text, 'analysis'::text, 'forecast'::text])))
  CONSTRAINT observation_pkey PRIMARY KEY (cell, observed_at, source)

TABLE place_height
  cell integer NOT NULL
  height real NOT NULL
  seen_at timestamp with time zone NOT NULL
  CONSTRAINT place_height_pkey PRIMARY KEY (cell)

TABLE place_name
  cell integer NOT NULL
  name text NOT NULL
  country text NOT NULL
  state text
  lat double precision NOT NULL
  lon double precision NOT NULL
  named_at timestamp with time zone NOT NULL
  local_names jsonb
  CONSTRAINT place_name_pkey PRIMARY KEY (cell)
  CREATE INDEX place_name_named_at ON public.place_name USING btree (named_at)

TABLE push_device
  id uuid NOT NULL
  client text NOT NULL
  endpoint_hash text NOT NULL
  network text NOT NULL
  sealed text NOT NULL
  service text NOT NULL
  lang text NOT NULL
  units text NOT NULL
  created_at timestamp with time zone NOT NULL
  alive_at timestamp with time zone NOT NULL
  CONSTRAINT push_device_client_key UNIQUE (client)
  CONSTRAINT push_device_endpoint_hash_key UNIQUE (endpoint_hash)
  CONSTRAINT push_device_pkey PRIMARY KEY (id)
  CONSTRAINT push_device_units_check CHECK ((units = ANY (ARRAY['metric'::text, 'uk'::text, 'imperial'::text, 'si'::text])))
  CREATE INDEX push_device_alive_at ON public.push_device USING btree (alive_at)
  CREATE INDEX push_device_network ON public.push_device USING btree (network, created_at)

TABLE push_key
  one boolean NOT NULL DEFAULT true
  public_key text NOT NULL
  sealed text NOT NULL
  created_at timestamp with time zone NOT NULL
  CONSTRAINT push_key_one_check CHECK (one)
  CONSTRAINT push_key_pkey PRIMARY KEY (one)

TABLE push_message
  id uuid NOT NULL
  watch_id uuid NOT NULL
  tag uuid NOT NULL
  payload text NOT NULL
  urgency text NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  created_at timestamp with time zone NOT NULL
  expires_at timestamp with time zone NOT NULL
  next_attempt_at timestamp with time zone NOT NULL
  attempts smallint NOT NULL DEFAULT 0
  last_status smallint
  last_error text
  leased_until timestamp with time zone
  lease_owner uuid
  settled_at timestamp with time zone
  CONSTRAINT push_message_pkey PRIMARY KEY (id)
  CONSTRAINT push_message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'expired'::text, 'replaced'::text])))
  CONSTRAINT push_message_urgency_check CHECK ((urgency = ANY (ARRAY['normal'::text, 'high'::text])))
  CONSTRAINT push_message_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES push_watch(id) ON DELETE CASCADE
  CREATE INDEX push_message_created_at ON public.push_message USING btree (created_at)
  CREATE INDEX push_message_waiting ON public.push_message USING btree (next_attempt_at) WHERE (state = 'waiting'::text)
  CREATE INDEX push_message_watch ON public.push_message USING btree (watch_id, tag)

TABLE push_watch
  id uuid NOT NULL
  device_id uuid NOT NULL
  cell integer NOT NULL
  name text NOT NULL
  lat double precision NOT NULL
  lon double precision NOT NULL
  frequency text NOT NULL
  alert_prefs jsonb NOT NULL
  timezone text NOT NULL
  created_at timestamp with time zone NOT NULL
  updated_at timestamp with time zone NOT NULL
  CONSTRAINT push_watch_device_id_cell_key UNIQUE (device_id, cell)
  CONSTRAINT push_watch_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device(id) ON DELETE CASCADE
  CONSTRAINT push_watch_frequency_check CHECK ((frequency = ANY (ARRAY['immediate'::text, 'hourly'::text, 'daily'::text])))
  CONSTRAINT push_watch_pkey PRIMARY KEY (id)
  CREATE INDEX push_watch_cell ON public.push_watch USING btree (cell, id)

UNLOGGED TABLE rate_window
  name text NOT NULL
  key text NOT NULL
  window_start bigint NOT NULL
  window_end bigint NOT NULL
  count integer NOT NULL
  CONSTRAINT rate_window_pkey PRIMARY KEY (name, key, window_start)
  CREATE INDEX rate_window_window_end ON public.rate_window USING btree (window_end)

TABLE setting
  one boolean NOT NULL DEFAULT true
  version integer NOT NULL
  overrides jsonb NOT NULL
  updated_at timestamp with time zone NOT NULL
  updated_by text NOT NULL
  CONSTRAINT setting_one_check CHECK (one)
  CONSTRAINT setting_pkey PRIMARY KEY (one)

TABLE station
  source text NOT NULL
  id text NOT NULL
  name text NOT NULL
  lat double precision NOT NULL
  lon double precision NOT NULL
  height real
  tile integer NOT NULL
  observed_at timestamp with time zone NOT NULL
  reading jsonb NOT NULL
  simulated boolean NOT NULL
  sensors jsonb NOT NULL
  used_at timestamp with time zone
  CONSTRAINT station_pkey PRIMARY KEY (source, id)
  CREATE INDEX station_observed_at ON public.station USING btree (observed_at)
  CREATE INDEX station_tile ON public.station USING btree (tile)

TABLE station_box
  source text NOT NULL
  box text NOT NULL
  wanted_at timestamp with time zone NOT NULL
  next_at timestamp with time zone NOT NULL
  read_at timestamp with time zone
  failures integer NOT NULL DEFAULT 0
  failure text
  state jsonb
  CONSTRAINT station_box_pkey PRIMARY KEY (source, box)
  CREATE INDEX station_box_next_at ON public.station_box USING btree (next_at)

TABLE station_reading
  source text NOT NULL
  station text NOT NULL
  observed_at timestamp with time zone NOT NULL
  simulated boolean NOT NULL
  temperature real
  wind_speed real
  wind_gust real
  wind_direction real
  precipitation real
  CONSTRAINT station_reading_pkey PRIMARY KEY (source, station, observed_at)
  CREATE INDEX station_reading_observed_at ON public.station_reading USING btree (observed_at)

TABLE subscription
  id uuid NOT NULL
  client text NOT NULL
  email text NOT NULL
  email_key text NOT NULL
  type text NOT NULL
  cell integer
  city_name text
  city_lat double precision
  city_lon double precision
  frequency text NOT NULL
  alert_on_rain boolean NOT NULL
  alert_on_storm boolean NOT NULL
  alert_prefs jsonb NOT NULL
  lang text NOT NULL
  units text NOT NULL
  timezone text NOT NULL
  active boolean NOT NULL
  confirmed_at timestamp with time zone
  confirm_before timestamp with time zone
  unsubscribe_token uuid NOT NULL
  created_at timestamp with time zone NOT NULL
  updated_at timestamp with time zone NOT NULL
  deactivated_at timestamp with time zone
  deactivated_by text
  lang_named_at timestamp with time zone
  units_named_at timestamp with time zone
  timezone_named_at timestamp with time zone
  proved_at timestamp with time zone
  CONSTRAINT subscription_check CHECK (((type = 'newsletter'::text) = (cell IS NULL)))
  CONSTRAINT subscription_check1 CHECK (((city_lat IS NULL) = (city_lon IS NULL)))
  CONSTRAINT subscription_check2 CHECK ((active = (deactivated_at IS NULL)))
  CONSTRAINT subscription_check3 CHECK (((confirmed_at IS NULL) = (confirm_before IS NOT NULL)))
  CONSTRAINT subscription_client_email_key_type_cell_key UNIQUE NULLS NOT DISTINCT (client, email_key, type, cell)
  CONSTRAINT subscription_deactivated_by_check CHECK ((deactivated_by = ANY (ARRAY['client'::text, 'mail'::text, 'admin'::text])))
  CONSTRAINT subscription_frequency_check CHECK ((frequency = ANY (ARRAY['immediate'::text, 'hourly'::text, 'daily'::text, 'weekly'::text, 'biweekly'::text, 'monthly'::text])))
  CONSTRAINT subscription_pkey PRIMARY KEY (id)
  CONSTRAINT subscription_proof_is_confirmed CHECK (((proved_at IS NULL) OR (confirmed_at IS NOT NULL)))
  CONSTRAINT subscription_type_check CHECK ((type = ANY (ARRAY['newsletter'::text, 'city_weekly'::text, 'city_alerts'::text])))
  CONSTRAINT subscription_units_check CHECK ((units = ANY (ARRAY['metric'::text, 'uk'::text, 'imperial'::text, 'si'::text])))
  CONSTRAINT subscription_unsubscribe_token_key UNIQUE (unsubscribe_token)
  CREATE INDEX subscription_active ON public.subscription USING btree (email_key) WHERE active
  CREATE INDEX subscription_alerts ON public.subscription USING btree (cell, email_key) WHERE (active AND (type = 'city_alerts'::text))
  CREATE INDEX subscription_city_name_trgm ON public.subscription USING gin (city_name gin_trgm_ops)
  CREATE INDEX subscription_created_at ON public.subscription USING btree (created_at, id)
  CREATE INDEX subscription_email_key ON public.subscription USING btree (email_key)
  CREATE INDEX subscription_email_key_trgm ON public.subscription USING gin (email_key gin_trgm_ops)
  CREATE INDEX subscription_inactive ON public.subscription USING btree (deactivated_at) WHERE (NOT active)
  CREATE INDEX subscription_unconfirmed ON public.subscription USING btree (confirm_before) WHERE (confirmed_at IS NULL)

TABLE subscription_confirmation
  token_hash bytea NOT NULL
  client text NOT NULL
  email_key text NOT NULL
  lang text NOT NULL
  created_at timestamp with time zone NOT NULL
  expires_at timestamp with time zone NOT NULL
  used_at timestamp with time zone
  mailbox text
  CONSTRAINT subscription_confirmation_pkey PRIMARY KEY (token_hash)
  CREATE INDEX subscription_confirmation_email_key ON public.subscription_confirmation USING btree (email_key, created_at)
  CREATE INDEX subscription_confirmation_expires_at ON public.subscription_confirmation USING btree (expires_at)
  CREATE INDEX subscription_confirmation_mailbox ON public.subscription_confirmation USING btree (mailbox, created_at)

TABLE subscription_refusal
  row_hash text NOT NULL
  refused_at timestamp with time zone NOT NULL
  CONSTRAINT subscription_refusal_pkey PRIMARY KEY (row_hash)
  CREATE INDEX subscription_refusal_refused_at ON public.subscription_refusal USING btree (refused_at)

TABLE trouble
  id uuid NOT NULL
  key text NOT NULL
  kind text NOT NULL
  severity text NOT NULL
  title text NOT NULL
  meaning text NOT NULL
  action text NOT NULL
  link text NOT NULL
  began_at timestamp with time zone NOT NULL
  seen_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  noticed_at timestamp with time zone
  CONSTRAINT trouble_pkey PRIMARY KEY (id)
  CONSTRAINT trouble_severity_check CHECK ((severity = ANY (ARRAY['notice'::text, 'bad'::text])))
  CREATE INDEX trouble_began_at ON public.trouble USING btree (began_at, id)
  CREATE UNIQUE INDEX trouble_open ON public.trouble USING btree (key) WHERE (ended_at IS NULL)

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
  scope text
  CONSTRAINT upstream_call_cause_check CHECK ((cause = ANY (ARRAY['request'::text, 'refresh'::text, 'job'::text, 'admin'::text, 'tile'::text, 'geocode'::text])))
  CONSTRAINT upstream_call_pkey PRIMARY KEY (id)
  CREATE INDEX upstream_call_product ON public.upstream_call USING btree (product, started_at)
  CREATE INDEX upstream_call_started_at ON public.upstream_call USING btree (started_at)

TABLE upstream_window
  holder text NOT NULL
  window_seconds integer NOT NULL
  window_start timestamp with time zone NOT NULL
  used numeric NOT NULL
  ceiling numeric NOT NULL
  CONSTRAINT upstream_window_pkey PRIMARY KEY (holder, window_seconds)

TABLE usage_answer
  period text NOT NULL
  starts_at timestamp with time zone NOT NULL
  layer text NOT NULL
  scope text NOT NULL
  trigger text NOT NULL
  answers bigint NOT NULL
  CONSTRAINT usage_answer_layer_check CHECK ((layer = ANY (ARRAY['memory'::text, 'database'::text, 'upstream'::text])))
  CONSTRAINT usage_answer_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
  CONSTRAINT usage_answer_pkey PRIMARY KEY (period, starts_at, layer, scope, trigger)

TABLE usage_call
  period text NOT NULL
  starts_at timestamp with time zone NOT NULL
  product text NOT NULL
  dimension text NOT NULL
  key text NOT NULL
  calls bigint NOT NULL
  failed bigint NOT NULL
  weight double precision NOT NULL
  CONSTRAINT usage_call_dimension_check CHECK ((dimension = ANY (ARRAY['cause'::text, 'scope'::text, 'trigger'::text, 'duration'::text])))
  CONSTRAINT usage_call_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
  CONSTRAINT usage_call_pkey PRIMARY KEY (period, starts_at, dimension, product, key)

TABLE usage_progress
  one boolean NOT NULL DEFAULT true
  summed_to timestamp with time zone NOT NULL
  CONSTRAINT usage_progress_one_check CHECK (one)
  CONSTRAINT usage_progress_pkey PRIMARY KEY (one)

TABLE verification_progress
  day date NOT NULL
  last_cell integer NOT NULL
  is_done boolean NOT NULL
  CONSTRAINT verification_progress_pkey PRIMARY KEY (day)

TABLE verification_result
  cell integer NOT NULL
  is_stale boolean NOT NULL
  from_day date
  to_day date
  places integer
  simulated boolean
  scores jsonb
  CONSTRAINT verification_result_pkey PRIMARY KEY (cell)
  CREATE INDEX verification_result_stale ON public.verification_result USING btree (cell) WHERE is_stale

TABLE verification_sum
  cell integer NOT NULL
  day date NOT NULL
  source text NOT NULL
  truth_source text NOT NULL
  truth_kind text NOT NULL
  versus text NOT NULL
  lead_hours smallint NOT NULL
  simulated boolean NOT NULL
  temperature double precision[]
  wind_speed double precision[]
  wind_gust double precision[]
  wind_direction double precision[]
  precipitation double precision[]
  precipitation_probability double precision[]
  temperature_max double precision[]
  temperature_min double precision[]
  truth_station jsonb
  pm25 double precision[]
  pm10 double precision[]
  no2 double precision[]
  o3 double precision[]
  CONSTRAINT verification_sum_pkey PRIMARY KEY (cell, day, source, truth_source, truth_kind, versus, lead_hours)
  CONSTRAINT verification_sum_truth_kind_check CHECK ((truth_kind = ANY (ARRAY['observation'::text, 'analysis'::text])))
  CREATE INDEX verification_sum_day ON public.verification_sum USING btree (day)

TABLE warning
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  feed text NOT NULL
  part text NOT NULL
  key text NOT NULL
  message_id text NOT NULL
  sent timestamp with time zone NOT NULL
  state text NOT NULL
  state_at timestamp with time zone NOT NULL
  listed_until timestamp with time zone NOT NULL
  message jsonb NOT NULL
  digest text NOT NULL
  simulated boolean NOT NULL
  absence jsonb
  CONSTRAINT warning_feed_part_key_key UNIQUE (feed, part, key)
  CONSTRAINT warning_pkey PRIMARY KEY (id)
  CONSTRAINT warning_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ended'::text, 'replaced'::text])))
  CREATE INDEX warning_listed_until ON public.warning USING btree (listed_until)

TABLE warning_area
  warning bigint NOT NULL
  "position" integer NOT NULL
  shape bigint
  CONSTRAINT warning_area_shape_fkey FOREIGN KEY (shape) REFERENCES warning_shape(id)
  CONSTRAINT warning_area_warning_fkey FOREIGN KEY (warning) REFERENCES warning(id) ON DELETE CASCADE
  CREATE INDEX warning_area_shape ON public.warning_area USING btree (shape, warning)
  CREATE INDEX warning_area_warning ON public.warning_area USING btree (warning)

TABLE warning_change
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  sent timestamp with time zone NOT NULL
  at timestamp with time zone NOT NULL
  shapes bigint[] NOT NULL
  CONSTRAINT warning_change_pkey PRIMARY KEY (id)

TABLE warning_feed
  feed text NOT NULL
  part text NOT NULL
  readings integer NOT NULL DEFAULT 0
  next_at timestamp with time zone NOT NULL
  read_at timestamp with time zone
  complete_at timestamp with time zone
  is_complete boolean NOT NULL DEFAULT false
  failures integer NOT NULL DEFAULT 0
  failure text
  state text
  left_out jsonb NOT NULL DEFAULT '{}'::jsonb
  begun_at timestamp with time zone
  CONSTRAINT warning_feed_pkey PRIMARY KEY (feed, part)

TABLE warning_name
  feed text NOT NULL
  part text NOT NULL
  name text NOT NULL
  key text NOT NULL
  replaced_sent timestamp with time zone
  seen_at timestamp with time zone NOT NULL
  CONSTRAINT warning_name_pkey PRIMARY KEY (feed, part, name)
  CREATE INDEX warning_name_seen_at ON public.warning_name USING btree (seen_at)

TABLE warning_region
  scheme text NOT NULL
  code text NOT NULL
  name text NOT NULL
  shape bigint NOT NULL
  CONSTRAINT warning_region_pkey PRIMARY KEY (scheme, code)
  CONSTRAINT warning_region_shape_fkey FOREIGN KEY (shape) REFERENCES warning_shape(id)
  CREATE INDEX warning_region_shape ON public.warning_region USING btree (shape)

TABLE warning_shape
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  hash bytea NOT NULL
  geometry jsonb NOT NULL
  CONSTRAINT warning_shape_hash_key UNIQUE (hash)
  CONSTRAINT warning_shape_pkey PRIMARY KEY (id)

TABLE warning_shape_tile
  tile integer NOT NULL
  shape bigint NOT NULL
  is_inside boolean NOT NULL
  CONSTRAINT warning_shape_tile_pkey PRIMARY KEY (tile, shape)
  CONSTRAINT warning_shape_tile_shape_fkey FOREIGN KEY (shape) REFERENCES warning_shape(id) ON DELETE CASCADE
  CREATE INDEX warning_shape_tile_shape ON public.warning_shape_tile USING btree (shape)

TABLE warning_source
  id text NOT NULL
  name text NOT NULL
  url text NOT NULL
  license text NOT NULL
  is_enabled boolean NOT NULL DEFAULT true
  version integer NOT NULL DEFAULT 1
  added_at timestamp with time zone NOT NULL
  CONSTRAINT warning_source_pkey PRIMARY KEY (id)
  CONSTRAINT warning_source_url_key UNIQUE (url)

TABLE webhook
  id uuid NOT NULL
  key_id uuid
  name text NOT NULL
  url text NOT NULL
  cell integer NOT NULL
  lat double precision NOT NULL
  lon double precision NOT NULL
  alert_prefs jsonb NOT NULL
  lang text NOT NULL
  timezone text NOT NULL
  secret text
  former_secret text
  former_until timestamp with time zone
  disabled_at timestamp with time zone
  disabled_by text
  created_at timestamp with time zone NOT NULL
  updated_at timestamp with time zone NOT NULL
  CONSTRAINT webhook_check CHECK (((disabled_at IS NULL) = (disabled_by IS NULL)))
  CONSTRAINT webhook_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['client'::text, 'receiver'::text, 'failures'::text, 'operator'::text])))
  CONSTRAINT webhook_key_id_fkey FOREIGN KEY (key_id) REFERENCES client_key(id) ON DELETE CASCADE
  CONSTRAINT webhook_pkey PRIMARY KEY (id)
  CREATE INDEX webhook_cell ON public.webhook USING btree (cell) WHERE (disabled_at IS NULL)
  CREATE INDEX webhook_key ON public.webhook USING btree (key_id, id)

TABLE webhook_delivery
  id uuid NOT NULL
  webhook_id uuid NOT NULL
  type text NOT NULL
  body text NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  created_at timestamp with time zone NOT NULL
  next_attempt_at timestamp with time zone NOT NULL
  attempts smallint NOT NULL DEFAULT 0
  attempts_allowed smallint NOT NULL
  last_status smallint
  last_error text
  leased_until timestamp with time zone
  lease_owner uuid
  settled_at timestamp with time zone
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id)
  CONSTRAINT webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'dead'::text])))
  CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
  CREATE INDEX webhook_delivery_created_at ON public.webhook_delivery USING btree (created_at)
  CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (webhook_id, next_attempt_at) WHERE (state = 'waiting'::text)
  CREATE INDEX webhook_delivery_webhook ON public.webhook_delivery USING btree (webhook_id, id)
