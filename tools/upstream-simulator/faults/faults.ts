import { type Static, Type } from 'typebox'
import { chance } from '../climate/noise.ts'
import { read } from '../input.ts'

const KINDS = ['delay', 'status', 'hang', 'hang-body', 'reset', 'garbage', 'html', 'empty', 'truncate', 'huge', 'drip'] as const
const number = (minimum: number, maximum: number) => Type.Optional(Type.Number({ minimum, maximum }))
const TEXT = Type.Optional(Type.String({ maxLength: 20_000 }))
const FLAG = Type.Optional(Type.Boolean())

const FAULT = Type.Object({
  kind: Type.Enum(KINDS),
  /** What is left out matches everything. */
  match: Type.Optional(Type.Object({ provider: TEXT, product: TEXT, path: TEXT })),
  /** 0–1 per matching call, drawn from the seed; default 1. */
  probability: number(0, 1),
  /** Only the next n matching calls. */
  next: number(0, 1e9),
  /** Only this long from now. */
  durationMs: number(0, 1e10),
  /** `delay`: the fixed part, and the most that is added at random. */
  delayMs: number(0, 600_000),
  jitterMs: number(0, 600_000),
  /** `status`, `html`. */
  status: number(200, 599),
  /** `status`: which of a status's known bodies, e.g. `subscription` for 401, `hourly` or `daily` for 429. */
  reason: TEXT,
  /** `reset`: after the headers and half the body instead of before. */
  afterHeaders: FLAG,
  /** `huge`, `garbage`: size of the body. */
  bytes: number(0, 2 ** 32),
  /** `huge`: announce the size. */
  contentLength: FLAG,
  bytesPerSecond: number(1, 1e9),
})

/** A fault to switch on. */
export type FaultSpec = Readonly<Static<typeof FAULT>>

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
  return read(Type.Array(FAULT, { maxItems: 100 }), value, 'faults').map((fault) => ({ match: {}, ...fault }))
}
