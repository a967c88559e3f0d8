import { AppError } from '../../../errors.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { copyOwnBytes } from '../../../platform/own-bytes.ts'
import { createSandbox, SandboxError } from '../../../platform/sandbox/sandbox.ts'
import type { PictureJob } from './picture-thread.ts'

/** A picture takes 60 to 150 ms of processor time. */
const CPU_MS = 3_000
/** Of JavaScript only: the drawing program has some 60 MB of its own, and the fonts 2. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
/** Of as many clients, one each. */
const MAX_WAITING = 16
const MAX_WAITING_PER_CLIENT = 8
const RETRY_SECONDS = 5
/** How long an idle thread keeps its memory. */
const IDLE_MS = 60_000
/** Some two hundred pictures. */
const MAX_BYTES = 16 * 1024 * 1024

export type Pictures = ReturnType<typeof createPictures>

/** Draws share pictures in a thread, and caches them. */
export function createPictures() {
  const thread = createSandbox<PictureJob, Uint8Array>({
    module: new URL('./picture-thread.ts', import.meta.url),
    cpuMs: CPU_MS,
    memory: MEMORY,
    maxWaiting: MAX_WAITING,
  })
  const cache = createMemoryCache<string, Buffer>('share pictures', MAX_BYTES, (png, key) => png.length + key.length + 1_000)
  const drawing = new Map<string, Promise<Buffer>>()
  /** What each client waits for: the thread gets one picture of a client at a time, so that nobody waits for all of another's. */
  const turns = new Map<string, { waiting: number; last: Promise<unknown> }>()
  let idle: NodeJS.Timeout | undefined

  async function inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(client) ?? { waiting: 0, last: Promise.resolve() }
    if (turn.waiting >= MAX_WAITING_PER_CLIENT) throw new SandboxError('busy')
    turns.set(client, turn)
    turn.waiting += 1
    const result = turn.last.then(work)
    turn.last = result.catch(() => undefined)
    return result.finally(() => {
      turn.waiting -= 1
      if (turn.waiting === 0) turns.delete(client)
    })
  }

  async function draw(key: string, job: PictureJob, client: string): Promise<Buffer> {
    clearTimeout(idle)
    try {
      const png = copyOwnBytes(Buffer.from(await inTurn(client, () => thread.run((ask) => ask(job)))))
      cache.set(key, png)
      return png
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      throw new AppError('service_unavailable', 'Pictures cannot be drawn right now. Please try again in a few seconds.', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: error,
      })
    } finally {
      drawing.delete(key)
      if (drawing.size === 0) idle = setTimeout(() => void thread.endIdleThread(), IDLE_MS).unref()
    }
  }

  return {
    /**
     * The picture as PNG; the same `key`, the same picture. `client`: whoever asks.
     * @throws AppError `service_unavailable` when too many are waiting
     */
    async picture(key: string, job: PictureJob, client: string): Promise<Buffer> {
      const existing = cache.get(key) ?? drawing.get(key)
      if (existing !== undefined) return existing
      const drawn = draw(key, job, client)
      drawing.set(key, drawn)
      return drawn
    },
    async close(): Promise<void> {
      clearTimeout(idle)
      await thread.close()
    },
  }
}
