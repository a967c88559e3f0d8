/** OpenWeather ends sentences about any of its eight days like this: "There will be rain today". */
const ENDS_TODAY = / today(\.?)$/i
const RELATIVE = /\b(?:today|tonight|tomorrow|yesterday|now|currently|next|last|this (?:morning|afternoon|evening|week))\b/i

/**
 * A provider's English sentence about a day, for a reader who sees it next to the day's name or date, whenever that is. A final "today" goes:
 * it means the day itself. Any other word that depends on when the sentence is read makes it null.
 */
export function daySentence(sentence: string | null): string | null {
  if (sentence === null) return null
  const dated = sentence.replace(ENDS_TODAY, '$1')
  return RELATIVE.test(dated) ? null : dated
}
