import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The exclusive right, among all nodes, to do a piece of work. */
export interface Lease {
  /** Whether it has been held without interruption: false once another node may have had it, because this one stood still or was cut off. */
  isHeld(): boolean
  /** Resolves when other nodes can take it. Never rejects. */
  release(): Promise<void>
}

/** The leases of this process. */
export type Leases = ReturnType<typeof openLeases>

interface Session {
  readonly client: pg.Client
  /** When the last statement that was answered was sent, by `performance.now`. */
  answeredAt: number
}

interface Entry {
  readonly key: string
  readonly ttlMs: number
  readonly granted: PromiseWithResolvers<Lease | null>
  /** The session that holds the lock; undefined until it is granted. */
  holder: Session | undefined
  isBroken: boolean
  isReleased: boolean
  /** Releases it at the end of its time. */
  expiry?: NodeJS.Timeout
}

/** The server ends the session of a process that has been silent for this long, and with it the leases. */
export const STANDSTILL_MS = 1_000
const BEAT_MS = 200
const END_WITHIN_MS = 1_000
/** Each lease is an entry of the server's lock table, which has 64 for each connection that it allows; a node makes 64 calls at a time. */
const MAX_LEASES = 256

/** Releases, then takes what is free, and sets how long the session may be silent. */
const EXCHANGE = `
  select set_config('idle_session_timeout', $1, false),
    array(select pg_advisory_unlock(hashtextextended(key, 0)) from unnest($2::text[]) as key),
    array(select key from unnest($3::text[]) as key where pg_try_advisory_lock(hashtextextended(key, 0))) as taken`

/**
 * Leases as advisory locks of one connection, which is opened for the first lease: they end with the process, when its connection is closed,
 * and after `standstillMs` if the process or its machine stands still. All that is taken and released meanwhile shares one statement.
 * @param pool supplies the connection options only
 */
export function openLeases(pool: pg.Pool, standstillMs = STANDSTILL_MS) {
  /** How long the server may take to connect or to answer. */
  const answerMs = 2 * standstillMs
  const entries = new Map<string, Entry>()
  let freed: { readonly key: string; readonly done: () => void }[] = []
  let session: Session | undefined
  /** Whether the server ends a silent session. */
  let isArmed = false
  let running: Promise<void> | undefined
  let beat: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<Session> {
    const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
    const opened: Session = { client, answeredAt: 0 }
    client.on('error', () => lose(opened))
    client.on('end', () => lose(opened))
    try {
      await client.connect()
    } catch (error) {
      void end(client)
      throw error
    }
    return opened
  }

  function lose(lost: Session): void {
    if (session !== lost) return
    session = undefined
    for (const entry of entries.values()) entry.isBroken ||= entry.holder !== undefined
    void end(lost.client)
    if (entries.size > 0) schedule(0)
  }

  async function exchange(): Promise<void> {
    const releasing = freed
    freed = []
    const isNew = session === undefined
    try {
      const current = (session ??= await connect())
      // A new session takes back what the last one held, unless another node has it by now.
      const wanted = [...entries.values()].filter(({ holder }) => holder !== current)
      isArmed = entries.size > 0
      const values = [String(isArmed ? standstillMs : 0), releasing.map(({ key }) => key), wanted.map(({ key }) => key)]
      const sentAt = performance.now()
      const { rows } = await current.client.query<{ taken: string[] }>(EXCHANGE, values)
      current.answeredAt = sentAt
      const taken = new Set(rows[0]?.taken)
      for (const entry of wanted) settle(entry, taken.has(entry.key) ? current : undefined)
    } catch (error) {
      // Locks that a failed statement took stay with its session.
      if (session !== undefined) lose(session)
      // A connection may have been lost while nobody used it: then a new one is tried.
      if (isNew) for (const entry of entries.values()) if (entry.holder === undefined) refuse(entry, error)
    } finally {
      for (const { done } of releasing) done()
    }
  }

  function settle(entry: Entry, holder: Session | undefined): void {
    const { key, ttlMs, granted } = entry
    const isFirst = entry.holder === undefined
    entry.holder = holder
    if (holder === undefined) forget(entry)
    else if (entry.isReleased) freed.push({ key, done: () => undefined })
    if (!isFirst) return
    if (holder !== undefined) entry.expiry = setTimeout(() => void release(entry), ttlMs).unref()
    granted.resolve(holder === undefined ? null : leaseOf(entry))
  }

  /** One that was released while it was being taken back may have a successor under its key, which is still waiting. */
  function forget(entry: Entry): void {
    if (entries.get(entry.key) === entry) entries.delete(entry.key)
  }

  function refuse(entry: Entry, error: unknown): void {
    forget(entry)
    entry.granted.reject(error)
  }

  function leaseOf(entry: Entry): Lease {
    return {
      isHeld: () => !entry.isBroken && !entry.isReleased && session !== undefined && performance.now() - session.answeredAt < standstillMs,
      release: () => release(entry),
    }
  }

  function release(entry: Entry): Promise<void> {
    if (entry.isReleased) return Promise.resolve()
    entry.isReleased = true
    clearTimeout(entry.expiry)
    forget(entry)
    // The lock of a session that has ended is free; one that is being taken back is released when that is answered.
    if (entry.holder === undefined || entry.holder !== session) return Promise.resolve()
    return new Promise((resolve) => {
      freed.push({ key: entry.key, done: resolve })
      schedule(0)
    })
  }

  function schedule(inMs: number): void {
    clearTimeout(beat)
    beat = undefined
    if (isClosed || running !== undefined) return
    if (inMs === 0) running = work()
    else beat = setTimeout(() => schedule(0), inMs).unref()
  }

  async function work(): Promise<void> {
    do await exchange()
    while (freed.length > 0 || [...entries.values()].some(({ holder }) => holder === undefined))
    running = undefined
    if (entries.size > 0 || (isArmed && session !== undefined)) schedule(BEAT_MS)
  }

  return {
    /**
     * Takes the lease of a key for at most `ttlMs`; null while it is held, here or on another node, or this node holds as many as it may.
     * Rejects with the database's error.
     */
    take(key: string, ttlMs: number): Promise<Lease | null> {
      if (isClosed) return Promise.reject(new Error('the leases are closed'))
      if (entries.has(key) || entries.size >= MAX_LEASES) return Promise.resolve(null)
      const entry: Entry = { key, ttlMs, granted: Promise.withResolvers(), holder: undefined, isBroken: false, isReleased: false }
      entries.set(key, entry)
      schedule(0)
      return entry.granted.promise
    },
    /** Gives up every lease. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(beat)
      await running
      if (session !== undefined) await end(session.client)
    },
  }
}

/** Bounded: a connection whose peer has vanished never confirms the end. */
async function end(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(END_WITHIN_MS, undefined, { ref: false })])
}
