import type { Condition } from './condition.ts'
import type { WeatherTexts } from './texts.ts'

/**
 * The description of a condition in a reader's words. If the language words day and night differently and `isDay` is unknown, the night wording
 * is used: "clear" is true of a sunny sky too. Null without a condition.
 */
export function describeCondition(condition: Condition | null, isDay: boolean | null, texts: WeatherTexts): string | null {
  if (condition === null) return null
  return texts.t(`condition.${condition}`, { time: isDay === true ? 'day' : 'night' })
}
