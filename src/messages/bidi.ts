/** UAX #9: the text between them is laid out separately, in the direction of its first strong character. */
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'
const HAS_ISOLATE = /^[\u2066-\u2068][^\u2066-\u2069]*\u2069$/
const OTHER_LETTER = /(?!\p{Script=Arabic})\p{L}/u
const ARABIC_LETTER = /\p{Script=Arabic}/u

/**
 * Prepares a value for right-to-left text: isolates names, units and lists of numbers (`14 °C`, `52.52, 13.40`), whose parts would
 * otherwise be reordered. Arabic words and single numbers stay as they are.
 */
export function isolateText(text: string): string {
  if (HAS_ISOLATE.test(text) || /^\d*$/.test(text)) return text
  if (!OTHER_LETTER.test(text) && ARABIC_LETTER.test(text)) return text
  return `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
}
