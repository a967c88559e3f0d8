-- A severity that nobody states was kept as `unknown`; now it may be derived from the warning, and is null where nothing tells. Texts
-- cannot match: within a JSON string the quotes are escaped.
ALTER TABLE alert_notice ALTER COLUMN told_severity DROP NOT NULL;
UPDATE alert_notice SET told_severity = NULL WHERE told_severity = 'unknown';

UPDATE alert_event
   SET data = regexp_replace(
         replace(
           replace(data::text, '"severity": "unknown"', '"severity": null, "severitySource": null'),
           '"firstSeverity": "unknown"', '"firstSeverity": null'),
         '"severity": "(extreme|severe|moderate|minor)"', '"severity": "\1", "severitySource": "stated"', 'g')::jsonb
 WHERE kind = 'official';

UPDATE mail_outbox SET data = replace(data::text, '"severity": "unknown"', '"severity": null')::jsonb
 WHERE data::text LIKE '%"severity": "unknown"%';
UPDATE mail_part SET data = replace(data::text, '"severity": "unknown"', '"severity": null')::jsonb
 WHERE data::text LIKE '%"severity": "unknown"%';
