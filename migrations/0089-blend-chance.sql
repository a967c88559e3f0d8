-- The proof of the blended chance of rain, as `errors`, `is_proved` and `since` are that of temperatures: its sums are of squared errors.
ALTER TABLE blend_place
  ADD COLUMN chance_errors double precision[] NOT NULL DEFAULT '{}' CHECK (cardinality(chance_errors) <= 240),
  ADD COLUMN chance_is_proved boolean NOT NULL DEFAULT false,
  ADD COLUMN chance_since timestamptz;
