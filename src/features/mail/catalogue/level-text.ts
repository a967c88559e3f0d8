import {
  type ExtraHazard,
  type Hazard,
  type LevelDetail,
  type ThresholdField,
  US_CATEGORIES,
  type UsCategory,
  gradePollen,
  toAirCategory,
  toAirLevel,
} from '@isobar/weather'
import type { Measures } from './measures.ts'
import type { MailWords } from './words.ts'

/** The text after the number of a limit: `mph or more`. An abbreviated inch would read like another word. */
export function formatLimit(hazard: Hazard, { unit }: Pick<ThresholdField, 'unit'>, words: MailWords): string {
  return words.lookUp(`page.limit.${hazard}`, { unit: unit === 'in' ? words.t('page.limit.inches') : (unit ?? '') })
}

/** The hazards whose thresholds are levels. */
export type LevelHazard = Exclude<ExtraHazard, 'marine'>

/** A threshold from 1 to 4: `from “high” on`. */
export function formatLevelLimit(hazard: LevelHazard, level: number, words: MailWords): string {
  const word = hazard === 'pollen' ? words.lookUp(`pollen.level.${level}`) : words.t(`air.category.${usCategoryOf(level)}`)
  return words.t('alert.thresholdLevel', { value: word })
}

/** A level of bad air is called by the US index, whose words say whom the air concerns; no European band has such a name. */
function usCategoryOf(level: number): UsCategory {
  return US_CATEGORIES.find((category) => toAirLevel(category) === level) ?? 'moderate'
}

/** What is expected of the air or the sea: `European AQI 72 (poor)`, `birch: high`, `waves of 3.1 m`; null for a level of nothing known. */
export function formatExtraValue(
  hazard: ExtraHazard,
  { value, detail }: { readonly value: number; readonly detail?: LevelDetail | undefined },
  words: MailWords,
  measures: Measures,
): string | null {
  if (hazard === 'marine') return words.t('alert.value.waves', { height: measures.waves(value) })
  return detail === undefined ? null : levelText(detail, words)
}

function levelText({ of, value }: LevelDetail, words: MailWords): string {
  if (of === 'europeanIndex' || of === 'usIndex')
    return words.t(`air.value.${of}`, { value: words.number(value, 0), category: words.t(`air.category.${toAirCategory(of, value)}`) })
  return words.t('pollen.value', { plant: words.t(`pollen.plant.${of}`), level: words.t(`pollen.level.${gradePollen(of, value)}`) })
}
