import type { Gateway } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CellRole } from './place-state.ts'
import type { Cell } from '../../../domain/cell.ts'
import { readSource, type SourceQuery, type SourceReading } from './source-reading.ts'

export type CellReading = SourceReading & {
  /** Only when calls are not allowed: a run that may call would call this source now. */
  readonly wouldBeAsked?: boolean
}

/** The readings of the three sources for a place in one run, and the official warnings that the service keeps. */
export type CellReadings = Readonly<Record<CellRole, CellReading>> & {
  /** The official warnings that the service itself keeps, which cost no call. */
  readonly official: SourceReading
}

/** Counts of a source's outcomes. `due`: only when calls are not allowed, the places that it would be called for. */
export type SourceCounts = Readonly<Record<SourceReading['outcome'], number>> & { readonly due?: number }

export type CellReader = ReturnType<typeof createCellReader>

export interface CellReaderParts {
  readonly gateway: Pick<Gateway, 'read' | 'sources' | 'jobCallsLeft'>
  readonly clock: Clock
  /** Maximum age of a source's data, in milliseconds. */
  readonly maxAgeMs: (role: CellRole) => number
  /** Alerts older than this are refreshed while the budget allows. */
  readonly alertsWantedMs: number
  readonly timeoutMs: number
  readonly trigger: string
  /** False: cache only; calls that would be made still count against the budget. */
  readonly mayCall: boolean
}

/** More than the number of places read in parallel. */
const FEW = 32
const ROLES: readonly CellRole[] = ['primary', 'second', 'national']

/** Reads the three sources for one run within the budget of jobs. Times are in milliseconds. */
export function createCellReader({ gateway, clock, maxAgeMs, alertsWantedMs, timeoutMs, trigger, mayCall }: CellReaderParts) {
  const left: Record<CellRole, number> = { primary: Infinity, second: Infinity, national: Infinity }
  const counts: Record<string, Record<SourceReading['outcome'] | 'due', number>> = {}

  const idOf = (role: CellRole): string | undefined => sourceOf(gateway, role)
  const readFrom = (source: string | undefined, query: Omit<SourceQuery, 'source'>) => readSource(gateway, { ...query, source }, clock.now)

  async function readOne(cell: Cell, role: CellRole): Promise<CellReading> {
    const reading = await readSparingly({ role, cell, maxAgeMs: maxAgeMs(role), alertsWantedMs, timeoutMs, trigger })
    const isDue = reading.wouldBeAsked === true && reading.outcome === 'deferred'
    if (reading.source !== '') count(reading.source, isDue ? 'due' : reading.outcome)
    return reading
  }

  function count(source: string, outcome: SourceReading['outcome'] | 'due'): void {
    const of = (counts[source] ??= { ok: 0, failed: 0, deferred: 0, none: 0, ...(mayCall ? {} : { due: 0 }) } as (typeof counts)[string])
    of[outcome] += 1
  }

  /**
   * Reserves a call before making it, so that parallel places do not spend it twice. When few are left, only places that need one get it.
   */
  async function readSparingly(query: Omit<SourceQuery, 'mayCall' | 'source'> & { readonly role: CellRole }): Promise<CellReading> {
    const { role } = query
    if (!mayCall || left[role] < FEW) {
      const cached = await readFrom(idOf(role), { ...query, mayCall: false })
      if (cached.isDue !== true || left[role] < 1) return cached
      if (!mayCall) {
        left[role] -= 1
        return { ...cached, wouldBeAsked: true }
      }
    }
    left[role] -= 1
    const reading = await readFrom(idOf(role), { ...query, mayCall: true })
    left[role] += 1 - reading.calls
    return reading
  }

  return {
    /** Reads the sources in parallel, each with its own timeout. Never rejects because of a provider. */
    async read(cell: Cell): Promise<CellReadings> {
      const [primary, second, national, official] = await Promise.all([
        readOne(cell, 'primary'),
        readOne(cell, 'second'),
        readOne(cell, 'national'),
        readFrom(gateway.sources.warnings[0], { cell, maxAgeMs: 0, timeoutMs, trigger, mayCall: true }),
      ])
      return { primary, second, national, official }
    },
    /** Reloads the remaining budget of jobs; never more than this reader has left. */
    async refill(): Promise<void> {
      for (const role of ROLES) left[role] = Math.min(left[role], await gateway.jobCallsLeft(idOf(role)))
    },
    /** By source id. */
    counts: (): Readonly<Record<string, SourceCounts>> => counts,
  }
}

/** The id of the source that has that role for the alert job. */
export function sourceOf({ sources }: Pick<Gateway, 'sources'>, role: CellRole): string | undefined {
  return role === 'national' ? sources.feeds[0] : sources.weather[role === 'primary' ? 0 : 1]
}
