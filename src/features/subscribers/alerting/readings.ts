import { type Cell, EXTRA_SCOPES, type ForecastHazardName, getHazardScope } from '@isobar/weather'
import type { Gateway } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { MINUTE_MS } from '../../../time.ts'
import { isExtra, type SourceKind } from './place-state.ts'
import { readSource, type SourceReading } from './source-reading.ts'

/** A source that is read for each place. */
export interface CellSource {
  /** Provider id. */
  readonly id: string
  readonly kind: SourceKind
}

export type CellReading = SourceReading & {
  readonly kind: SourceKind
  /** Only when calls are not allowed: a run that may call would call this source now. */
  readonly wouldBeAsked?: boolean
}

/** What the sources said about a place in one run. */
export interface CellReadings {
  /** In the gateway's order: weather providers, then national feeds, then air and sea. */
  readonly sources: readonly CellReading[]
  /** The official warnings that the service itself stores, which cost no call; empty if it reads no feeds. */
  readonly stored: readonly SourceReading[]
}

/** Counts of a source's outcomes. `due`: only when calls are not allowed, the places that it would be called for. */
export type SourceCounts = Readonly<Record<SourceReading['outcome'], number>> & { readonly due?: number }

export type CellReader = ReturnType<typeof createCellReader>

export interface CellReaderOptions {
  readonly gateway: Pick<Gateway, 'read' | 'sources' | 'jobCallsLeft'>
  readonly clock: Clock
  /** Maximum age of a source's data, in milliseconds. */
  readonly maxAgeMs: (kind: SourceKind) => number
  /** Timeout of one source for one place. */
  readonly timeoutMs: number
}

const TRIGGER = 'cron_weather_alerts'
/** The interval of the job: a warning is sent in the first run after it is issued. Older alerts are refreshed while the budget allows. */
const ALERTS_WANTED_MS = 15 * MINUTE_MS
/** More than the number of places read in parallel. */
const FEW = 32

/**
 * Reads the sources for one run within the budget of jobs. If it may not call, it reads the cache only; calls that would be made still count
 * against the budget.
 */
export function createCellReader({ gateway, clock, maxAgeMs, timeoutMs }: CellReaderOptions, mayCall: boolean) {
  const sources = listCellSources(gateway)
  /** Calls that jobs may still make, by source. */
  const left = new Map(sources.map(({ id }) => [id, Infinity]))
  const counts: Record<string, Record<SourceReading['outcome'] | 'due', number>> = {}

  const leftOf = (id: string): number => left.get(id) ?? 0
  const take = (id: string, calls: number): void => void left.set(id, leftOf(id) - calls)

  async function readOne(cell: Cell, { id, kind }: CellSource): Promise<CellReading> {
    const query = {
      source: id,
      cell,
      of: isExtra(kind) ? kind : 'weather',
      maxAgeMs: maxAgeMs(kind),
      alertsWantedMs: ALERTS_WANTED_MS,
      timeoutMs,
      trigger: TRIGGER,
    } as const
    const reading = await readSparingly(id, (mayCall) => readSource(gateway, { ...query, mayCall }, clock.now))
    count(isExtra(kind) ? `${id}/${kind}` : id, reading.wouldBeAsked === true && reading.outcome === 'deferred' ? 'due' : reading.outcome)
    return { ...reading, kind }
  }

  function count(source: string, outcome: SourceReading['outcome'] | 'due'): void {
    const of = (counts[source] ??= { ok: 0, failed: 0, deferred: 0, none: 0, ...(mayCall ? {} : { due: 0 }) } as (typeof counts)[string])
    of[outcome] += 1
  }

  /**
   * Reserves a call before making it, so that parallel places do not spend it twice. When few are left, only places that need one get it.
   */
  async function readSparingly(
    id: string,
    read: (mayCall: boolean) => Promise<SourceReading>,
  ): Promise<SourceReading & Pick<CellReading, 'wouldBeAsked'>> {
    if (!mayCall || leftOf(id) < FEW) {
      const cached = await read(false)
      if (cached.isDue !== true || leftOf(id) < 1) return cached
      if (!mayCall) {
        take(id, 1)
        return { ...cached, wouldBeAsked: true }
      }
    }
    take(id, 1)
    const reading = await read(true)
    take(id, reading.calls - 1)
    return reading
  }

  return {
    /**
     * Reads the sources in parallel, each with its own timeout; air and sea only if somebody asks about a hazard that they show. Never rejects
     * because of a provider.
     */
    async read(cell: Cell, asked: readonly ForecastHazardName[]): Promise<CellReadings> {
      const [read, stored] = await Promise.all([
        Promise.all([...sources, ...extraSources(gateway, asked)].map((source) => readOne(cell, source))),
        Promise.all(
          gateway.sources.warnings.map((source) =>
            readSource(gateway, { source, cell, maxAgeMs: 0, timeoutMs, trigger: TRIGGER, mayCall: true }, clock.now),
          ),
        ),
      ])
      return { sources: read, stored }
    },
    /** Reloads the remaining budget of jobs; never more than this reader has left. */
    async refill(): Promise<void> {
      for (const { id } of sources) left.set(id, Math.min(leftOf(id), await gateway.jobCallsLeft(id)))
    },
    /** By source id; for air and sea with the scope: `open-meteo/air`. */
    counts: (): Readonly<Record<string, SourceCounts>> => counts,
  }
}

/** The sources that the alert job reads for each place, in the gateway's order. */
export function listCellSources({ sources: { weather, feeds, delivering } }: Pick<Gateway, 'sources'>): CellSource[] {
  const relays = delivering('alert')
  return [
    ...weather.map((id): CellSource => ({ id, kind: relays.includes(id) ? 'relay' : 'forecast' })),
    ...feeds.map((id): CellSource => ({ id, kind: 'feed' })),
  ]
}

/** The sources of air and sea that can show any of the hazards. */
function extraSources({ sources: { weather, delivering } }: Pick<Gateway, 'sources'>, asked: readonly ForecastHazardName[]): CellSource[] {
  return EXTRA_SCOPES.flatMap((kind) => {
    const hazards = asked.filter((hazard) => getHazardScope(hazard) === kind)
    const able = new Set(hazards.flatMap((hazard) => delivering(kind, hazard === 'pollen' ? 'pollen' : undefined)))
    return weather.filter((id) => able.has(id)).map((id) => ({ id, kind }))
  })
}
