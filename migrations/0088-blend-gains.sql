-- What the blend gains from each source, by day and over all places: its absolute errors with and without the source on the same hours, as issued.
-- Deleted after 60 days.
CREATE TABLE blend_gain (
  -- Of what was forecast (UTC).
  day           date             NOT NULL,
  source        text             NOT NULL,
  simulated     boolean          NOT NULL,
  -- With at least one of the cases.
  places        integer          NOT NULL,
  cases         integer          NOT NULL,
  -- Sums of absolute errors, in K.
  blend_error   double precision NOT NULL,
  without_error double precision NOT NULL,
  PRIMARY KEY (day, source, simulated)
);
