/** An address of email: no name of a place has an `@`. */
const EMAIL = /@|[([{] {0,3}at {0,3}[)\]}]/i
/** Digits as they stand in telephone numbers: a run with spaces and punctuation between. */
const NUMBERS = /[+(]{0,2}\p{Nd}(?:[\p{Nd} ()/.\-‐-―·]{4,}\p{Nd})?/gu
/** ZIP+4, and postcodes of Japan, Brazil, Israel and others. */
const POSTCODE = /^(?:\d{5}-\d{4}|\d{3}-\d{4}|\d{5}-\d{3}|\d{7})$/
const DEGREES = /^-?\d{1,3}\.\d+ +-?\d{1,3}\.\d+$/
const MIN_DIGITS = 9
/** Of numbers that begin as only telephone numbers do, with `+`, `00` or `(`, and of those that are all of the text. */
const MIN_SHAPED_DIGITS = 7

/**
 * Whether a text typed to find a place holds what looks like an email address or a telephone number: pasted by mistake, it is nobody's business
 * but its owner's. Texts are short; the time is linear.
 */
export function hasContact(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (EMAIL.test(plain)) return true
  for (const [run] of plain.matchAll(NUMBERS)) {
    const digits = run.match(/\p{Nd}/gu)?.length ?? 0
    if (POSTCODE.test(run) || DEGREES.test(run)) continue
    const isShaped = /^(?:[+(]|00)/.test(run) || run === plain
    if (digits >= (isShaped ? MIN_SHAPED_DIGITS : MIN_DIGITS)) return true
  }
  return false
}
