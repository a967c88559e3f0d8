import { type AirIndex, findHighestSubIndex, type Lookback, computeAirMean, type Pollutant, US_CATEGORIES, type UsCategory } from './air.ts'

/**
 * The US Air Quality Index for an hour, by the EPA's Technical Assistance Document of May 2024 (EPA-454/B-24-002; compared on 2026-11-29):
 * particles by NowCast, ozone by the mean of eight hours and, where it is high, by the hour, carbon monoxide by the mean of eight hours, nitrogen
 * and sulphur dioxide by the hour. AirNow forecasts the ozone mean with a regression by monitor, which a model's grid does not have: here it is the
 * mean of the last eight hours. Null while a pollutant cannot be judged whose hour alone would be worse than all that can be, and if carbon
 * monoxide is all that can be judged.
 */
export function computeUsIndex(back: Lookback): AirIndex<UsCategory> | null {
  const ppb = (pollutant: Gas, hours: number): number | null => toPpb(pollutant, computeAirMean(back(pollutant, hours)))
  const known = [
    ['pm25', computeUsSubIndex('pm25', computeNowCast(back('pm25', 12)))],
    ['pm10', computeUsSubIndex('pm10', computeNowCast(back('pm10', 12)))],
    ['o3', computeOzoneSubIndex(ppb('o3', 8), ppb('o3', 1))],
    ['co', computeUsSubIndex('co', ppb('co', 8))],
    ['no2', computeUsSubIndex('no2', ppb('no2', 1))],
    ['so2', computeSulphurDioxideSubIndex(ppb('so2', 1), ppb('so2', 24))],
  ] as const satisfies readonly (readonly [Pollutant, number | null])[]
  const top = findHighestSubIndex(known)
  if (top === null || known.every(([pollutant, value]) => pollutant === 'co' || value === null)) return null
  const unjudged = known.flatMap(([pollutant, value]) => (value === null ? [subIndexOfHour(pollutant, back)] : []))
  if (unjudged.some((value) => value !== null && value > top.value)) return null
  return { value: top.value, category: toUsCategory(top.value), pollutant: top.pollutant }
}

/** What the index of a pollutant would be if all hours of its mean were like this one; null if the hour is unknown. */
function subIndexOfHour(pollutant: 'pm25' | 'pm10' | Gas, back: Lookback): number | null {
  const hour = back(pollutant, 1)[0] ?? null
  if (pollutant === 'pm25' || pollutant === 'pm10') return computeUsSubIndex(pollutant, hour)
  const ppb = toPpb(pollutant, hour)
  return pollutant === 'o3' ? computeOzoneSubIndex(ppb, ppb) : computeUsSubIndex(pollutant, ppb)
}

const ENDS = [50, 100, 150, 200, 300]

/** The band of a value of the index. */
export function toUsCategory(value: number): UsCategory {
  const band = ENDS.findIndex((end) => value <= end)
  return US_CATEGORIES.at(band) as UsCategory
}

/** The concentrations and index values between which the index is linear: [lowest, highest, index of lowest, index of highest]. */
type Breakpoints = readonly (readonly [number, number, number, number])[]

/** Particles in µg/m³, gases in ppb. Each is truncated to `step` first; between one row's end and the next one's beginning no value exists. */
const TABLE = {
  pm25: { step: 0.1, rows: rows([0, 9], [9.1, 35.4], [35.5, 55.4], [55.5, 125.4], [125.5, 225.4], [225.5, 325.4]) },
  pm10: { step: 1, rows: rows([0, 54], [55, 154], [155, 254], [255, 354], [355, 424], [425, 604]) },
  o3: { step: 1, rows: rows([0, 54], [55, 70], [71, 85], [86, 105], [106, 200]) },
  o3Hour: { step: 1, rows: rows(null, null, [125, 164], [165, 204], [205, 404], [405, 604]) },
  co: { step: 100, rows: rows([0, 4_400], [4_500, 9_400], [9_500, 12_400], [12_500, 15_400], [15_500, 30_400], [30_500, 50_400]) },
  no2: { step: 1, rows: rows([0, 53], [54, 100], [101, 360], [361, 649], [650, 1_249], [1_250, 2_049]) },
  so2: { step: 1, rows: rows([0, 35], [36, 75], [76, 185], [186, 304]) },
  so2Day: { step: 1, rows: rows(null, null, null, null, [305, 604], [605, 1_004]) },
} as const satisfies Record<string, { readonly step: number; readonly rows: Breakpoints }>

function rows(...ranges: (readonly [number, number] | null)[]): Breakpoints {
  const bands = [
    [0, 50],
    [51, 100],
    [101, 150],
    [151, 200],
    [201, 300],
    [301, 500],
  ] as const
  return ranges.flatMap((range, at) => (range === null ? [] : [[...range, ...(bands[at] as readonly [number, number])] as const]))
}

/**
 * The sub-index of a concentration in the table's unit, a whole number; null if it is unknown or the table has no row for it. Above the last row of
 * a complete table it is 500, where the scale ends.
 */
export function computeUsSubIndex(what: keyof typeof TABLE, concentration: number | null): number | null {
  if (concentration === null || concentration < 0) return null
  const { step, rows: table }: { step: number; rows: Breakpoints } = TABLE[what]
  // 35.9 / 0.1 is 358.99999999999994.
  const value = Math.floor(concentration / step + 1e-9) * step
  const row = table.find(([, to]) => value <= to + 1e-9)
  if (row === undefined) return table.at(-1)?.[3] === 500 ? 500 : null
  const [from, to, low, high] = row
  return value < from - 1e-9 ? null : Math.round(((high - low) / (to - from)) * (value - from) + low)
}

/** The higher one of the indices of the mean of eight hours and of the hour, in ppb. */
export function computeOzoneSubIndex(eightHours: number | null, hour: number | null): number | null {
  const known = [computeUsSubIndex('o3', eightHours), computeUsSubIndex('o3Hour', hour)].filter((each) => each !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** By the hour up to 200; above it by the mean of 24 hours, which is at least 200 then. In ppb. */
export function computeSulphurDioxideSubIndex(hour: number | null, day: number | null): number | null {
  if (hour === null) return null
  return computeUsSubIndex('so2', hour) ?? computeUsSubIndex('so2Day', day) ?? 200
}

/**
 * The EPA's NowCast of 12 hourly means of a particle, newest first: the more they differ, the more the last hours weigh. Null unless two of the last
 * three hours are known.
 */
export function computeNowCast(hours: readonly (number | null)[]): number | null {
  if (hours.slice(0, 3).filter((value) => value !== null).length < 2) return null
  const known = hours.filter((value) => value !== null)
  const highest = Math.max(...known)
  const weight = highest === 0 ? 1 : Math.max(0.5, Math.min(...known) / highest)
  let [sum, weights] = [0, 0]
  for (const [ago, value] of hours.entries()) {
    if (value === null) continue
    sum += value * weight ** ago
    weights += weight ** ago
  }
  return sum / weights
}

type Gas = Extract<Pollutant, 'o3' | 'co' | 'no2' | 'so2'>
const GRAMS_PER_MOLE: Record<Gas, number> = { o3: 47.998, co: 28.01, no2: 46.006, so2: 64.066 }
/** Litres of a mole of gas at 25 °C and 1 atm, the EPA's conditions. */
const LITRES_PER_MOLE = 24.45

/** ppb of µg/m³. */
export function toPpb(gas: Gas, concentration: number | null): number | null {
  return concentration === null ? null : (concentration * LITRES_PER_MOLE) / GRAMS_PER_MOLE[gas]
}
