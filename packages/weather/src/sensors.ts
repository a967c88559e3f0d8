import { type Instant, parseInstant } from './instant.ts'
import { type Bounds, MEASUREMENTS } from './measurements.ts'
import { OTHER_BOUNDS } from './plausibility.ts'
import type { StationReading } from './station.ts'
import { HOUR_MS } from './time.ts'

/** Why a station's values were left out (docs/measurements.md). */
export type SensorFault = 'value' | 'dew_point' | 'gust' | 'jump' | 'stuck'

type Value = Exclude<keyof StationReading, 'observedAt' | 'isVisibilityLeast' | 'isWithoutWeather' | 'isCorrection'>

/** Values that one instrument measures. */
const SENSORS = {
  thermometer: ['temperature', 'dewPoint', 'humidity'],
  barometer: ['pressure'],
  anemometer: ['windSpeed', 'windDirection', 'windGust'],
} as const satisfies Readonly<Record<string, readonly Value[]>>
type Sensor = keyof typeof SENSORS

/** How long each sensor has been showing the same values, and the last reading's temperature. Kept with the station. */
export interface SensorMemory {
  readonly observedAt: Instant
  readonly temperature: number | null
  /** By sensor; omitted without values. `values` are compared as text. */
  readonly same: { readonly [S in Sensor]?: { readonly values: string; readonly since: Instant; readonly readings: number } }
}

/** Weather that does not change for this long does not occur; a calm may last for days, so it is never taken for a stuck anemometer. */
const STUCK_AFTER_MS = { thermometer: 24 * HOUR_MS, barometer: 24 * HOUR_MS, anemometer: 12 * HOUR_MS } as const
/** After a longer silence, a sensor is not known to have shown the same all the time. */
const LONGEST_GAP_MS = 6 * HOUR_MS
/** A station that reports every three hours shows the same nine times in a day. */
const MIN_STUCK_READINGS = 8
/** Rounded values may cross by a degree. */
const DEW_POINT_ABOVE_C = 1
/** Fronts and foehn change the temperature by up to 20 °C in an hour. */
const MAX_JUMP_C = 20

const BOUNDS = {
  temperature: OTHER_BOUNDS.temperature,
  dewPoint: MEASUREMENTS.dewPoint.bounds,
  humidity: MEASUREMENTS.humidity.bounds,
  pressure: MEASUREMENTS.pressure.bounds,
  windSpeed: MEASUREMENTS.windSpeed.bounds,
  windDirection: MEASUREMENTS.windDirection.bounds,
  windGust: MEASUREMENTS.windGust.bounds,
  visibility: MEASUREMENTS.visibility.bounds,
  precipitation: MEASUREMENTS.precipitation.bounds,
} as const satisfies { readonly [Name in Value]?: Bounds }

/** A reading without what its sensors cannot have measured, and what to remember of them. */
export interface CheckedReading {
  readonly reading: StationReading
  readonly memory: SensorMemory
}

/**
 * Leaves out impossible values, sensors that contradict each other, jumps, and sensors that are stuck; `count` is called once for each.
 * `former` is the memory of the station's last reading, null for its first. A reading that is not newer changes no memory.
 */
export function checkReading(sent: StationReading, former: SensorMemory | null, count: (fault: SensorFault) => void): CheckedReading {
  const unknown: { -readonly [Name in Value]?: null } = {}
  const leaveOut = (fault: SensorFault, names: readonly Value[]): void => {
    count(fault)
    for (const name of names) unknown[name] = null
  }
  for (const [name, { least, most }] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, Bounds][]) {
    const value = sent[name]
    if (value !== null && !(value >= least && value <= most)) leaveOut('value', [name])
  }
  const { temperature, dewPoint, windSpeed, windGust } = sent
  // Which of the two is wrong cannot be told.
  if (temperature !== null && dewPoint !== null && dewPoint > temperature + DEW_POINT_ABOVE_C) leaveOut('dew_point', SENSORS.thermometer)
  if (windSpeed !== null && windGust !== null && windGust < windSpeed) leaveOut('gust', ['windGust'])
  const believed = { ...sent, temperature: unknown.temperature === null ? null : temperature }
  if (hasJumped(believed, former)) leaveOut('jump', SENSORS.thermometer)
  const isNew = former === null || parseInstant(sent.observedAt) > parseInstant(former.observedAt)
  // After a jump, the next reading is compared with this one: if it agrees, the weather has jumped.
  const memory = isNew ? remembered(believed, former) : former
  for (const sensor of Object.keys(SENSORS) as Sensor[]) if (isStuck(sensor, memory)) leaveOut('stuck', SENSORS[sensor])
  return { reading: Object.keys(unknown).length === 0 ? sent : { ...sent, ...unknown }, memory }
}

function hasJumped({ temperature, observedAt }: StationReading, former: SensorMemory | null): boolean {
  if (temperature === null || former === null || former.temperature === null) return false
  const passedMs = parseInstant(observedAt) - parseInstant(former.observedAt)
  return passedMs > 0 && passedMs <= HOUR_MS && Math.abs(temperature - former.temperature) > MAX_JUMP_C
}

function remembered(sent: StationReading, former: SensorMemory | null): SensorMemory {
  const isSteady = former !== null && parseInstant(sent.observedAt) - parseInstant(former.observedAt) <= LONGEST_GAP_MS
  const same = (Object.keys(SENSORS) as Sensor[]).flatMap((sensor) => {
    const values = shownBy(sensor, sent)
    if (values === null) return []
    const before = former?.same[sensor]
    const isSame = isSteady && before !== undefined && before.values === values
    return [[sensor, isSame ? { ...before, readings: before.readings + 1 } : { values, since: sent.observedAt, readings: 1 }] as const]
  })
  return { observedAt: sent.observedAt, temperature: sent.temperature, same: Object.fromEntries(same) }
}

/** What a sensor shows, as text; null if nothing, or a calm. */
function shownBy(sensor: Sensor, { temperature, dewPoint, pressure, windSpeed, windDirection }: StationReading): string | null {
  if (sensor === 'thermometer') return temperature === null ? null : `${temperature} ${dewPoint}`
  if (sensor === 'barometer') return pressure === null ? null : String(pressure)
  return windSpeed === null || windSpeed === 0 ? null : `${windSpeed} ${windDirection}`
}

function isStuck(sensor: Sensor, { same, observedAt }: SensorMemory): boolean {
  const shown = same[sensor]
  if (shown === undefined || shown.readings < MIN_STUCK_READINGS) return false
  return parseInstant(observedAt) - parseInstant(shown.since) >= STUCK_AFTER_MS[sensor]
}
