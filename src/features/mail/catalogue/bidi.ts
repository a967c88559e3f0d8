/** UAX #9: what stands between them is laid out by itself, in the direction of its first letter. */
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'
const HAS_ISOLATE = /^[\u2066-\u2068][^\u2066-\u2069]*\u2069$/
const OTHER_LETTER = /(?!\p{Script=Arabic})\p{L}/u
const ARABIC_LETTER = /\p{Script=Arabic}/u

/**
 * For a text that runs from right to left: names, units and lists of numbers (`14 °C`, `52.52, 13.40`) are put into an isolate, since their
 * parts would otherwise change places. Arabic words and single numbers stay as they are.
 */
export function isolated(text: string): string {
  if (HAS_ISOLATE.test(text) || /^\d*$/.test(text)) return text
  if (!OTHER_LETTER.test(text) && ARABIC_LETTER.test(text)) return text
  return `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
}
