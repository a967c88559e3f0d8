import type { SensorMemory, StationReading } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

export const stationTables = defineTables({
  station_box: {
    source: 'text',
    box: 'text',
    wanted_at: 'timestamptz',
    next_at: 'timestamptz',
    read_at: 'timestamptz null',
    failures: 'int4 default',
    failure: 'text null',
    state: 'jsonb null',
  },
  station: {
    source: 'text',
    id: 'text',
    name: 'text',
    lat: 'float8',
    lon: 'float8',
    height: 'float4 null',
    tile: 'int4',
    observed_at: 'timestamptz',
    reading: narrowColumn<StationReading>()('jsonb'),
    simulated: 'bool',
    sensors: narrowColumn<SensorMemory>()('jsonb'),
    used_at: 'timestamptz null',
  },
  station_reading: {
    source: 'text',
    station: 'text',
    observed_at: 'timestamptz',
    simulated: 'bool',
    temperature: 'float4 null',
    wind_speed: 'float4 null',
    wind_gust: 'float4 null',
    wind_direction: 'float4 null',
    precipitation: 'float4 null',
  },
  place_height: { cell: 'int4', height: 'float4', seen_at: 'timestamptz' },
})

export type StationTables = TablesOf<typeof stationTables>
