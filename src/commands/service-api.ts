import { ProviderFailure } from '@isobar/providers/port'
import { createApi, type Api, ApiFailure } from '../../web/app/api/ask.ts'
import { StartupError } from '../platform/startup-error.ts'
import { createUpstreamClient, UpstreamFailure } from '../platform/upstream/client.ts'
import { VERSION } from '../version.ts'

/** The exit statuses of commands that ask a service, besides 0, and 1 for everything else. */
export const EXIT = { badOption: 2, unknownPlace: 3, unavailable: 4, tooOften: 5 } as const

/** What answers as the API does, until it is closed. */
export interface OpenedApi {
  readonly api: Api
  /** For messages: `http://localhost:3000`, `Open-Meteo`. */
  readonly name: string
  close(): Promise<void>
}

/** For the client of commands: a deadline for each request, and a limit for the size of its answer. */
export const CLIENT = { timeoutMs: 15_000, maxBytes: 8 * 1024 * 1024, maxConcurrent: 8, userAgent: `Isobar/${VERSION}` }

/** The API of a running service, over HTTP. `key`: a client key, if the service requires one. */
export function openServiceApi(base: URL, key: string | null): OpenedApi {
  const client = createUpstreamClient(CLIENT)
  const headers = { accept: 'application/json', ...(key === null ? {} : { 'x-api-key': key }) }
  const api = createApi(async ({ path }) => {
    const { status, body } = await client.get(new URL(path, base), { headers })
    const parsed = parse(body.toString())
    if (parsed === undefined || status < 200 || (status >= 300 && status < 400))
      throw new StartupError(`${base.origin} does not answer as Isobar does: check the address`, { exitStatus: EXIT.unavailable })
    return { status, headers: {}, body: parsed }
  })
  return { api, name: base.origin, close: () => client.close() }
}

/** Control characters could take over a terminal; line feeds stay, in texts of several lines. */
const CONTROL = /[^\P{Cc}\n]/gu

/** Undefined for what is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.replace(CONTROL, ' ') : value))
  } catch {
    return undefined
  }
}

/** What went wrong, for people: one line and an exit status. Other errors are returned as they are. */
export function toCommandError(error: unknown, { name }: Pick<OpenedApi, 'name'>): unknown {
  if (error instanceof UpstreamFailure) return failure(`${name} cannot be reached: ${error.message}`, EXIT.unavailable, error)
  if (error instanceof ProviderFailure) {
    if (error.kind === 'quota') return failure(tooOften(name, error.retryAfterSeconds ?? null), EXIT.tooOften, error)
    if (error.kind === 'not_found') return failure(`${name} has no weather there`, EXIT.unknownPlace, error)
    return failure(`${name} cannot answer: ${error.message}`, EXIT.unavailable, error)
  }
  if (!(error instanceof ApiFailure)) return error
  if (error.status === 429) return failure(tooOften(name, error.retryAfterSeconds), EXIT.tooOften, error)
  if (error.code === 'location_not_found') return failure(`${name} has no weather there`, EXIT.unknownPlace, error)
  if (error.code === 'invalid_request') return failure(error.message, EXIT.badOption, error)
  return failure(`${name} cannot answer: ${error.message}`, EXIT.unavailable, error)
}

/** As `explained` says it for a name that the search does not know. */
export function buildUnknownPlaceError(name: string): StartupError {
  return new StartupError(`no place called “${name}” was found`, { exitStatus: EXIT.unknownPlace })
}

function tooOften(name: string, seconds: number | null): string {
  return `too many requests to ${name}: try again ${seconds === null ? 'later' : seconds === 1 ? 'in a second' : `in ${seconds} seconds`}`
}

function failure(message: string, exitStatus: number, cause: unknown): StartupError {
  return new StartupError(message, { exitStatus, cause })
}
