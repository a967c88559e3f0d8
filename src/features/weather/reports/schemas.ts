import { UNIT_SYSTEMS, WEATHER_SCOPES } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { Coordinates, Instant } from '../../../platform/http/schema/schemas.ts'
import { REPORT_FIELDS } from './tables.ts'

/** PostgreSQL text cannot contain NUL. */
const NO_NUL = '^[^\\u0000]*$'

export const ReportBody = Type.Object(
  {
    ...Coordinates,
    scope: Type.Optional(Type.Enum([...WEATHER_SCOPES], { default: 'current', description: 'Scope of the weather that was wrong' })),
    field: Type.Optional(Type.Enum([...REPORT_FIELDS], { default: 'other', description: 'Field that was wrong' })),
    observedValue: Type.Optional(
      Type.Union([Type.Number({ minimum: -1e9, maximum: 1e9 }), Type.String({ minLength: 1, maxLength: 100, pattern: NO_NUL })], {
        description: 'Observed value, as a number or in words',
        examples: [12.5, 'heavy rain'],
      }),
    ),
    units: Type.Optional(Type.Enum([...UNIT_SYSTEMS], { description: 'Units of the weather shown and of `observedValue`' })),
    comment: Type.Optional(Type.String({ maxLength: 500, pattern: NO_NUL })),
    clientId: Type.Optional(
      Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$', description: 'Client ID, as for subscriptions; stored only as a keyed hash' }),
    ),
  },
  { title: 'InaccurateReport' },
)
export type ReportBody = Static<typeof ReportBody>

export const REPORT_EXAMPLES = [
  {
    lat: 52.52,
    lon: 13.41,
    scope: 'current',
    field: 'precipitation',
    observedValue: 'heavy rain',
    comment: 'It has been raining for an hour.',
  },
  { lat: 40.71, lon: -74.01, field: 'temperature', observedValue: 57, units: 'imperial' as const },
  { lat: 52.52, lon: 13.41 },
]

export const ReportReceipt = Type.Object(
  { reportId: Type.String({ format: 'uuid' }), receivedAt: Instant },
  { title: 'InaccurateReportReceipt' },
)
