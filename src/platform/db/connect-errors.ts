import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { type ConnectionTarget, describeConnectionUrl } from './connection-url.ts'
import type { SocketConnection } from './embedded/embedded.ts'

/** Errors worth retrying for some seconds: the server may be starting at the same time. */
const TRANSIENT = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
  '57P01',
  '57P02',
  '53300',
])

const WITH_AUTHORITY = "sslrootcert=FILE with the certificate of the server's authority"
/** Managed databases often have an authority of their own. */
const UNKNOWN_AUTHORITY = `its certificate is from an authority that is not known here: add sslmode=verify-full and ${WITH_AUTHORITY} to DATABASE_URL (verify-ca if the host has another name), or sslmode=no-verify, which encrypts without checking who answers`

const REASONS: Record<string, (target: ConnectionTarget, message: string) => string> = {
  ECONNREFUSED: () => 'connection refused',
  ENOENT: () => 'no such socket',
  ENOTFOUND: ({ host }) => `the host name ${host} is unknown`,
  EAI_AGAIN: ({ host }) => `the host name ${host} could not be looked up`,
  ETIMEDOUT: () => 'the server did not respond in time',
  EHOSTUNREACH: () => 'the host is unreachable',
  ENETUNREACH: () => 'the network is unreachable',
  ECONNRESET: () => 'the server closed the connection',
  '28P01': ({ user }, message) =>
    message.includes('client password') ? `user ${user} needs a password` : `wrong password for user ${user}`,
  '28000': ({ user }, message) =>
    `user ${user} is not allowed to connect${message.includes('no encryption') ? ` without TLS: add sslmode=verify-full to DATABASE_URL, and ${WITH_AUTHORITY} if it has one of its own; sslmode=no-verify encrypts without checking who answers` : ''}`,
  '3D000': ({ database }) => `the database ${database} does not exist`,
  '42501': missingPermission,
  '25006': () => 'the server is read-only, as a standby is',
  '53100': () => "the server's disk is full",
  '53300': () => 'the server has no connections left (max_connections)',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
    `its certificate is for another host name than ${host}: connect by a name that it has, or use sslmode=verify-ca with ${WITH_AUTHORITY}, which does not check the name`,
  CERT_HAS_EXPIRED: () => 'its certificate has expired',
  CERT_NOT_YET_VALID: () => 'its certificate is not valid yet; is the clock of this machine right?',
  NO_TLS: () => 'the server offers no TLS: remove sslmode from DATABASE_URL',
  '57P03': () => 'the server is starting up or shutting down',
}

/** Whether a connection attempt is worth retrying for some seconds. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(codeOf(error))
}

const RESTART = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'])

/** Whether a connection was lost or refused as it is while the server restarts. */
export function isRestart(error: unknown): boolean {
  return RESTART.has(codeOf(error)) || (codeOf(error) === 'ENOENT' && isDatabaseAway(error))
}

/** Whether a query failed because the database was unreachable, cancelled it or lacked resources, not because the query was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // A missing file is a defect; a missing socket is not.
  if (code === 'ENOENT') return syscall === 'connect'
  return isAwayState(code) || isTransient(error)
}

/** Whether a statement failed because the server cannot write: its disk is full or fails, or it is read-only. It can still be read. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && ['53100', '58030', '25006'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection exceptions (08), insufficient resources such as
 * a full disk (53), operator intervention such as a shutdown or the statement timeout (57), system errors outside the server (58), and two
 * of class 25: a read-only standby, and a transaction that was idle for too long.
 */
function isAwayState(code: string): boolean {
  return /^(?:08|53|57|58)[0-9A-Z]{3}$/.test(code) || code === '25006' || code === '25P03'
}

/**
 * The one-line error for a failed connection. It is built from the target and the error's code; the driver's message is used only when
 * there is no known code, with any occurrence of the password removed.
 */
export function describeConnectError(error: unknown, target: ConnectionTarget, password: string): StartupError {
  const known = REASONS[codeOf(error)]
  const plain = error instanceof Error ? error.message : String(error)
  const message = password === '' ? plain : plain.replaceAll(password, '***')
  return new StartupError(`The database ${target.shown} cannot be used: ${known === undefined ? message : known(target, message)}`, {
    cause: error,
  })
}

/** Names the missing grant if the server's message, which names the object, is in English. */
function missingPermission({ user, database }: ConnectionTarget, message: string): string {
  const schema = /for schema (\S+)/.exec(message)?.[1]
  if (schema !== undefined) return `${message}: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${quoted(user)}`
  if (message.includes('for database')) return `${message}: GRANT CONNECT, TEMPORARY ON DATABASE ${quoted(database)} TO ${quoted(user)}`
  return `${message}: user ${user} must own the tables, so give it those of their present owner (REASSIGN OWNED BY … TO ${quoted(user)})`
}

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** An error of the database or of the connection to it, while the service starts, in one line; any other error as it is. */
export function describeStartError(error: unknown, connection: string | SocketConnection): unknown {
  if (error instanceof StartupError || !(error instanceof pg.DatabaseError || isDatabaseAway(error))) return error
  return describeConnectError(error, describeConnection(connection), readConnectionPassword(connection))
}

/** The parts of a connection that may be shown. @throws StartupError when its URL is malformed */
export function describeConnection(connection: string | SocketConnection): ConnectionTarget {
  if (typeof connection === 'string') return describeConnectionUrl(connection)
  const { host, port, user, database } = connection
  return { shown: `${user}@${host}:${port}/${database}`, host, user, database }
}

/** The password of a valid URL; empty without one. */
export function readConnectionPassword(connection: string | SocketConnection): string {
  return typeof connection === 'string' ? decodeURIComponent(new URL(connection).password) : ''
}

function codeOf(error: unknown): string {
  // A host with several addresses fails with an AggregateError, whose own code is that of the last address.
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined) return code
  // The driver's own errors have no code.
  if (message === 'The server does not support SSL connections') return 'NO_TLS'
  if (message?.includes('client password must be a string') === true) return '28P01'
  if (message !== undefined && /terminated|not queryable/.test(message)) return 'ECONNRESET'
  return message?.includes('timeout') === true ? 'ETIMEDOUT' : ''
}
