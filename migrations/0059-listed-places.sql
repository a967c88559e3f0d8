-- Places from the lists that an operator loads: postcodes, airports, summits. A place has a row for each key that finds it.
CREATE TABLE listed_place (
  list text NOT NULL CHECK (list IN ('postcodes', 'airports', 'summits')),
  key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  country text NOT NULL,
  state text,
  lat float8 NOT NULL,
  lon float8 NOT NULL,
  -- Of places with the same key, the one with more comes first.
  weight float8 NOT NULL
);
CREATE INDEX listed_place_key ON listed_place (key);
CREATE INDEX listed_place_list ON listed_place (list, country);
