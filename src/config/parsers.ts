import { isIP } from 'node:net'
import { type ListEntry, parseProviderList } from '@isobar/providers/port'
import { toDeliverableAddress } from '../platform/mail/address.ts'
import { readEs256Key } from '../platform/secrets/es256-key.ts'
import { Fault } from './reader.ts'

/** Parses a whole number from `min` to `max`. @throws Fault */
export function buildIntegerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d{1,12}$/.test(text) || value < min || value > max) throw new Fault(`must be a whole number from ${min} to ${max}`)
    return value
  }
}

/** Parses `1`, `true`, `on` or `0`, `false`, `off` in any case. @throws Fault */
export function parseToggle(text: string): boolean {
  const value = text.toLowerCase()
  if (['1', 'true', 'on'].includes(value)) return true
  if (['0', 'false', 'off'].includes(value)) return false
  throw new Fault('must be on or off (1, true, on, 0, false, off)')
}

/** Parses one of `values`, by exact match. @throws Fault */
export function buildOneOfParser<const T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((each) => each === text)
    if (value === undefined) throw new Fault(`must be one of ${values.join(', ')}`)
    return value
  }
}

/** Parses some of `values`, separated by commas: each once, in their order. @throws Fault */
export function buildSomeOfParser(values: readonly string[]): (text: string) => readonly string[] {
  return (text) => {
    const found = text.split(',').map((each) => each.trim())
    if (!found.every((each) => values.includes(each))) throw new Fault(`must be some of ${values.join(', ')}, separated by commas`)
    return values.filter((each) => found.includes(each))
  }
}

/** Keys and tokens: visible ASCII. A space or a line end inside is a copying mistake. @throws Fault */
export function parseVisibleText(text: string): string {
  if (!/^[\x21-\x7e]{1,512}$/.test(text)) throw new Fault('must be visible characters without spaces, at most 512')
  return text
}

/** A private key for ES256, as base64. @throws Fault */
export function parseEs256PrivateKey(text: string): string {
  const key = readEs256Key(text)
  if (key === null)
    throw new Fault('must be a private key for ES256: the content of the .p8 file, or its base64 without the first and last line')
  return key
}

const MIN_TOKEN_LENGTH = 16

/** A token that grants access by itself. @throws Fault */
export function parseAccessToken(text: string): string {
  if (parseVisibleText(text).length < MIN_TOKEN_LENGTH) {
    throw new Fault(`must have at least ${MIN_TOKEN_LENGTH} characters (\`openssl rand -hex 24\` generates one)`)
  }
  return text
}

/** Text for a request header. @throws Fault */
export function parseHeaderText(text: string): string {
  if (!/^[\x20-\x7e]{1,200}$/.test(text)) throw new Fault('must be ASCII text, at most 200 characters')
  return text
}

/** A path or a secret: anything printable. @throws Fault */
export function parsePrintableText(text: string): string {
  if (/\p{Cc}/u.test(text) || text.length > 4096) throw new Fault('must be printable characters, at most 4096')
  return text
}

/** An address that mail can be sent to, in the form that mail servers take. @throws Fault */
export function parseEmailAddress(text: string): string {
  const address = toDeliverableAddress(text.trim())
  if (address === null) throw new Fault('must be an email address')
  return address
}

/** A password of 10 to 200 printable characters. @throws Fault */
export function parsePassword(text: string): string {
  if (text.length < 10 || text.length > 200) throw new Fault('must have 10 to 200 characters')
  return parsePrintableText(text)
}

/** @throws Fault */
export function parseFraction(text: string): number {
  if (!/^(?:0|1|[01]?\.\d{1,9})$/.test(text) || Number(text) > 1) throw new Fault('must be a number from 0 to 1')
  return Number(text)
}

/** Comma-separated `name=value` entries, as headers. @throws Fault */
export function parseHeaderList(text: string): Readonly<Record<string, string>> {
  const entries = text.split(',').map((entry) => entry.trim().split(/=(.*)/s, 2))
  if (!entries.every(([name = '', value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value ?? ''))) {
    throw new Fault('must be comma-separated headers such as name=value')
  }
  return Object.fromEntries(entries as [string, string][])
}

/** A number of proxies, or their addresses and CIDR ranges. @throws Fault */
export function parseTrustProxy(text: string): number | readonly string[] {
  if (/^\d+$/.test(text)) return buildIntegerParser(1, 10)(text)
  const ranges = text.split(',').map((range) => range.trim())
  if (!ranges.every(isRange)) throw new Fault('must be a number of proxies from 1 to 10, or comma-separated IP addresses and CIDR ranges')
  return ranges
}

function isRange(range: string): boolean {
  const [address = '', prefix, ...rest] = range.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

/** Comma-separated origins, or `*`. @throws Fault */
export function parseCorsOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((origin) => origin.trim())
  if (!origins.every((origin) => origin === '*' || (/^https?:/.test(origin) && URL.parse(origin)?.origin === origin))) {
    throw new Fault('must be comma-separated origins such as https://example.org, or *')
  }
  return origins
}

/** Comma-separated host names, `*.` before one for its subdomains, or `*`. @throws Fault */
export function parseHostPatterns(text: string): readonly string[] {
  const patterns = text.split(',').map((pattern) => pattern.trim().toLowerCase())
  if (!patterns.every((pattern) => pattern === '*' || /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(pattern))) {
    throw new Fault('must be comma-separated host names such as example.org or *.example.org, or *')
  }
  return patterns
}

/** The weather providers in their order, each with an optional region. @throws Fault */
export function parseWeatherProviders(text: string): readonly ListEntry[] {
  const list = parseProviderList(text)
  if ('fault' in list) throw new Fault(list.fault)
  return list.entries
}

/** Provider ids such as `dwd,eccc`: each once, in this order. @throws Fault */
export function parseProviderIds(text: string): readonly string[] {
  const found = text.split(',').map((name) => name.trim())
  if (!found.every((name) => /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name))) throw new Fault('must be names separated by commas')
  if (new Set(found).size < found.length) throw new Fault('names a provider twice')
  return found
}

/** An ad unit of the ad program. @throws Fault */
export function parseSlotId(text: string): string {
  if (!/^\d{4,20}$/.test(text)) throw new Fault('must be 4 to 20 digits')
  return text
}

/** A publisher of the ad program. @throws Fault */
export function parsePublisherId(text: string): string {
  if (!/^ca-pub-\d{10,20}$/.test(text)) throw new Fault('must be ca-pub- and 10 to 20 digits')
  return text
}
