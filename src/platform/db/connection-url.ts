import { StartupError } from '../startup-error.ts'

const SHAPE = 'DATABASE_URL must look like postgresql://user:password@host:port/database'

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
export function describeConnectionUrl(url: string): ConnectionTarget {
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
