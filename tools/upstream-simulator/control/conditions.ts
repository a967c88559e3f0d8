import type { Box, ForcedAlert, ForcedCondition } from '../climate/forced.ts'
import type { WeatherState } from '../climate/weather.ts'
import { array, BadControl, flag, instant, number, object, text } from '../input.ts'

const HOUR = 3_600_000
const NUMBERS: readonly (readonly [keyof WeatherState, number, number])[] = [
  ['temperature', -90, 60],
  ['dewPoint', -90, 60],
  ['pressure', 850, 1090],
  ['cloud', 0, 100],
  ['visibility', 0, 100_000],
  ['windSpeed', 0, 120],
  ['windGust', 0, 150],
  ['windDirection', 0, 360],
  ['precipitation', 0, 300],
  ['convective', 0, 1],
  ['snowShare', 0, 1],
]
const FLAGS = ['thunder', 'fog', 'freezing'] as const

/**
 * Reads conditions from a control request: each has a `box` or `lat`, `lon` (and `radiusDeg`), optional `from` and `to`, and `weather` or
 * `alert` or both. @throws BadControl
 */
export function readConditions(value: unknown, now: number): ForcedCondition[] {
  return array(value, 'conditions', 200).map((element, index) => {
    const bag = object(element, `conditions[${index}]`)
    const from = instant(bag['from'], 'from') ?? Number.NEGATIVE_INFINITY
    const to = instant(bag['to'], 'to') ?? Number.POSITIVE_INFINITY
    if (bag['weather'] === undefined && bag['alert'] === undefined) throw new BadControl('a condition needs weather or alert')
    return {
      id: String(index + 1),
      box: readBox(bag),
      from,
      to,
      weather: bag['weather'] === undefined ? null : readWeather(bag['weather']),
      alert: bag['alert'] === undefined ? null : readAlert(bag['alert'], Math.max(now, from)),
    }
  })
}

function readBox(bag: Record<string, unknown>): Box {
  if (bag['box'] !== undefined) {
    const box = object(bag['box'], 'box')
    const [south, west, north, east] = [
      number(box['south'], 'south', -90, 90),
      number(box['west'], 'west', -180, 180),
      number(box['north'], 'north', -90, 90),
      number(box['east'], 'east', -180, 180),
    ]
    if (south === undefined || west === undefined || north === undefined || east === undefined)
      throw new BadControl('box needs south, west, north, east')
    return { south, west, north, east }
  }
  const lat = number(bag['lat'], 'lat', -90, 90)
  const lon = number(bag['lon'], 'lon', -180, 180)
  if (lat === undefined || lon === undefined) throw new BadControl('a condition needs box, or lat and lon')
  // Wide enough to contain the grid point of a neighbouring model.
  const radius = number(bag['radiusDeg'], 'radiusDeg', 0, 90) ?? 0.1
  return { south: lat - radius, west: lon - radius, north: lat + radius, east: lon + radius }
}

function readWeather(value: unknown): Partial<WeatherState> {
  const bag = object(value, 'weather')
  const known = new Set<string>([...NUMBERS.map(([name]) => name), ...FLAGS])
  for (const key of Object.keys(bag)) if (!known.has(key)) throw new BadControl(`weather.${key} is not one of ${[...known].join(', ')}`)
  const entries: [string, number | boolean][] = []
  for (const [name, low, high] of NUMBERS) {
    const given = number(bag[name], name, low, high)
    if (given !== undefined) entries.push([name, given])
  }
  for (const name of FLAGS) {
    const given = flag(bag[name], name)
    if (given !== undefined) entries.push([name, given])
  }
  return Object.fromEntries(entries)
}

/** A warning in force from `now` on. */
function readAlert(value: unknown, now: number): ForcedAlert {
  const bag = object(value, 'alert')
  const event = text(bag['event'], 'event')
  if (event === undefined) throw new BadControl('alert needs event')
  const start = instant(bag['start'], 'start') ?? now
  const end = instant(bag['end'], 'end') ?? start + 6 * HOUR
  if (end <= start) throw new BadControl('alert.end must be after alert.start')
  return {
    event,
    severity: text(bag['severity'], 'severity') ?? 'Severe',
    issuedAt: Math.min(now, start),
    start,
    end,
    cancelledAt: instant(bag['cancelledAt'], 'cancelledAt') ?? Number.POSITIVE_INFINITY,
    sender: text(bag['sender'], 'sender') ?? null,
    description: text(bag['description'], 'description') ?? `${event}: put there by hand in the upstream simulator.`,
    instruction: text(bag['instruction'], 'instruction') ?? null,
    tags: array(bag['tags'] ?? [], 'tags', 20).map((tag) => text(tag, 'tag') ?? ''),
  }
}
