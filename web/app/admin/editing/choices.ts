import { SITE_LANGS, type SiteLang } from '../../visit/languages.ts'
import { languageName, spoken } from '../kit/words.ts'
import { UNIT_SYSTEMS, type UnitSystem } from '../../../../src/domain/units.ts'

/** The languages of texts and mails. */
export const LANGUAGES = SITE_LANGS
export type Language = SiteLang

/** Options for a Select or a SegmentedControl. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: languageName(value) }))

/** `metric` → `Metric`, `uk` → `UK` */
export const unitsName = (units: UnitSystem): string => (units.length === 2 ? units.toUpperCase() : spoken(units))

/** Options for a Select. */
export const UNIT_CHOICES = UNIT_SYSTEMS.map((value) => ({ value, label: unitsName(value) }))
