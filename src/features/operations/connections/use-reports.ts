import type { Kysely } from 'kysely'
import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { toOneLine } from '../../../platform/mail/transport.ts'
import { UpstreamFailure } from '../../../platform/upstream/client.ts'
import { createWriteBehind } from '../../../platform/write-behind.ts'
import { computeAgeMs, MINUTE_MS } from '../../../time.ts'
import type { ConnectionTables } from './tables.ts'
import { createUseStore, type Use } from './use-store.ts'

/** What a use of an external system says about the system. */
export interface UseResult {
  readonly ok: boolean
  /** For people, without secrets; cut off at 500 characters. */
  readonly message: string
}

/** Which system was used, and which member of it: a push service, a receiver of webhooks. Omitted: it is one thing. */
export interface UseTarget {
  readonly id: string
  readonly member?: string
  /** The version of the configuration that is used. Omitted: that of the time when the use begins. */
  readonly version?: number
}

/** What a call's failure says of its upstream; null: nothing, since it was cut off, or is no failure of a call. */
export function judgeProviderCall(error: unknown): UseResult | null {
  if (!(error instanceof UpstreamFailure) || error.kind === 'aborted') return null
  return { ok: false, message: error.message.replace(/^./, (letter) => letter.toUpperCase()) }
}

export type UseReports = ReturnType<typeof createUseReports>

/** A state that does not change is written this often, so that its time is known. */
const REPEAT_MS = MINUTE_MS
/** Members whose state this process remembers. */
const MAX_REMEMBERED = 1_000
const WRITING = { everyMs: 50, maxQueued: 1_000, maxBatch: 100 }

/**
 * The state of external systems by their use, over all nodes: whatever uses one reports what became of it, a check like a mail. Changes are written
 * at once, anything else once a minute.
 */
export function createUseReports(
  db: Kysely<ConnectionTables>,
  { clock, onError }: { readonly clock: Clock; readonly onError: ReportError },
) {
  const store = createUseStore(db)
  const remembered = new Map<string, UseResult & { readonly writtenAt: number }>()
  const queue = createWriteBehind<Use>({
    ...WRITING,
    write: store.put,
    onError: (error) => onError(error, 'storing the state of external systems'),
  })

  /** Cheap, never throws. `startedAt`: when the use began (epoch milliseconds): one of a former configuration says nothing. */
  function add({ id, member = '', version }: UseTarget, result: UseResult, startedAt: number, latencyMs: number | null = null): void {
    const now = clock.now()
    const { ok, message } = { ok: result.ok, message: toOneLine(result.message) }
    const key = `${id} ${member} ${version ?? ''}`
    const last = remembered.get(key)
    if (last?.ok === ok && last.message === message && computeAgeMs(last.writtenAt, now) < REPEAT_MS) return
    if (!queue.add({ id, member, ok, message, latencyMs, startedAt, version: version ?? null, checkedAt: now })) return
    remembered.delete(key)
    remembered.set(key, { ok, message, writtenAt: now })
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }

  return {
    add,
    /**
     * Uses a system and reports what became of it. `judge` says what an error tells of the system; null: nothing, such as that of work that was
     * cut off. Rejects with the work's own error.
     */
    async run<T>(target: UseTarget, work: () => Promise<T>, success: string, judge: (error: unknown) => UseResult | null): Promise<T> {
      const startedAt = clock.now()
      const since = performance.now()
      const report = (result: UseResult | null): void => {
        if (result !== null) add(target, result, startedAt, Math.round(performance.now() - since))
      }
      try {
        const value = await work()
        report({ ok: true, message: success })
        return value
      } catch (error) {
        report(judge(error))
        throw error
      }
    },
    /** Reports and resolves when every node can see it. Rejects on database errors. */
    async put(use: Omit<Use, 'member'>): Promise<void> {
      for (const key of remembered.keys()) if (key.startsWith(`${use.id}  `)) remembered.delete(key)
      await queue.flush()
      await store.put([{ ...use, member: '' }])
    },
    /** The last use of each system's members, by the system's id. */
    async list(): Promise<ReadonlyMap<string, readonly Use[]>> {
      await queue.flush()
      return store.list()
    },
    /** Whether the last use of the system succeeded, on whatever node, not before the instant (epoch milliseconds). */
    hasWorkedSince: store.hasWorkedSince,
    deleteBefore: store.deleteBefore,
    close: queue.close,
  }
}
