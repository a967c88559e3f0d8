-- Weather is cached by place, scope and source: "cell:ID:SCOPE" becomes "cell:ID:SCOPE:SOURCE". The source is in the value's first line. What
-- was stored as a stand-in is fetched again when it is needed.
DELETE FROM cache_entry
WHERE key ~ '^cell:\d+:\w+$'
  AND (
    key ~ ':(absent|second_\w+)$'
    OR encode(substring(value FROM 1 FOR position('\x0a'::bytea IN value)), 'escape') !~ '"source":"[a-z0-9-]+"'
  );
UPDATE cache_entry
SET
  key = regexp_replace(key, '(national|official)_alert$', 'alert') || ':'
    || substring(encode(substring(value FROM 1 FOR position('\x0a'::bytea IN value)), 'escape') FROM '"source":"([a-z0-9-]+)"')
WHERE key ~ '^cell:\d+:\w+$';
