import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../time.ts'
import { computeBackoffMs } from '../../backoff.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

export interface RestartPolicy {
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** Gives up after this many consecutive deaths, each within `steadyAfterMs` of its start. */
  readonly attempts: number
  readonly steadyAfterMs: number
}

export const RESTART_POLICY: RestartPolicy = { firstDelayMs: 100, longestDelayMs: 10_000, attempts: 8, steadyAfterMs: MINUTE_MS }

/** Why the server ended for good: it was stopped, or could not be kept running. */
export interface ServerEnd {
  readonly reason: 'stopped' | 'failed'
  readonly message: string
}

/** Keeps a started server running: restarts it when it dies, with backoff and a limit. */
export function superviseServer(first: RunningServer, options: ServerOptions, policy: RestartPolicy = RESTART_POLICY) {
  let server = first
  const stopping = new AbortController()

  async function run(): Promise<ServerEnd> {
    let startedAt = performance.now()
    for (let deaths = 1; ; deaths++) {
      const { lastLines } = await server.watchdog.exited
      if (stopping.signal.aborted) return { reason: 'stopped', message: 'stopped' }
      if (performance.now() - startedAt > policy.steadyAfterMs) deaths = 1
      options.log.error({ deaths, lastLines: lastLines.slice(-3) }, 'the embedded PostgreSQL ended unexpectedly; restarting it')
      const failure = await restart(deaths)
      if (failure !== undefined) return failure
      startedAt = performance.now()
    }
  }

  /** Retries until the server runs; each failed attempt counts as a death. */
  async function restart(deaths: number): Promise<ServerEnd | undefined> {
    let message = 'it keeps crashing'
    for (let attempt = deaths; attempt <= policy.attempts; attempt++) {
      await sleep(computeBackoffMs(policy.firstDelayMs, policy.longestDelayMs, attempt - 1), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
      if (stopping.signal.aborted) return { reason: 'stopped', message: 'stopped' }
      try {
        server = await startServer(options)
        if (stopping.signal.aborted) await server.watchdog.stop()
        return undefined
      } catch (error) {
        message = (error as Error).message
        options.log.error({ attempt, message }, 'the embedded PostgreSQL could not be restarted')
      }
    }
    return { reason: 'failed', message: `The embedded database could not be kept running: ${message}` }
  }

  const ended = run()
  return {
    server: (): RunningServer => server,
    ended,
    stop: async (): Promise<void> => {
      stopping.abort()
      await server.watchdog.stop()
      await ended
    },
  }
}
