import { type Static, Type } from 'typebox'
import type { Box, ForcedAlert, ForcedCondition } from '../climate/forced.ts'
import { BadControl, INSTANT, instant, LATITUDE, LONGITUDE, read, TEXT } from '../input.ts'

const HOUR = 3_600_000
const between = (minimum: number, maximum: number) => Type.Optional(Type.Number({ minimum, maximum }))
const FLAG = Type.Optional(Type.Boolean())
const WEATHER = Type.Object(
  {
    temperature: between(-90, 60),
    dewPoint: between(-90, 60),
    pressure: between(850, 1090),
    cloud: between(0, 100),
    visibility: between(0, 100_000),
    windSpeed: between(0, 120),
    windGust: between(0, 150),
    windDirection: between(0, 360),
    precipitation: between(0, 300),
    convective: between(0, 1),
    snowShare: between(0, 1),
    thunder: FLAG,
    fog: FLAG,
    freezing: FLAG,
  },
  { additionalProperties: false },
)
const ALERT = Type.Object({
  event: TEXT,
  severity: Type.Optional(TEXT),
  start: Type.Optional(INSTANT),
  end: Type.Optional(INSTANT),
  cancelledAt: Type.Optional(INSTANT),
  sender: Type.Optional(TEXT),
  description: Type.Optional(TEXT),
  instruction: Type.Optional(TEXT),
  tags: Type.Optional(Type.Array(TEXT, { maxItems: 20 })),
})
const CONDITIONS = Type.Array(
  Type.Object({
    box: Type.Optional(Type.Object({ south: LATITUDE, west: LONGITUDE, north: LATITUDE, east: LONGITUDE })),
    lat: Type.Optional(LATITUDE),
    lon: Type.Optional(LONGITUDE),
    radiusDeg: between(0, 90),
    from: Type.Optional(INSTANT),
    to: Type.Optional(INSTANT),
    weather: Type.Optional(WEATHER),
    alert: Type.Optional(ALERT),
  }),
  { maxItems: 200 },
)
type Condition = Static<typeof CONDITIONS>[number]

/**
 * Reads conditions from a control request: each has a `box` or `lat`, `lon` (and `radiusDeg`), optional `from` and `to`, and `weather` or
 * `alert` or both. @throws BadControl
 */
export function readConditions(value: unknown, now: number): ForcedCondition[] {
  return read(CONDITIONS, value, 'conditions').map((condition, index) => {
    const from = instant(condition.from, 'from') ?? Number.NEGATIVE_INFINITY
    const to = instant(condition.to, 'to') ?? Number.POSITIVE_INFINITY
    const { weather, alert } = condition
    if (weather === undefined && alert === undefined) throw new BadControl('a condition needs weather or alert')
    return {
      id: String(index + 1),
      box: boxOf(condition),
      from,
      to,
      weather: weather ?? null,
      alert: alert === undefined ? null : alertOf(alert, Math.max(now, from)),
    }
  })
}

/** By default wide enough to contain the grid point of a neighbouring model. */
function boxOf({ box, lat, lon, radiusDeg = 0.1 }: Condition): Box {
  if (box !== undefined) return box
  if (lat === undefined || lon === undefined) throw new BadControl('a condition needs box, or lat and lon')
  return { south: lat - radiusDeg, west: lon - radiusDeg, north: lat + radiusDeg, east: lon + radiusDeg }
}

/** A warning in force from `now` on. */
function alertOf(alert: Static<typeof ALERT>, now: number): ForcedAlert {
  const { event, severity = 'Severe', sender = null, instruction = null, tags = [] } = alert
  const start = instant(alert.start, 'start') ?? now
  const end = instant(alert.end, 'end') ?? start + 6 * HOUR
  if (end <= start) throw new BadControl('alert.end must be after alert.start')
  return {
    event,
    severity,
    issuedAt: Math.min(now, start),
    start,
    end,
    cancelledAt: instant(alert.cancelledAt, 'cancelledAt') ?? Number.POSITIVE_INFINITY,
    sender,
    description: alert.description ?? `${event}: put there by hand in the upstream simulator.`,
    instruction,
    tags,
  }
}
