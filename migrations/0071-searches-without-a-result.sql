-- Who typed a search without a result today: two hashes under the key of the day, deleted with it. Unlogged like the key.
CREATE UNLOGGED TABLE analytics_search_typed (
  day     date  NOT NULL,
  -- Of the text.
  search  bytea NOT NULL,
  -- Of the address alone: another browser does not make another visitor.
  visitor bytea NOT NULL,
  PRIMARY KEY (day, search, visitor)
);
CREATE INDEX analytics_search_typed_visitor ON analytics_search_typed (visitor, day);

-- Searches that at least five visitors typed on one day and that found nothing.
CREATE TABLE analytics_search (
  day      date   NOT NULL,
  text     text   NOT NULL,
  visitors bigint NOT NULL,
  PRIMARY KEY (day, text)
);
