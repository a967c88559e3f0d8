import { describeConnectionUrl } from '../platform/db/connection-url.ts'
import { type Mailbox, parseMailbox } from '../platform/mail/address.ts'
import { parseSmtpUrl, type SmtpServer } from '../platform/mail/smtp-server.ts'
import { Fault } from './reader.ts'

const LOOPBACK = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Takes an address or a name as in HOST: IPv6 without brackets. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/**
 * Base URL of an upstream, without a trailing slash. Requests to it carry keys, so it must be https, or http on loopback. Private networks
 * are no exception: what counts as private can change without this service knowing.
 * @throws Fault
 */
export function parseBaseUrl(text: string): URL {
  const url = parse(text, ['https:', 'http:'])
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Fault('must be a URL without user name, query and fragment')
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new Fault('must be https: plain http is accepted only on loopback (localhost, 127.0.0.0/8, [::1])')
  }
  return new URL(url.href.replace(/(?<!\/)\/+$/, ''))
}

/** Base URL of a trace collector, which may be plain http, as within a cluster. @throws Fault */
export function parseCollectorUrl(text: string): URL {
  const url = parse(text, ['https:', 'http:'])
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Fault('must be a URL without user name, query and fragment')
  }
  return url
}

/** The service's public origin. @throws Fault */
export function parsePublicUrl(text: string): URL {
  const url = parse(text, ['https:', 'http:'])
  if (`${url.origin}/` !== url.href) throw new Fault('must be a URL with only scheme, host and port')
  return url
}

/** The URL unchanged, once it is known to be one of PostgreSQL's. @throws Fault that contains no part of it */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(?:ql)?:/i.test(text)) parse(text, ['postgres:', 'postgresql:'])
  try {
    describeConnectionUrl(text)
  } catch (error) {
    throw new Fault((error as Error).message.replace('DATABASE_URL ', ''))
  }
  return text
}

/** The URL unchanged, once its scheme is known to be Redis's or Valkey's, which name the same protocol. @throws Fault */
export function parseValkeyUrl(text: string): string {
  parse(text, ['redis:', 'rediss:', 'valkey:', 'valkeys:'])
  return text
}

/** Parses SMTP_URL (see `parseSmtpUrl`). @throws Fault */
export function parseSmtpServer(text: string): SmtpServer {
  const server = parseSmtpUrl(text)
  if ('fault' in server) throw new Fault(server.fault)
  return server
}

/** The sender of mails. @throws Fault */
export function parseMailSender(text: string): Mailbox {
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
