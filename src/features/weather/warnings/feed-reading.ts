import { type PaidCalls, ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import { createSandbox, SandboxError, type SandboxFault } from '../../../platform/sandbox/sandbox.ts'
import { rebuildError, type FeedJob, type FeedStep, toPlainFailure } from './feed-thread.ts'
import { prepareReading, type PreparedReading, type WarningFeed } from './feed.ts'
import type { Arrival } from './stored-warning.ts'

/** Reads a part of a feed. `state` is JSON, as the last reading left it; `now` is epoch milliseconds. */
export type ReadFeed = (
  feed: Pick<WarningFeed, 'capability' | 'guard'>,
  request: { readonly part: string; readonly state: string | null; readonly now: number },
  calls: PaidCalls,
) => Promise<PreparedReading>

/** Processor time of one step. The largest recorded reading takes a second. */
const CPU_MS = 20_000
/** 400 MB: a document of 8 MB is some 100 MB of elements. */
const MEMORY = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 32 }
const MAX_WAITING = 64
/** Longer than a call may take: a reading that waits for one loses what it has. */
const IDLE_MS = 60_000

const KINDS: Readonly<Record<SandboxFault, ProviderFailureKind>> = {
  cpu: 'timeout',
  memory: 'too_large',
  crashed: 'unavailable',
  busy: 'unavailable',
  closed: 'not_wanted',
}

/**
 * Reads feeds in a thread, so that no document, however long, holds up the serving one. The thread starts with the first reading, and ends
 * when there has been none for a minute. If a reading takes too much processor time or memory, it is stopped and fails, with the others that
 * the thread had begun; the next one starts another thread. Feeds that cannot be read in a thread are read here.
 * @param program calls `serveFeedReaders`
 */
export function createFeedReading(program: URL, cpuMs = CPU_MS) {
  const thread = createSandbox<FeedJob, FeedStep>({ module: program, cpuMs, memory: MEMORY, maxWaiting: MAX_WAITING })
  let ids = 0
  let active = 0
  let idle: NodeJS.Timeout | undefined

  async function step(job: FeedJob): Promise<FeedStep> {
    try {
      return await thread.run((ask) => ask(job))
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      throw new ProviderFailure(KINDS[error.fault], `the thread of the feeds was stopped: ${error.fault}`, { cause: error })
    }
  }

  /** Makes the calls of a reading, and passes the answers on as they come. */
  async function readInThread(begin: FeedJob & { readonly type: 'begin' }, calls: PaidCalls): Promise<PreparedReading> {
    const { id } = begin
    const pending = new Map<number, Promise<FeedJob & { readonly type: 'answer' }>>()
    const arrivals: Arrival[] = []
    for (let job: FeedJob = begin; ;) {
      const progress = await step(job)
      for (const arrival of progress.arrivals) arrivals.push(arrival)
      if (progress.end !== null && 'failure' in progress.end) throw rebuildError(progress.end)
      if (progress.end !== null) return { ...progress.end, arrivals }
      for (const { call, url, ...request } of progress.calls) {
        const answer = calls.get({ ...request, url: new URL(url) }).catch(toPlainFailure)
        pending.set(
          call,
          answer.then((each) => ({ type: 'answer', id, call, answer: each })),
        )
      }
      const answered = pending.size === 0 ? null : await Promise.race(pending.values())
      if (answered !== null) pending.delete(answered.call)
      job = answered ?? { type: 'go-on', id }
    }
  }

  const read: ReadFeed = async ({ capability, guard }, { part, state, now }, given) => {
    const calls = guard === undefined ? given : await guard(given)
    const { threaded } = capability
    if (threaded === undefined) return prepareReading(await capability.read(part, state === null ? null : JSON.parse(state), calls, now))
    clearTimeout(idle)
    active++
    try {
      return await readInThread({ type: 'begin', id: ++ids, ...threaded, part, state, now }, calls)
    } finally {
      if (--active === 0) idle = setTimeout(() => active === 0 && void thread.endIdleThread(), IDLE_MS).unref()
    }
  }

  return {
    /** @throws ProviderFailure */
    read,
    async close(): Promise<void> {
      clearTimeout(idle)
      await thread.close()
    },
  }
}
