-- A value says little without the units in which its reporter saw the weather. Null: not said.
ALTER TABLE inaccurate_report ADD COLUMN units text;
