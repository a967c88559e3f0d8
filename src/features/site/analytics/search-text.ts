const MAX_CHARACTERS = 60
/** Shorter than any telephone number; the longest postcodes are lost with them. */
const MAX_DIGITS = 6
/** Anything written like an address of mail, a web address, or an open location code. */
const ADDRESS = /@|[([{]\s*at\s*[)\]}]|:\/\/|www\.|\+/u
/** Degrees, a number with decimals, two numbers before any letter, or two with compass points: possibly where somebody is. */
const COORDINATES = [
  /\p{Nd}\s*[°º′″]/u,
  /\p{Nd}\s*[.,٫،]\s*\p{Nd}/u,
  /^[^\p{L}]*\p{Nd}[^\p{L}\p{Nd}]+\p{Nd}/u,
  /\p{Nd}\s*[nsewo]\b.*\p{Nd}\s*[nsewo]\b/u,
  /\b[nsewo]\s*\p{Nd}.*\b[nsewo]\s*\p{Nd}/u,
]

/**
 * The form in which a folded search (`foldName`) may be stored once enough visitors typed it; null if it looks as if it were about a person: an
 * address of mail, a telephone number, coordinates, or a long text.
 */
export function toStorableSearch(folded: string): string | null {
  const text = folded.replace(/\p{Cf}/gu, '')
  if ([...text].length > MAX_CHARACTERS || /\p{C}/u.test(text) || !/[\p{L}\p{Nd}]/u.test(text)) return null
  if ((text.match(/\p{N}/gu)?.length ?? 0) > MAX_DIGITS) return null
  return [ADDRESS, ...COORDINATES].some((pattern) => pattern.test(text)) ? null : text
}
