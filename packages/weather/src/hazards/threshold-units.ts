import { roundHalfAway } from '../round.ts'
import { METRES_PER_FOOT, type UnitLabels, type UnitSystem, getUnitWriter, getWaveUnit } from '../units.ts'
import { type Hazard, THRESHOLDS } from './hazard.ts'

/** A hazard's threshold as shown in an editor: in the reader's units, with few digits. */
export interface ThresholdField {
  /** A unit of `UnitLabels`, or of waves; null for the UV index and levels, which have none. */
  readonly unit: string | null
  readonly value: number
  readonly min: number
  readonly max: number
}

interface Scale {
  readonly unit: string | null
  /** Decimals shown for a converted value. */
  readonly decimals: number
  readonly shown: (stored: number) => number
  readonly stored: (shown: number) => number
}

/** The kind of measurement of each threshold. */
const KINDS: Readonly<Partial<Record<Hazard, keyof UnitLabels>>> = {
  rain: 'precipitation',
  snow: 'snow',
  wind: 'windSpeed',
  heat: 'temperature',
  cold: 'temperature',
}

const KM_PER_MILE = 1.609344
const MM_PER_INCH = 25.4
/** More than anyone types, so that a typed value survives the round trip. */
const STORED_DECIMALS = 3

const times = (factor: number, decimals: number) => ({
  decimals,
  shown: (stored: number) => stored * factor,
  stored: (shown: number) => shown / factor,
})

/** From the units in which preferences are stored: mm, km/h, °C, m. */
const CONVERTED: Readonly<Record<string, Omit<Scale, 'unit'>>> = {
  in: times(1 / MM_PER_INCH, 2),
  mph: times(1 / KM_PER_MILE, 0),
  'm/s': times(1 / 3.6, 1),
  ft: times(1 / METRES_PER_FOOT, 0),
  '°F': { decimals: 0, shown: (stored) => stored * 1.8 + 32, stored: (shown) => (shown - 32) / 1.8 },
}

/** The threshold (null: its default) in the reader's units; undefined for a hazard without one. Bounds are rounded inwards. */
export function buildThresholdField(hazard: Hazard, stored: number | null, units: UnitSystem): ThresholdField | undefined {
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

/**
 * The value that a reader entered, in the unit of preferences. A value left as shown keeps the stored one (`former`; null: the default),
 * without rounding loss.
 */
export function toStoredThreshold(hazard: Hazard, written: number, former: number | null, units: UnitSystem): number {
  const field = buildThresholdField(hazard, former, units)
  if (field === undefined || field.value === written) return former ?? THRESHOLDS[hazard]?.default ?? written
  return roundHalfAway(scaleOf(hazard, units).stored(written), STORED_DECIMALS)
}

function scaleOf(hazard: Hazard, units: UnitSystem): Scale {
  const kind = KINDS[hazard]
  const unit = hazard === 'marine' ? getWaveUnit(units) : kind === undefined ? null : getUnitWriter(units).labels[kind]
  return { unit, ...(CONVERTED[unit ?? ''] ?? { decimals: STORED_DECIMALS, shown: same, stored: same }) }
}

const same = (value: number): number => value
