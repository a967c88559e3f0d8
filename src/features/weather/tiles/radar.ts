import { type Attribution, ProviderFailure, type RadarCapability, type RadarFrame, type SharedMemory } from '@isobar/providers/port'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { buildNotConfiguredError, createFailureBackoff, createSharedFetch } from '../../../gateway/index.ts'
import { MINUTE_MS, computeAgeMs } from '../../../time.ts'
import type { TileKey } from './address.ts'
import { toTileError, type TileRequester, type TileService } from './service.ts'

/** Whose radar is shown. */
export interface RadarSource {
  readonly id: string
  readonly attribution: Attribution
  readonly radar: RadarCapability
  /** Of all nodes, for the list of frames. */
  readonly memory: SharedMemory
  /** Why it may not be used, as its terms or an admin want it; null: it may. */
  refusal(): string | null
}

/** The frames that a source listed. */
export interface FrameList {
  readonly frames: readonly RadarFrame[]
  readonly simulated: boolean
  /** When they were listed; epoch milliseconds. */
  readonly readAt: number
}

/** A tile of a frame; null: of one that is not listed any more, which only what is stored can show. */
export interface FrameTile extends TileKey {
  readonly frame: RadarFrame | null
}

export interface RadarOptions extends Pick<Foundation, 'meter' | 'level' | 'clock' | 'onError'> {
  readonly source: RadarSource
  readonly tiles: TileService<FrameTile>
  readonly upstreamTimeoutMs: number
}

/** Sources have a new frame every two to ten minutes. */
export const LIST_FRESH_MS = 3 * MINUTE_MS
/** An older list would be of the past alone, and what it calls a forecast has come. */
const LIST_USABLE_MS = 30 * MINUTE_MS
const KEY = 'frames'

export type RadarService = ReturnType<typeof createRadarService>

/** The frames of the source, listed once for all nodes, and their tiles. */
export function createRadarService({ source, tiles, meter, level, clock, onError, upstreamTimeoutMs }: RadarOptions) {
  const { id, radar, memory } = source
  const backoff = createFailureBackoff(clock)
  const shared = createSharedFetch<FrameList, null>({
    level,
    name: `radar-${id}`,
    // A list may take two calls: what is measured, and its forecast.
    leaseMs: 2 * upstreamTimeoutMs + 1_000,
    isLeadersOwn: () => false,
    what: 'the frames of the radar',
    onError,
  })
  let latest: FrameList | undefined

  const ageOf = (list: FrameList): number => computeAgeMs(list.readAt, clock.now())

  async function find(): Promise<FrameList | undefined> {
    const stored = (await memory.get(KEY)) as FrameList | null
    if (stored !== null && (latest === undefined || stored.readAt > latest.readAt)) latest = stored
    return latest !== undefined && ageOf(latest) < LIST_FRESH_MS ? latest : undefined
  }

  async function fetch(requestId: string, behind: (write: Promise<unknown>) => void): Promise<FrameList> {
    const spend = { calls: 0, closed: false }
    const context = { cause: 'tile' as const, trigger: null, requestId, cellId: null, client: null, caller: 'person' as const, spend }
    try {
      const list = await meter.run(context, (calls) => radar.list(calls, clock.now()))
      latest = { ...list, readAt: clock.now() }
      backoff.clear(KEY)
      behind(memory.put(KEY, latest, clock.now() + LIST_USABLE_MS))
      return latest
    } catch (error) {
      if (error instanceof ProviderFailure) backoff.note(KEY, error)
      throw error
    }
  }

  /** The frames; of the last half hour if the source fails, as `readAt` says. @throws AppError */
  async function list({ requestId, crawler }: Pick<TileRequester, 'requestId' | 'crawler'>): Promise<FrameList> {
    assertUsable(source)
    if (latest !== undefined && ageOf(latest) < LIST_FRESH_MS) return latest
    try {
      if (crawler) throw new AppError('service_unavailable', 'Crawlers only get what is cached.', { retryAfterSeconds: 3_600 })
      const { value } = await shared.get(KEY, null, {
        known() {
          const failure = backoff.failureOf(KEY)
          if (failure !== undefined) throw failure
          return undefined
        },
        find,
        fetch: (behind) => fetch(requestId, behind),
      })
      return value
    } catch (error) {
      if (latest !== undefined && ageOf(latest) < LIST_USABLE_MS) return latest
      throw error instanceof AppError ? error : toTileError(error)
    }
  }

  return {
    source,
    list,
    /** The frame of that id in the current list, or null. @throws AppError */
    async findFrame(frameId: string, requester: TileRequester): Promise<RadarFrame | null> {
      return (await list(requester)).frames.find((frame) => frame.id === frameId) ?? null
    },
    tiles: {
      ...tiles,
      /** @throws AppError not_found if the frame is not listed and this tile of it not stored; else as the tiles of layers */
      async tile(address: FrameTile, sourceZoom: number, requester: TileRequester) {
        if (address.frame !== null) return tiles.tile(address, sourceZoom, requester)
        return tiles.tile(address, sourceZoom, { ...requester, crawler: true }).catch(() => {
          throw new AppError('not_found', 'No such frame: it is not, or no longer, listed at /api/weather/map-frames')
        })
      },
    },
    async drain(): Promise<void> {
      await Promise.all([shared.drain(), tiles.drain()])
    },
  }
}

function assertUsable({ radar, refusal }: RadarSource): void {
  const reason = refusal()
  if (reason !== null) throw new AppError('service_unavailable', `The radar is not shown: ${reason}.`)
  if (!radar.configured()) throw buildNotConfiguredError(true)
}
