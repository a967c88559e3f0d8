import { chance } from '../climate/noise.ts'
import { array, BadControl, flag, number, object, text } from '../input.ts'

export const FAULT_KINDS = [
  'delay',
  'status',
  'hang',
  'hang-body',
  'reset',
  'garbage',
  'html',
  'empty',
  'truncate',
  'huge',
  'drip',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** A fault to switch on. Fields left out of `match` match everything. */
export interface FaultSpec {
  readonly kind: FaultKind
  readonly match?: { readonly provider?: string; readonly product?: string; readonly path?: string }
  /** 0–1 per matching call, drawn from the seed; default 1. */
  readonly probability?: number
  /** Only the next n matching calls. */
  readonly next?: number
  /** Only this long from now. */
  readonly durationMs?: number
  /** `delay`: the fixed part, and the most that is added at random. */
  readonly delayMs?: number
  readonly jitterMs?: number
  /** `status`, `html`. */
  readonly status?: number
  /** `status`: which of a status's known bodies, e.g. `subscription` for 401, `hourly` or `daily` for 429. */
  readonly reason?: string
  /** `reset`: after the headers and half the body instead of before. */
  readonly afterHeaders?: boolean
  /** `huge`, `garbage`: size of the body. */
  readonly bytes?: number
  /** `huge`: announce the size. */
  readonly contentLength?: boolean
  /** `drip` */
  readonly bytesPerSecond?: number
}

/** What happens to one call: a delay, then at most one other fault. */
export interface FaultPlan {
  readonly delayMs: number
  readonly fault: FaultSpec | null
}

export interface FaultSwitch {
  set(specs: readonly FaultSpec[], seed?: number): void
  list(): readonly (FaultSpec & { readonly hits: number; readonly remaining: number | null })[]
  /** The faults that strike a call; counts down `next`. */
  strike(call: StruckCall): FaultPlan
}

interface Armed {
  readonly spec: FaultSpec
  readonly until: number
  remaining: number
  hits: number
  draws: number
}

interface StruckCall {
  readonly provider: string
  readonly product: string
  readonly path: string
}

const matches = ({ match = {} }: FaultSpec, call: StruckCall): boolean =>
  (match.provider === undefined || match.provider === call.provider) &&
  (match.product === undefined || match.product === call.product) &&
  (match.path === undefined || call.path.startsWith(match.path))

/** `clock` gives epoch milliseconds; durations are measured by it. */
export function createFaultSwitch(clock: () => number): FaultSwitch {
  let armed: Armed[] = []
  let seed = 1
  function strikes(one: Armed, index: number): boolean {
    if (one.remaining <= 0 || clock() >= one.until) return false
    if (chance(index, one.draws++, seed, 51) >= (one.spec.probability ?? 1)) return false
    one.remaining -= 1
    one.hits += 1
    return true
  }

  return {
    set(specs, newSeed = 1) {
      seed = newSeed
      const now = clock()
      armed = specs.map((spec) => ({
        spec,
        until: spec.durationMs === undefined ? Number.POSITIVE_INFINITY : now + spec.durationMs,
        remaining: spec.next ?? Number.POSITIVE_INFINITY,
        hits: 0,
        draws: 0,
      }))
    },
    list: () => armed.map((one) => ({ ...one.spec, hits: one.hits, remaining: Number.isFinite(one.remaining) ? one.remaining : null })),
    strike(call) {
      let delayMs = 0
      let fault: FaultSpec | null = null
      armed.forEach((one, index) => {
        if (!matches(one.spec, call)) return
        if (one.spec.kind !== 'delay' && fault !== null) return
        if (!strikes(one, index)) return
        if (one.spec.kind === 'delay') delayMs += (one.spec.delayMs ?? 1000) + (one.spec.jitterMs ?? 0) * chance(index, one.draws, seed, 52)
        else fault = one.spec
      })
      return { delayMs, fault }
    },
  }
}

/** Reads faults from a control request. @throws BadControl */
export function readFaults(value: unknown): FaultSpec[] {
  return array(value, 'faults', 100).map((element, index) => {
    const spec = object(element, `faults[${index}]`)
    const match = object(spec['match'] ?? {}, 'match')
    const kind = FAULT_KINDS.find((known) => known === spec['kind'])
    if (kind === undefined) throw new BadControl(`kind must be one of ${FAULT_KINDS.join(', ')}`)
    return defined({
      kind,
      match: defined({
        provider: text(match['provider'], 'provider'),
        product: text(match['product'], 'product'),
        path: text(match['path'], 'path'),
      }),
      probability: number(spec['probability'], 'probability', 0, 1),
      next: number(spec['next'], 'next', 0, 1e9),
      durationMs: number(spec['durationMs'], 'durationMs', 0, 1e10),
      delayMs: number(spec['delayMs'], 'delayMs', 0, 600_000),
      jitterMs: number(spec['jitterMs'], 'jitterMs', 0, 600_000),
      status: number(spec['status'], 'status', 200, 599),
      reason: text(spec['reason'], 'reason'),
      afterHeaders: flag(spec['afterHeaders'], 'afterHeaders'),
      bytes: number(spec['bytes'], 'bytes', 0, 2 ** 32),
      contentLength: flag(spec['contentLength'], 'contentLength'),
      bytesPerSecond: number(spec['bytesPerSecond'], 'bytesPerSecond', 1, 1e9),
    })
  })
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

function defined<T extends Record<string, unknown>>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<T>
}
