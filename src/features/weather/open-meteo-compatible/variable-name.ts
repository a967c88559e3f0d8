import { Aggregation } from '@openmeteo/sdk/aggregation.js'
import { Variable } from '@openmeteo/sdk/variable.js'

/** One variable as a request names it, and what the name says. */
export interface VariableName {
  /** As asked: the answer repeats it, also where it is an old spelling. */
  readonly asked: string
  /** In today's spelling. */
  readonly name: string
  readonly variable: Variable
  readonly aggregation: Aggregation
  /** Metres above ground; 0: none is named. */
  readonly altitude: number
  /** hPa; 0: none is named. */
  readonly pressureLevel: number
  /** Centimetres below ground, from and to; 0: none are named. */
  readonly depth: number
  readonly depthTo: number
}

/** Spellings of their API before 2023, which it still takes. */
const OLD_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^windspeed/, 'wind_speed'],
  [/^windgusts/, 'wind_gusts'],
  [/^winddirection/, 'wind_direction'],
  [/^relativehumidity/, 'relative_humidity'],
  [/^dewpoint/, 'dew_point'],
  [/^weathercode/, 'weather_code'],
  [/^cloudcover/, 'cloud_cover'],
  [/^vapor_pressure/, 'vapour_pressure'],
  [/^freezinglevel_/, 'freezing_level_'],
  [/^(soil_moisture_\d+)_(\d+cm)/, '$1_to_$2'],
]

/** Their schema writes these without the underscore. */
const SCHEMA_SPELLINGS: readonly (readonly [RegExp, string])[] = [[/pm2_5$/, 'pm2p5']]

/** What is stated at heights above ground, with those heights, in metres. */
const HEIGHTS: Readonly<Record<string, readonly number[]>> = {
  temperature: [2, 80, 120, 180],
  relative_humidity: [2],
  dew_point: [2],
  wet_bulb_temperature: [2],
  wind_speed: [10, 80, 100, 120, 180],
  wind_direction: [10, 80, 100, 120, 180],
  wind_gusts: [10],
}
const AT_LEVELS = new Set([
  'temperature',
  'relative_humidity',
  'dew_point',
  'cloud_cover',
  'wind_speed',
  'wind_direction',
  'vertical_velocity',
  'geopotential_height',
])
const AT_DEPTHS = new Set(['soil_temperature', 'soil_moisture'])
/** These are never named without a height, a level or a depth. */
const INCOMPLETE = new Set([...Object.keys(HEIGHTS), ...AT_DEPTHS, 'vertical_velocity', 'geopotential_height', 'undefined'])

/** What only a day has, under names without an aggregation. */
const OF_DAYS = new Set(['sunrise', 'sunset', 'moonrise', 'moonset', 'moon_phase', 'daylight_duration', 'precipitation_hours'])
/** What a day has under its hourly name. */
const OF_DAYS_TOO = new Set(['weather_code', 'sunshine_duration', 'et0_fao_evapotranspiration'])
const AGGREGATIONS: Readonly<Record<string, Aggregation>> = {
  max: Aggregation.maximum,
  min: Aggregation.minimum,
  mean: Aggregation.mean,
  sum: Aggregation.sum,
  dominant: Aggregation.dominant,
}

/** A variable of the blocks `current`, `minutely_15` and `hourly`; undefined if their API has none of this name. */
export function readName(asked: string): VariableName | undefined {
  const named = readPlaced(asked, spelledToday(asked))
  return named === undefined || OF_DAYS.has(named.name) ? undefined : named
}

/** A variable of the block `daily`. */
export function readDailyName(asked: string): VariableName | undefined {
  const name = spelledToday(asked)
  if (OF_DAYS.has(name) || OF_DAYS_TOO.has(name)) return readPlaced(asked, name)
  const [, hourly = '', suffix = ''] = /^(.+)_(max|min|mean|sum|dominant)$/.exec(name) ?? []
  const placed = readPlaced(asked, hourly)
  const aggregation = AGGREGATIONS[suffix]
  if (placed === undefined || aggregation === undefined || OF_DAYS.has(hourly)) return undefined
  return { ...placed, name, aggregation }
}

function spelledToday(asked: string): string {
  return respelled(asked, OLD_SPELLINGS)
}

function respelled(name: string, spellings: typeof OLD_SPELLINGS): string {
  return spellings.reduce((text, [pattern, today]) => text.replace(pattern, today), name)
}

/** `temperature_2m`, `temperature_850hPa`, `soil_moisture_0_to_1cm`, `precipitation`. */
function readPlaced(asked: string, name: string): VariableName | undefined {
  const [, base = '', first = '', second, unit] = /^(.+?)_(\d{1,4})(?:_to_(\d{1,4}))?(m|hPa|cm)$/.exec(name) ?? [undefined, name]
  const variable = respelled(base, SCHEMA_SPELLINGS)
  if (!isVariable(variable)) return undefined
  const [from, to] = [Number(first), Number(second ?? 0)]
  if (!isPlacedIn(unit, base, from, second !== undefined)) return undefined
  return {
    asked,
    name,
    variable: Variable[variable],
    aggregation: Aggregation.none,
    altitude: unit === 'm' ? from : 0,
    pressureLevel: unit === 'hPa' ? from : 0,
    depth: unit === 'cm' ? from : 0,
    depthTo: unit === 'cm' ? to : 0,
  }
}

/** Whether their API has a variable at such a place; `unit`: that of its height, level or depth. */
function isPlacedIn(unit: string | undefined, base: string, from: number, isRange: boolean): boolean {
  switch (unit) {
    case 'm':
      return !isRange && HEIGHTS[base]?.includes(from) === true
    case 'hPa':
      return !isRange && AT_LEVELS.has(base)
    case 'cm':
      return AT_DEPTHS.has(base)
    default:
      return !INCOMPLETE.has(base)
  }
}

function isVariable(name: string): name is keyof typeof Variable {
  return Object.hasOwn(Variable, name) && !/^\d/.test(name)
}
