import type { UnitSystem, WeatherScope } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

/** The subjects of a report. */
export const REPORT_FIELDS = ['temperature', 'precipitation', 'wind', 'condition', 'alert', 'other'] as const
export type ReportField = (typeof REPORT_FIELDS)[number]

export const REPORT_STATES = ['open', 'resolved', 'dismissed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** One part of the data that was shown, in canonical units. */
export interface ShownWeather {
  /** The part: a scope of the weather or of the alerts. */
  readonly scope: string
  readonly source: string
  readonly fetchedAt: string
  readonly simulated: boolean
  readonly data: unknown
}

export const reportTables = defineTables({
  inaccurate_report: {
    id: 'uuid',
    received_at: 'timestamptz',
    lat: 'float8',
    lon: 'float8',
    cell: 'int4',
    scope: narrowColumn<WeatherScope>()('text'),
    field: narrowColumn<ReportField>()('text'),
    observed_value: 'jsonb null',
    units: narrowColumn<UnitSystem>()('text null'),
    comment: 'text null',
    client: 'text null',
    shown: 'jsonb',
    state: narrowColumn<ReportState>()('text default'),
    state_changed_at: 'timestamptz null',
  },
})

export type ReportTables = TablesOf<typeof reportTables>
