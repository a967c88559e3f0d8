-- What searches were told a place is called, by language: pages name it in the language of their reader.
ALTER TABLE place_name ADD COLUMN local_names jsonb;
