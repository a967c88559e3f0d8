import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { computeBackoffMs } from '../backoff.ts'

export interface ListenOptions {
  /** Supplies the connection options, and shows when the server is back: the listener opens its own, permanent connection. */
  readonly pool: pg.Pool
  /** A plain identifier. */
  readonly channel: string
  /** Called for every notification and after every (re)connection, since notifications in between were missed. Must not throw. */
  readonly onSignal: () => void
  /** Called when the connection is lost or cannot be opened; it is retried. */
  readonly onError: (error: unknown) => void
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
const END_WITHIN_MS = 1_000

/**
 * A connection that listens for notifications until closed. Starts listening on `channel`; reconnects with backoff (250 ms to 10 s, with
 * jitter), and at once when the pool has got a connection: after an outage, what is cached must not stay older than
 * what requests read.
 */
export function openListener({ pool, channel, onSignal, onError }: ListenOptions) {
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let closed = false

  async function connect(): Promise<void> {
    const client = new pg.Client(pool.options)
    current = client
    client.on('notification', onSignal)
    client.on('error', (error) => lose(client, error))
    client.on('end', () => lose(client, new Error('the connection was closed')))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      failures = 0
      onSignal()
    } catch (error) {
      lose(client, error)
    }
  }

  function lose(client: pg.Client, error: unknown): void {
    if (closed || client !== current) return
    current = undefined
    void end(client)
    onError(error)
    // Jitter, so that the nodes do not reconnect all at once.
    const waitMs = computeBackoffMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, failures) * (0.75 + Math.random() / 2)
    failures += 1
    timer = setTimeout(() => void connect(), waitMs).unref()
  }

  function hurry(): void {
    if (closed || current !== undefined) return
    clearTimeout(timer)
    void connect()
  }

  pool.on('connect', hurry)
  void connect()
  return {
    async close(): Promise<void> {
      closed = true
      pool.off('connect', hurry)
      clearTimeout(timer)
      if (current !== undefined) await end(current)
    },
  }
}

/** Bounded: a connection whose peer has vanished never confirms the end. */
async function end(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(END_WITHIN_MS, undefined, { ref: false })])
}
