import { domainToASCII } from 'node:url'

export { maskEmail } from '../../platform/mail/address.ts'

export interface EmailAddress {
  /** As given, an international domain in ASCII: what mail is sent to. */
  readonly email: string
  /** In lower case: who the subscriber is. */
  readonly key: string
}

/** RFC 5321 §4.5.3.1, with the 254 that a path leaves for the address. */
const MAX_ADDRESS = 254
const MAX_LOCAL = 64
const MAX_DOMAIN = 253

/** RFC 5322 §3.2.3 dot-atom. Quoted local parts exist in no mailbox that people have. */
const LOCAL = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/**
 * Reads an e-mail address, or says what is wrong with it. Spaces around it are cut. The domain may be international; letters beyond
 * ASCII before the @ are refused, since a server without SMTPUTF8 cannot deliver to them.
 */
export function readEmailAddress(text: string): EmailAddress | { readonly problem: string } {
  if (/\p{Cc}/u.test(text)) return { problem: 'must not have control characters' }
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(0, at))
  if (at === -1 || local === '') return { problem: 'must be an e-mail address' }
  if (/[^\p{ASCII}]/u.test(local)) return { problem: 'must have plain ASCII letters before the @' }
  const given = trimmed.slice(at + 1)
  const domain = asciiDomain(given)
  if (!LOCAL.test(local) || domain === null) return { problem: 'must be an e-mail address' }
  const email = `${local}@${/[^\p{ASCII}]/u.test(given) ? domain : given}`
  if (local.length > MAX_LOCAL || email.length > MAX_ADDRESS) return { problem: 'is longer than an e-mail address can be' }
  return { email, key: email.toLowerCase() }
}

/** In lower case; null for what is no name of at least two labels (an address literal, `localhost`, a number at the end). */
function asciiDomain(text: string): string | null {
  // The URL parser would read what is not a host name at all, such as `%41` or `0x7f.1`.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '')
  return isName && domain.length <= MAX_DOMAIN ? domain : null
}
