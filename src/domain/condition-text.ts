import { catalogueOf } from './catalogue/index.ts'
import type { Condition } from './condition.ts'
import type { Language } from './language.ts'

/**
 * The description of a condition in a language. If the language words day and night differently and `isDay` is unknown, the night wording
 * is used: "clear" is true of a sunny sky too. Null without a condition.
 */
export function conditionText(condition: Condition | null, isDay: boolean | null, language: Language): string | null {
  if (condition === null) return null
  const text = catalogueOf(language).conditions[condition]
  return typeof text === 'string' ? text : text[isDay === true ? 0 : 1]
}
