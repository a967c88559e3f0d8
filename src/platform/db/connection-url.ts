import { readFileSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

const SHAPE = 'DATABASE_URL must look like postgresql://user:password@host:port/database'
/** Characters that end a part of a URL where a person would not expect it. */
const ENCODINGS = '/ as %2F, ? as %3F, # as %23, @ as %40, : as %3A, % as %25, [ as %5B, ] as %5D, a space as %20'
const ENCODE = `percent-encode special characters in user name and password: ${ENCODINGS}`

/** `no-verify` is the driver's own; the rest as in PostgreSQL's library. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']

/** The parts of a DATABASE_URL that may be shown. */
export interface ConnectionTarget {
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
export function describeConnectionUrl(text: string): ConnectionTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!/^postgres(ql)?:\/\//i.test(text)) throw new StartupError(SHAPE)
  if (url === undefined) throw new StartupError(`${SHAPE}; ${ENCODE}`)
  if (url.hash !== '' || `${url.pathname}${url.search}`.includes('@'))
    throw new StartupError(`${SHAPE}; it has a # or a second @: ${ENCODE}`)
  try {
    const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
    const port = url.searchParams.get('port') ?? (url.port || '5432')
    const database = decodeURIComponent(url.pathname.slice(1))
    const user = decodeURIComponent(url.username)
    decodeURIComponent(url.password)
    return { shown: `${user === '' ? '' : `${user}@`}${host === '' ? 'localhost' : host}:${port}/${database}`, host, user, database }
  } catch (error) {
    throw new StartupError(`${SHAPE}; it has a % that is not part of a percent-encoding: ${ENCODE}`, {
      cause: error instanceof URIError ? undefined : error,
    })
  }
}

/**
 * A valid DATABASE_URL in the words of the driver (pg 8.23), which takes `prefer`, `require` and `verify-ca` for `verify-full`, with a warning,
 * and would change that with its next major version. `prefer` and `require` stay what they are here, the full check: weakening it would open
 * connections that are checked now. `verify-ca` does not check the host name, as everywhere.
 * @throws StartupError for TLS options that contradict each other, or name a file that cannot be read
 */
export function formatDriverUrl(text: string): string {
  const url = new URL(text)
  const { searchParams: query } = url
  const mode = query.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode)) throw new StartupError(`DATABASE_URL: sslmode must be one of ${SSL_MODES.join(', ')}`)
  // The certificates of the system, which are checked without being named.
  if (query.get('sslrootcert') === 'system') query.delete('sslrootcert')
  for (const name of FILES) checkFile(name, query.get(name))
  if (query.get('uselibpqcompat') === 'true') return url.href
  if (mode === 'prefer' || mode === 'require') query.set('sslmode', 'verify-full')
  if (mode === 'verify-ca') {
    if (!query.has('sslrootcert')) throw new StartupError('DATABASE_URL: sslmode=verify-ca needs sslrootcert=FILE')
    query.set('uselibpqcompat', 'true')
  }
  return url.href
}

function checkFile(name: string, path: string | null): void {
  if (path === null) return
  try {
    readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`DATABASE_URL: the file of ${name}, ${path}, cannot be read (${code ?? 'unknown'})`, { cause: error })
  }
}
