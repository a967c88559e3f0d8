-- The station whose measurements a day's forecasts were compared with: its identifier, name, distance and height. Null: none, or all places.
alter table verification_sum add column truth_station jsonb;
