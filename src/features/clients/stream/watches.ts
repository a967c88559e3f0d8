import type { ReportError } from '../../../errors.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Instigator, ReadPlace, Snapshot, WatchedPlace } from './snapshot.ts'

/** An open stream, on whose behalf the place may be read. */
export interface Watcher extends Instigator {
  /** Called with the place as it is now, first and after each change. */
  show(snapshot: Snapshot): void
  /** Called at least once in 20 seconds or so: the connection must not look idle. */
  beat(): void
}

export interface WatchesOptions {
  readonly read: ReadPlace
  readonly clock: Clock
  readonly onError: ReportError
}

interface Watch {
  readonly place: WatchedPlace
  readonly watchers: Set<Watcher>
  last: Snapshot
  /** Whether it is being read now. */
  isRead: boolean
}

export type Watches = ReturnType<typeof createWatches>

const BEAT_MS = 15_000
const AT_ONCE = 16

/** The watched places of this process. All watchers of a place share its readings, and a place that nobody watches is not read. */
export function createWatches({ read, clock, onError }: WatchesOptions) {
  const watches = new Map<string, Watch>()
  let beatAt = clock.now()

  async function check(watch: Watch): Promise<void> {
    const [watcher] = watch.watchers
    if (watcher === undefined || watch.isRead) return
    // Each reading is on behalf of another watcher: one whose share of calls is used up does not stop the others.
    watch.watchers.delete(watcher)
    watch.watchers.add(watcher)
    watch.isRead = true
    try {
      const snapshot = await read(watch.place, watch.last, watcher)
      if (snapshot === watch.last) return
      watch.last = snapshot
      for (const each of watch.watchers) each.show(snapshot)
    } finally {
      watch.isRead = false
    }
  }

  return {
    /**
     * Adds a watcher, which is shown the place at once; resolves to what removes it again.
     * @throws AppError as a request for the current weather does, if the place cannot be shown
     */
    async add(place: WatchedPlace, watcher: Watcher): Promise<() => void> {
      const key = JSON.stringify([place.lat, place.lon, place.units, place.lang])
      const snapshot = await read(place, watches.get(key)?.last, watcher)
      const watch = watches.get(key) ?? { place, watchers: new Set(), last: snapshot, isRead: false }
      watches.set(key, watch)
      watch.watchers.add(watcher)
      watcher.show(snapshot)
      return () => {
        watch.watchers.delete(watcher)
        if (watch.watchers.size === 0) watches.delete(key)
      }
    },

    /** Reads every watched place once and shows what has changed. A place that cannot be read keeps its watchers and is read again next time. */
    async check(): Promise<void> {
      const now = clock.now()
      if (Math.abs(now - beatAt) >= BEAT_MS) {
        beatAt = now
        for (const { watchers } of watches.values()) for (const watcher of watchers) watcher.beat()
      }
      await mapBounded([...watches.values()], AT_ONCE, (watch) =>
        check(watch).catch((error: unknown) => onError(error, 'reading a place for its streams')),
      )
    },

    /** The numbers of watched places and of their watchers. */
    counts: () => ({ places: watches.size, watchers: [...watches.values()].reduce((sum, { watchers }) => sum + watchers.size, 0) }),
  }
}
