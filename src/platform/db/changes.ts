import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { ReportError } from '../../errors.ts'
import { repeatWork } from '../periodic.ts'
import { openListener } from './listener.ts'
import type { Queries } from './queries.ts'
import type { ChangeTables } from './tables.ts'

/**
 * Tells every node which cached data changed in the database: by notification within milliseconds and, in case one is lost, by polling
 * version numbers every few seconds.
 */
export type Changes = Awaited<ReturnType<typeof openChanges>>

export interface ChangesOptions {
  readonly db: Kysely<ChangeTables>
  readonly pool: pg.Pool
  readonly onError: ReportError
  readonly pollMs?: number
}

interface Watcher {
  readonly topic: string
  readonly reread: () => Promise<void>
  /** The topic's version before the last successful reading. */
  seen: number
}

const CHANNEL = 'isobar_changes'
/** Including the reread, well within the five seconds in which a change must take effect on all nodes. */
const POLL_MS = 3_000

/** Announces, in the writer's transaction, that a topic has changed. Writers of the same topic wait here for each other's commit. */
export async function announceChange(trx: Queries<ChangeTables>, topic: string): Promise<void> {
  await sql`
    with announced as (
      insert into change_version (topic, version) values (${topic}, 1)
      on conflict (topic) do update set version = change_version.version + 1
      returning topic
    )
    select pg_notify(${CHANNEL}, topic) from announced`.execute(trx)
}

/**
 * Starts listening and polling at once; errors go to `onError`, once per outage for polling. Open it before reading what is watched.
 * Rejects with the database's error.
 */
export async function openChanges({ db, pool, onError, pollMs = POLL_MS }: ChangesOptions) {
  const watchers: Watcher[] = []
  let running: Promise<void> | undefined
  let wanted = false
  /** Whether the current outage was reported; it is reported once, not at every check. */
  let isReported = false

  async function readVersions(): Promise<ReadonlyMap<string, number>> {
    const rows = await db.selectFrom('change_version').selectAll().execute()
    return new Map(rows.map(({ topic, version }) => [topic, version]))
  }

  async function look(): Promise<void> {
    // Read the versions first: a change during the rereads is then found by the next check.
    const versions = await readVersions()
    const rereadings = watchers.map(async (watcher) => {
      const version = versions.get(watcher.topic) ?? 0
      if (watcher.seen === version) return
      await watcher.reread()
      watcher.seen = version
    })
    const failed = (await Promise.allSettled(rereadings)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async function lookWhileWanted(): Promise<void> {
    while (wanted) {
      wanted = false
      try {
        await look()
        isReported = false
      } catch (error) {
        if (!isReported) onError(error, 'checking for changes in the database')
        isReported = true
      }
    }
    // In the same turn as the last test of `wanted`: a check in between would be lost.
    running = undefined
  }

  function check(): Promise<void> {
    wanted = true
    running ??= lookWhileWanted()
    return running
  }

  const atOpen = await readVersions()
  const listener = openListener({
    pool,
    channel: CHANNEL,
    onSignal: () => void check(),
    onError: (error) => onError(error, 'listening for changes in the database'),
  })
  const polling = repeatWork(pollMs, check, () => undefined)

  return {
    /**
     * Calls `reread` after every committed announcement of the topic since this was opened. Announcements close to each other share one
     * call, calls never overlap, and a rejected call is retried.
     */
    watch(topic: string, reread: () => Promise<void>): void {
      watchers.push({ topic, reread, seen: atOpen.get(topic) ?? 0 })
    },
    /** Checks for changes now. Never rejects. */
    check,
    async close(): Promise<void> {
      await Promise.all([listener.close(), polling.stop()])
      await running
    },
  }
}
