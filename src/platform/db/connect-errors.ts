import pg from 'pg'
import { StartupError } from '../startup-error.ts'
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
    `user ${user} is not allowed to connect${message.includes('no encryption') ? ' without TLS: add sslmode=require to DATABASE_URL' : ''}`,
  '3D000': ({ database }) => `the database ${database} does not exist`,
  '42501': missingPermission,
  '25006': () => 'the server is read-only, as a standby is',
  '53100': () => "the server's disk is full",
  '53300': () => 'the server has no connections left (max_connections)',
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
export function connectError(error: unknown, target: ConnectionTarget, password: string): StartupError {
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
export function startError(error: unknown, connection: string | SocketConnection): unknown {
  if (error instanceof StartupError || !(error instanceof pg.DatabaseError || isDatabaseAway(error))) return error
  return connectError(error, targetOf(connection), passwordOf(connection))
}

/** The parts of a connection that may be shown. @throws StartupError when its URL is malformed */
export function targetOf(connection: string | SocketConnection): ConnectionTarget {
  if (typeof connection === 'string') return describeConnectionUrl(connection)
  const { host, port, user, database } = connection
  return { shown: `${user}@${host}:${port}/${database}`, host, user, database }
}

/** The password of a valid URL; empty without one. */
export function passwordOf(connection: string | SocketConnection): string {
  return typeof connection === 'string' ? decodeURIComponent(new URL(connection).password) : ''
}

function codeOf(error: unknown): string {
  // A host with several addresses fails with an AggregateError, whose own code is that of the last address.
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined) return code
  // The driver's own errors have no code.
  if (message?.includes('client password must be a string') === true) return '28P01'
  if (message !== undefined && /terminated|not queryable/.test(message)) return 'ECONNRESET'
  return message?.includes('timeout') === true ? 'ETIMEDOUT' : ''
}

const SHAPE = 'DATABASE_URL must look like postgresql://user:password@host:port/database'

/** The parts of a DATABASE_URL that may be shown. */
interface ConnectionTarget {
  /** `user@host:port/database`, without the password. */
  readonly shown: string
  readonly host: string
  readonly user: string
  readonly database: string
}

/**
 * Validates a DATABASE_URL and returns its target without the password. A password with an unencoded / ? or # ends the host part early, and
 * the rest would be parsed as a port, a database or an option: such a URL is rejected before any part of it can be shown.
 * @throws StartupError that contains no part of the URL
 */
function describeConnectionUrl(url: string): ConnectionTarget {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol) || !url.includes('://')) {
    throw new StartupError(`${SHAPE}; / ? # @ : and % in the user name or password must be percent-encoded`)
  }
  if (parsed.hash !== '' || `${parsed.pathname}${parsed.search}`.includes('@')) {
    throw new StartupError(`${SHAPE}; it has a # or a second @: percent-encode / ? # and @ in the password`)
  }
  try {
    const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname)
    const port = parsed.searchParams.get('port') ?? (parsed.port || '5432')
    const database = decodeURIComponent(parsed.pathname.slice(1))
    const user = decodeURIComponent(parsed.username)
    decodeURIComponent(parsed.password)
    return { shown: `${user === '' ? '' : `${user}@`}${host === '' ? 'localhost' : host}:${port}/${database}`, host, user, database }
  } catch (error) {
    throw new StartupError(`${SHAPE}; it has a % that is not part of a percent-encoding`, {
      cause: error instanceof URIError ? undefined : error,
    })
  }
}
