import { roundHalfAway } from '../round.ts'
import { type UnitLabels, type UnitSystem, unitWriter } from '../units.ts'
import { type Hazard, THRESHOLDS } from './hazard.ts'

/** A hazard's threshold as people read and write it: in their units, in few digits. */
export interface ThresholdField {
  /** As `UnitLabels` has it; null for the UV index, which has none. */
  readonly unit: string | null
  readonly value: number
  readonly min: number
  readonly max: number
}

interface Scale {
  readonly unit: string | null
  /** Digits after the point that are told of a converted value. */
  readonly decimals: number
  readonly shown: (stored: number) => number
  readonly stored: (shown: number) => number
}

/** Which kind of measurement each threshold is. */
const KINDS: Readonly<Partial<Record<Hazard, keyof UnitLabels>>> = {
  rain: 'precipitation',
  snow: 'snow',
  wind: 'windSpeed',
  heat: 'temperature',
  cold: 'temperature',
}

const KM_PER_MILE = 1.609344
const MM_PER_INCH = 25.4
/** More than anyone types, so that what is typed comes back as it was. */
const STORED_DECIMALS = 3

const times = (factor: number, decimals: number) => ({
  decimals,
  shown: (stored: number) => stored * factor,
  stored: (shown: number) => shown / factor,
})

/** From the units in which preferences are stored: mm, km/h, °C. */
const CONVERTED: Readonly<Record<string, Omit<Scale, 'unit'>>> = {
  in: times(1 / MM_PER_INCH, 2),
  mph: times(1 / KM_PER_MILE, 0),
  'm/s': times(1 / 3.6, 1),
  '°F': { decimals: 0, shown: (stored) => stored * 1.8 + 32, stored: (shown) => (shown - 32) / 1.8 },
}

/** The threshold (null: its default) in a reader's units; undefined for a hazard that has none. Bounds are rounded inwards. */
export function thresholdField(hazard: Hazard, stored: number | null, units: UnitSystem): ThresholdField | undefined {
  const rule = THRESHOLDS[hazard]
  if (rule === undefined) return undefined
  const { unit, decimals, shown } = scaleOf(hazard, units)
  const value = stored ?? rule.default
  if (decimals === STORED_DECIMALS) return { unit, value, min: rule.min, max: rule.max }
  const step = 10 ** decimals
  return {
    unit,
    value: roundHalfAway(shown(value), decimals),
    min: Math.ceil(roundHalfAway(shown(rule.min) * step, 6)) / step,
    max: Math.floor(roundHalfAway(shown(rule.max) * step, 6)) / step,
  }
}

/** What a reader wrote, as preferences store it. What is still as it was shown stays what it was (`former`; null: the default). */
export function storedThreshold(hazard: Hazard, written: number, former: number | null, units: UnitSystem): number {
  const field = thresholdField(hazard, former, units)
  if (field === undefined || field.value === written) return former ?? THRESHOLDS[hazard]?.default ?? written
  return roundHalfAway(scaleOf(hazard, units).stored(written), STORED_DECIMALS)
}

function scaleOf(hazard: Hazard, units: UnitSystem): Scale {
  const kind = KINDS[hazard]
  const unit = kind === undefined ? null : unitWriter(units).labels[kind]
  return { unit, ...(CONVERTED[unit ?? ''] ?? { decimals: STORED_DECIMALS, shown: same, stored: same }) }
}

const same = (value: number): number => value
