import { UNIT_SYSTEMS, type UnitLabels, type UnitSystem, getUnitWriter } from '@isobar/weather'
import { formatMediumTime, formatIdentifier } from '../../kit/words.ts'

/** The kind of measurement of each field with numeric reports. */
const MEASURED = { temperature: 'temperature', precipitation: 'precipitation', wind: 'windSpeed' } as const
type Measured = (typeof MEASURED)[keyof typeof MEASURED]

/** The kind of measurement by the field's name; all others are words, or numbers without a unit. */
const KINDS: readonly (readonly [name: RegExp, kind: keyof UnitLabels])[] = [
  [/^(temperature|feelsLike|dewPoint)/, 'temperature'],
  [/^wind(Speed|Gust)/, 'windSpeed'],
  [/^(precipitation|rain)(?!Probability)/, 'precipitation'],
  [/^snow/, 'snow'],
  [/^pressure/, 'pressure'],
  [/^visibility/, 'visibility'],
]
const PERCENT = /^(?:cloudCover|humidity)$/

const isSystem = (units: string | null): units is UnitSystem => (UNIT_SYSTEMS as readonly (string | null)[]).includes(units)

/** What the reporter observed, in the units shown to them: `57 °F`. */
export function formatObservedValue(observed: number | string | null, field: string, units: string | null): string | null {
  if (observed === null) return null
  const measured = Reflect.get(MEASURED, field) as Measured | undefined
  if (measured === undefined || Number.isNaN(Number(observed))) return String(observed)
  return isSystem(units) ? `${observed} ${getUnitWriter(units).labels[measured]}` : `${observed} (unit unknown)`
}

/** The weather that was shown, in the reporter's units: name and value of each known part. */
export function listShownFacts(data: unknown, units: string | null): [name: string, value: string][] {
  if (typeof data !== 'object' || data === null) return []
  const writer = getUnitWriter(isSystem(units) ? units : 'metric')
  return Object.entries(data).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.length === 0 ? [] : [[formatIdentifier(name), `${value.length}`]]
    if (typeof value === 'string') return [[formatIdentifier(name), /^\d{4}-\d\d-\d\dT/.test(value) ? formatMediumTime(value) : value]]
    if (typeof value !== 'number') return []
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1]
    if (kind !== undefined) return [[formatIdentifier(name), `${writer[kind](value)} ${writer.labels[kind]}`]]
    if (name.endsWith('Probability')) return [[formatIdentifier(name), `${Math.round(value * 100)} %`]]
    return [[formatIdentifier(name), PERCENT.test(name) ? `${value} %` : String(value)]]
  })
}
