import type { Language } from '../../../src/messages/languages.ts'
import { formatMessage } from '../../../src/messages/messages.ts'
import type { Condition } from './condition.ts'

/**
 * The description of a condition in a language. If the language words day and night differently and `isDay` is unknown, the night wording
 * is used: "clear" is true of a sunny sky too. Null without a condition.
 */
export function describeCondition(condition: Condition | null, isDay: boolean | null, language: Language): string | null {
  if (condition === null) return null
  return formatMessage(language, `condition.${condition}`, { time: isDay === true ? 'day' : 'night' })
}
