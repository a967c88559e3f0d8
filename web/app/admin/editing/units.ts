import { UNIT_SYSTEMS, type UnitSystem } from '../../../../src/domain/units.ts'
import { spoken } from '../kit/words.ts'

/** `metric` → `Metric`, `uk` → `UK` */
export const unitsName = (units: UnitSystem): string => (units.length === 2 ? units.toUpperCase() : spoken(units))

/** Options for a Select. */
export const UNIT_CHOICES = UNIT_SYSTEMS.map((value) => ({ value, label: unitsName(value) }))
