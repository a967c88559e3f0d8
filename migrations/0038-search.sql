-- What the back office searches for within addresses, errors, towns and notes is found by its trigrams, where the server has the extension and lets us
-- create it (it is trusted: the owner of a database may). Elsewhere a search reads every row; docs/operations.md says how to add the indexes later.
DO $$
DECLARE
  ops text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm cannot be created: searches of the back office read every row';
  END;
  SELECT quote_ident(nspname) || '.gin_trgm_ops' INTO ops
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  IF ops IS NULL THEN
    RETURN;
  END IF;
  -- Only what has left the queue: a run that writes a million mails does not wait for it, and a mail is indexed once, when it is settled.
  EXECUTE format('CREATE INDEX mail_outbox_email_key_trgm ON mail_outbox USING gin (email_key %s) WHERE state <> ''waiting''', ops);
  EXECUTE format('CREATE INDEX mail_outbox_last_error_trgm ON mail_outbox USING gin (last_error %s) WHERE state <> ''waiting'' AND last_error IS NOT NULL', ops);
  EXECUTE format('CREATE INDEX subscription_email_key_trgm ON subscription USING gin (email_key %s)', ops);
  EXECUTE format('CREATE INDEX subscription_city_name_trgm ON subscription USING gin (city_name %s)', ops);
  EXECUTE format('CREATE INDEX mail_suppression_note_trgm ON mail_suppression USING gin (note %s)', ops);
END
$$;
