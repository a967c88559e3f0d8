import type { Gateway, SourceQuery, SourceReading, SourceRole } from '../../../gateway/index.ts'
import type { Cell } from '../../../domain/cell.ts'

export type CellReading = SourceReading & {
  /** Where no calls may be made: a run that may make them would ask this source now. */
  readonly wouldBeAsked?: boolean
}

/** What the three sources say of a place in one run. */
export type CellReadings = Readonly<Record<SourceRole, CellReading>>

/** How a source did, by outcome. `due`: only where no calls may be made, the places it would be asked about. */
export type SourceCounts = Readonly<Record<SourceReading['outcome'], number>> & { readonly due?: number }

export interface CellReader {
  /** The three side by side, each with its own deadline. Never throws for a provider. */
  read(cell: Cell): Promise<CellReadings>
  /** What jobs may still spend, looked up anew; never more than this reader has left. */
  refill(): Promise<void>
  /** By source id. */
  counts(): Readonly<Record<string, SourceCounts>>
}

export interface CellReaderParts {
  readonly gateway: Pick<Gateway, 'readSource' | 'jobShare'>
  /** How old a source's data may be. */
  readonly maxAgeMs: (role: SourceRole) => number
  /** Alerts older than this are asked for anew while the budget allows. */
  readonly alertsWantedMs: number
  readonly timeoutMs: number
  readonly trigger: string
  /** False: only what is held; the calls that would be made are counted against the budget all the same. */
  readonly mayCall: boolean
}

/** More than places are read at once. */
const FEW = 32
const ROLES: readonly SourceRole[] = ['primary', 'second', 'national']

export function createCellReader({ gateway, maxAgeMs, alertsWantedMs, timeoutMs, trigger, mayCall }: CellReaderParts): CellReader {
  const left: Record<SourceRole, number> = { primary: Infinity, second: Infinity, national: Infinity }
  const counts: Record<string, Record<SourceReading['outcome'] | 'due', number>> = {}

  async function readOne(cell: Cell, role: SourceRole): Promise<CellReading> {
    const reading = await readSparingly({ role, cell, maxAgeMs: maxAgeMs(role), alertsWantedMs, timeoutMs, trigger })
    const isDue = reading.wouldBeAsked === true && reading.outcome === 'deferred'
    if (reading.source !== '') count(reading.source, isDue ? 'due' : reading.outcome)
    return reading
  }

  function count(source: string, outcome: SourceReading['outcome'] | 'due'): void {
    const of = (counts[source] ??= { ok: 0, failed: 0, deferred: 0, none: 0, ...(mayCall ? {} : { due: 0 }) } as (typeof counts)[string])
    of[outcome] += 1
  }

  /** A call is reserved before it is made, so that concurrent places do not spend it twice. Where few are left, only by those that need it. */
  async function readSparingly(query: Omit<SourceQuery, 'mayCall'>): Promise<CellReading> {
    const { role } = query
    if (!mayCall || left[role] < FEW) {
      const held = await gateway.readSource({ ...query, mayCall: false })
      if (held.isDue !== true || left[role] < 1) return held
      if (!mayCall) {
        left[role] -= 1
        return { ...held, wouldBeAsked: true }
      }
    }
    left[role] -= 1
    const reading = await gateway.readSource({ ...query, mayCall: true })
    left[role] += 1 - reading.calls
    return reading
  }

  return {
    async read(cell) {
      const [primary, second, national] = await Promise.all([readOne(cell, 'primary'), readOne(cell, 'second'), readOne(cell, 'national')])
      return { primary, second, national }
    },
    async refill() {
      for (const role of ROLES) left[role] = Math.min(left[role], await gateway.jobShare(role))
    },
    counts: () => counts,
  }
}
