import { setImmediate } from 'node:timers/promises'
import {
  type Tally,
  VERIFIED,
  VERIFIED_VARIABLES,
  type VerifiedVariable,
  compareSources,
  scoreErrors,
  scoreEvents,
  scoreProbabilities,
} from '@isobar/weather'
import type { LeadScores, LeadSums, ScoresByVariable, SourceComparison } from './model.ts'

/** The sums of one day (`2026-11-21`). */
export interface SumsOfDay {
  readonly day: string
  readonly sums: LeadSums
}

/**
 * Computes scores from daily sums, oldest first, for each source, truth and lead time band. The same sums and seed give the same scores; a
 * place's seed is its cell. Yields to the event loop after each score, which takes some 20 ms.
 */
export async function computeLeadScores(days: readonly SumsOfDay[], seed: number): Promise<LeadScores[]> {
  const own = days.filter(({ sums }) => sums.versus === null)
  const shared = Map.groupBy(
    days.filter(({ sums }) => sums.versus !== null),
    ({ sums }) => keyOf(sums),
  )
  const scores: LeadScores[] = []
  for (const [key, same] of Map.groupBy(own, ({ sums }) => keyOf(sums))) {
    const { sums } = same.at(-1) as SumsOfDay
    const { source, truth, leadHours } = sums
    const comparisons: SourceComparison[] = []
    for (const [versus, first] of Map.groupBy(shared.get(key) ?? [], (each) => each.sums.versus ?? '')) {
      const second = (shared.get(keyOf({ ...sums, source: versus })) ?? []).filter((each) => each.sums.versus === source)
      comparisons.push(comparisonOf(versus, first, second, seed))
    }
    scores.push({ source, truth, leadHours, variables: variablesOf(same, seed), comparisons })
    await setImmediate()
  }
  return scores.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

function keyOf({ source, truth, leadHours }: LeadSums): string {
  return `${source} ${truth.source} ${truth.kind} ${leadHours}`
}

function orderOf({ source, truth, leadHours }: LeadScores): string {
  return `${source} ${truth.kind === 'observation' ? 0 : 1} ${truth.source} ${String(leadHours).padStart(4, '0')}`
}

function talliesOf(days: readonly SumsOfDay[], name: VerifiedVariable): Tally[] {
  return days.map(({ sums }) => sums.tallies[name]).filter((tally) => tally !== undefined)
}

function variablesOf(days: readonly SumsOfDay[], seed: number): ScoresByVariable {
  const scores = VERIFIED_VARIABLES.flatMap((name) => {
    const tallies = talliesOf(days, name)
    return tallies.length === 0 ? [] : [[name, SCORERS[VERIFIED[name]](tallies, seed)] as const]
  })
  return Object.fromEntries(scores)
}

const SCORERS = { errors: scoreErrors, events: scoreEvents, probability: scoreProbabilities } as const

/** Compares two sources by their daily sums over the same cases; event tables are not compared. */
function comparisonOf(versus: string, first: readonly SumsOfDay[], second: readonly SumsOfDay[], seed: number): SourceComparison {
  const others = new Map(second.map(({ day, sums }) => [day, sums.tallies]))
  const compared = VERIFIED_VARIABLES.flatMap((name) => {
    const kind = VERIFIED[name]
    if (kind === 'events') return []
    const pairs = first.flatMap(({ day, sums }) => {
      const [own, other] = [sums.tallies[name], others.get(day)?.[name]]
      return own === undefined || other === undefined ? [] : [[own, other] as const]
    })
    return pairs.length === 0 ? [] : [[name, compareSources(kind, pairs, seed)] as const]
  })
  return { versus, variables: Object.fromEntries(compared) }
}
