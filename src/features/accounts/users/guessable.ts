/** Whose password it is, and for which site. */
export interface PasswordOwner {
  readonly email: string
  readonly displayName: string
  readonly siteName: string
}

/** Shorter words occur in any passphrase by chance. */
const MIN_WORD = 3
/** Fewer letters than this add nothing to the characters around them. */
const MIN_CORE = 4

const COMMON = 'is too easy to guess: it, or a simple variation of it, is on lists of leaked passwords'
const PATTERN = 'is too easy to guess: it repeats or continues a simple pattern'
const PERSONAL = 'is too easy to guess: it is little more than a name, an email address or the name of this site'

/**
 * Why a password is among the first that an attacker would try, as the end of a sentence about it; null if it is not. Compared regardless
 * of case, of punctuation and digits around or between the letters, and of repetition (NIST SP 800-63B-4, 3.1.1.2). `isListed`: whether
 * a text in lower case is a common password.
 */
export function findGuessableReason(password: string, owner: PasswordOwner, isListed: (text: string) => boolean): string | null {
  const text = fold(password)
  const forms = formsOf(text)
  if (forms.some(isRun)) return PATTERN
  if (forms.some(isListed)) return COMMON
  const rest = personalWords(owner).reduce((left, word) => left.replaceAll(word, ''), lettersAndDigits(text))
  if (rest.length === lettersAndDigits(text).length) return null
  return coreOf(rest).length < MIN_CORE || formsOf(rest).some((form) => isRun(form) || isListed(form)) ? PERSONAL : null
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const lettersAndDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What a password comes down to: whole, without punctuation, and without what surrounds its letters; a repeated text once. */
function formsOf(text: string): string[] {
  return [text, lettersAndDigits(text)].flatMap((form) => {
    const core = coreOf(form)
    return [repeatedPartOf(form), ...(core.length < MIN_CORE ? [] : [repeatedPartOf(core)])]
  })
}

/** From the first letter to the last. */
const coreOf = (text: string): string => /\p{L}(?:.*\p{L})?/u.exec(text)?.[0] ?? ''

/** `abc` of `abcabcab`; a text that does not repeat itself is returned whole. */
function repeatedPartOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

/** Whether each character follows from the one before: `a`, `abcd`, `9876`, `8901`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  // Modulo ten, because 0 follows 9.
  const steps = new Set(codes.slice(1).map((code, i) => (code - (codes[i] ?? 0) + 1_114_120) % 10))
  return steps.size <= 1
}

/** The words of the address (without its top-level domain), of the name and of the site's name, the longest first. */
function personalWords({ email, displayName, siteName }: PasswordOwner): string[] {
  const [address, name, site] = [email, displayName, siteName].map(fold) as [string, string, string]
  const wholes = [address, address.slice(0, address.lastIndexOf('@')), name, site]
  const parts = [address.slice(0, address.lastIndexOf('.')), name, site].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const words = new Set([...wholes, ...parts].map(lettersAndDigits).filter((word) => word.length >= MIN_WORD))
  return [...words].toSorted((a, b) => b.length - a.length)
}
