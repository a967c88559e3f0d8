-- Errors of forecast concentrations, µg/m³, against the source's own analysis.
alter table verification_sum
  add column pm25 double precision[],
  add column pm10 double precision[],
  add column no2 double precision[],
  add column o3 double precision[];
