/** Letters that Unicode does not decompose, without their strokes and ligatures. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ı: 'i',
  ə: 'e',
  ς: 'σ',
}

const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
/** Accents in scripts where they are accents: a vowel sign in Hindi or a voicing mark in kana makes a different letter. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
const SPACES = /[\s\p{Z}]+/gu
/** Text that needs only lower case: most of the 135,000 town names that are folded when the gazetteer is built. */
const PLAIN = /^(?! )(?!.* (?: |$))[\x20-\x7e]*$/

/**
 * Folds a name for search: case, accents, space and width. `  ŁÓDŹ ` and `lodz` become equal, as do `İzmir` and `izmir`, `Gießen` and
 * `GIESSEN`. Chinese, Japanese and Korean stay as they are. Idempotent.
 */
export function foldName(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const decomposed = lower(text.toWellFormed().normalize('NFKD')).normalize('NFKD')
  const plain = decomposed.replace(ACCENTS, '$1').replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
  return plain.normalize('NFC').replace(SPACES, ' ').trim()
}

/** Through upper case, so that letters with the same capital (σ and ς, ſ and s) become equal. */
function lower(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase()
}
