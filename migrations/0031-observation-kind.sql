-- What providers sent as current weather so far was computed, not measured: neither has a station behind it. The default also serves nodes
-- of the release before, which do not name the column.
ALTER TABLE observation
  ADD COLUMN kind text NOT NULL DEFAULT 'analysis' CHECK (kind IN ('observation', 'analysis', 'forecast'));
