import { UNIT_SYSTEMS, type UnitSystem } from '@isobar/weather'
import { type Language, LANGUAGES } from '../../../../src/messages/languages.ts'
import { formatEnglishLanguageName, formatIdentifier } from '../kit/words.ts'

/** The languages of pages and mails. */
export { type Language, LANGUAGES }

/** Options for a Select or a SegmentedControl. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: formatEnglishLanguageName(value) }))

/** `metric` → `Metric`, `uk` → `UK` */
export const formatUnitSystem = (units: UnitSystem): string => (units.length === 2 ? units.toUpperCase() : formatIdentifier(units))

/** Options for a Select. */
export const UNIT_CHOICES = UNIT_SYSTEMS.map((value) => ({ value, label: formatUnitSystem(value) }))
