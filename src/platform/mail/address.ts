import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'

/** A sender: a name, if any, and an address that a mail server takes. */
export interface Mailbox {
  readonly name: string | null
  /** With its domain in ASCII. */
  readonly address: string
}

const MAX_ADDRESS = 254
const MAX_LOCAL_PART = 64
/** What may stand before the @ without quotes. Few servers take UTF-8 there (SMTPUTF8), so it is ASCII. */
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]+$/
/** Other text may be read as a host too: `%41`. */
const HOST_NAME = /^[\p{L}\p{M}\p{N}.-]+$/u
const DOMAIN = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/

/**
 * The address as mail servers take it: the local part as it is, the domain in lower case and, where it has other letters than ASCII, in
 * punycode. Null when it is no address that can be written to: spaces, line ends, several @, quotes, a local part with other letters than ASCII.
 */
export function deliverableAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = HOST_NAME.test(text.slice(at + 1)) ? domainToASCII(text.slice(at + 1)) : ''
  if (!LOCAL_PART.test(local) || local.length > MAX_LOCAL_PART || !DOMAIN.test(domain)) return null
  const address = `${local}@${domain}`
  return address.length > MAX_ADDRESS ? null : address
}

/** `Name <name@example.org>` or a bare address; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  if (/\p{Cc}/u.test(text)) return null
  const [first, ...more] = addressparser(text, { flatten: true })
  const address = first === undefined || more.length > 0 ? null : deliverableAddress(first.address)
  if (first === undefined || address === null) return null
  return { name: first.name === '' ? null : first.name, address }
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** `a•••@example.com`: enough to tell one's own addresses apart. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`
}
