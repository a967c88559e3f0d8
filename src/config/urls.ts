import { type Mailbox, parseMailbox } from '../platform/mail/address.ts'
import { parseSmtpUrl, type SmtpServer } from '../platform/mail/smtp-server.ts'
import { Fault } from './reader.ts'

const LOOPBACK = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** An address or a name as HOST has it: no brackets around IPv6. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/**
 * Where an upstream is reached, without a slash at the end of its path. Keys travel in these requests, so it is https, or http on loopback; a
 * private network is no exception, since what is private changes without this service learning of it.
 */
export function baseUrl(text: string): URL {
  const url = parse(text, ['https:', 'http:'])
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Fault('must be a URL without user name, query and fragment')
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new Fault('must be https: plain http is accepted only on loopback (localhost, 127.0.0.0/8, [::1])')
  }
  return new URL(url.href.replace(/\/+$/, ''))
}

/** What the service is called from outside: an origin. */
export function publicUrl(text: string): URL {
  const url = parse(text, ['https:', 'http:'])
  if (`${url.origin}/` !== url.href) throw new Fault('must be a URL with only scheme, host and port')
  return url
}

export function databaseUrl(text: string): string {
  parse(text, ['postgres:', 'postgresql:'])
  return text
}

/** Valkey's own scheme names mean Redis' protocol. */
export function valkeyUrl(text: string): string {
  const { protocol } = parse(text, ['redis:', 'rediss:', 'valkey:', 'valkeys:'])
  return protocol.startsWith('valkey') ? text.replace(/^valkey/i, 'redis') : text
}

export function smtpUrl(text: string): SmtpServer {
  const server = parseSmtpUrl(text)
  if ('fault' in server) throw new Fault(server.fault)
  return server
}

/** Who mails come from. */
export function mailbox(text: string): Mailbox {
  const from = parseMailbox(text)
  if (from === null) throw new Fault('must be an address, or a name and an address: Isobar <weather@example.org>')
  return from
}

function parse(text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text)
  if (url === null || !protocols.includes(url.protocol)) {
    throw new Fault(`must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
  }
  return url
}
