import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'

/** A sender: an optional name, and an address that mail servers accept. */
export interface Mailbox {
  readonly name: string | null
  /** With the domain in ASCII. */
  readonly address: string
}

/** The address of a person. */
export interface EmailAddress {
  /** The address that mail is sent to: as given, with an international domain in ASCII. */
  readonly email: string
  /** The identity of the address, in lower case. */
  readonly key: string
}

/** RFC 5321 §4.5.3.1, with the 254 that a path leaves for the address. */
const MAX_ADDRESS = 254
const MAX_LOCAL_PART = 64
const MAX_DOMAIN = 253
/**
 * RFC 5322 §3.2.3 dot-atom. No real mailbox has a quoted local part, and few servers accept UTF-8 there (SMTPUTF8), so only ASCII is
 * accepted.
 */
const LOCAL_PART = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i
/** A URL parser would read other text as a host too: `%41`, `0x7f.1`. */
const HOST_NAME = /^[\p{L}\p{M}\p{N}.-]+$/u
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

interface Parsed {
  readonly local: string
  /** As given. */
  readonly host: string
  /** In lower case and ASCII. */
  readonly domain: string
}

function parse(text: string): Parsed | { readonly problem: string } {
  const at = text.lastIndexOf('@')
  const [local, host] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
  if (at === -1 || local === '') return { problem: 'must be an email address' }
  if (/[^\p{ASCII}]/u.test(local)) return { problem: 'must have only ASCII characters before the @' }
  const domain = HOST_NAME.test(host) ? domainToASCII(host) : ''
  if (!LOCAL_PART.test(local) || !domain.split('.').every((label) => LABEL.test(label))) return { problem: 'must be an email address' }
  const isTooLong = local.length > MAX_LOCAL_PART || domain.length > MAX_DOMAIN || local.length + 1 + domain.length > MAX_ADDRESS
  return isTooLong ? { problem: 'is too long for an email address' } : { local, host, domain }
}

/**
 * The address in the form that mail servers take: the local part unchanged, the domain in lower-case ASCII. Null when mail cannot be sent
 * to it. Hosts of a private network are allowed (`root@localhost`).
 */
export function toDeliverableAddress(text: string): string | null {
  const parsed = parse(text)
  return 'problem' in parsed ? null : `${parsed.local}@${parsed.domain}`
}

/**
 * Parses a public email address, or says what is wrong with it. Surrounding spaces are trimmed. The domain must be a name of at least two
 * labels: no address literal, no `localhost`, no numeric last label.
 */
export function readEmailAddress(text: string): EmailAddress | { readonly problem: string } {
  if (/\p{Cc}/u.test(text)) return { problem: 'must not contain control characters' }
  const parsed = parse(text.trim())
  if ('problem' in parsed) return parsed
  const { local, host, domain } = parsed
  const labels = domain.split('.')
  if (labels.length < 2 || !TOP_LABEL.test(labels.at(-1) ?? '')) return { problem: 'must be an email address' }
  const email = `${local}@${/[^\p{ASCII}]/u.test(host) ? domain : host}`
  return { email, key: email.toLowerCase() }
}

/** The key of an address, however it is written; for invalid text, a key that no address has. */
export function toAddressKey(text: string): string {
  const trimmed = text.trim()
  return (toDeliverableAddress(trimmed) ?? trimmed).toLowerCase()
}

/** The key of an address that was parsed before: lower case, trimmed. */
export const toEmailKey = (address: string): string => address.trim().toLowerCase()

/**
 * The mailbox behind an address key, for counting only, since the owner of a mailbox can vary its address at will. Removes the plus tag
 * and, at Gmail, dots.
 */
export function toMailboxKey(emailKey: string): string {
  const domain = getEmailDomain(emailKey)
  const [untagged = ''] = emailKey.slice(0, -domain.length - 1).split('+', 1)
  const local = untagged === '' ? emailKey.slice(0, -domain.length - 1) : untagged
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** `Name <name@example.org>` or a bare address; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  if (/\p{Cc}/u.test(text)) return null
  const [first, ...more] = addressparser(text, { flatten: true })
  const address = first === undefined || more.length > 0 ? null : toDeliverableAddress(first.address)
  if (first === undefined || address === null) return null
  return { name: first.name === '' ? null : first.name, address }
}

/** What follows the last `@`. */
export const getEmailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Masks an address as `a•••@example.com`: enough for owners to tell their addresses apart. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`
}
