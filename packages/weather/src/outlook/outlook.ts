import type { Condition } from '../condition.ts'
import { rankIntensity, TRACE_MM_PER_HOUR } from '../precipitation-intensity.ts'
import { HOUR_MS } from '../time.ts'
import { combineChances, DOUBTFUL_FROM, EVEN_CHANCE } from './chance.ts'
import { readStep, type StepReading } from './reading.ts'
import { CONDITION_FALLS, findWindLevel, isFalling, isPhenomenon, PHENOMENON_LEVELS, REMARK_LEVEL } from './severity.ts'
import { type FallSpell, findSpells, joinKinds, type PhenomenonSpell } from './spell.ts'
import type {
  ChangeStatement,
  DryStatement,
  FrostStatement,
  NowStatement,
  Outlook,
  OutlookStatement,
  ScatteredStatement,
  WindStatement,
} from './statement.ts'
import type { ForecastStep } from './step.ts'

export interface OutlookOptions {
  /** Epoch milliseconds. */
  readonly now: number
  /** What the sky does now, as seen or measured; null: unknown. */
  readonly current?: Condition | null
  /** The highs of today and tomorrow in °C; null: unknown. */
  readonly highs?: readonly [today: number | null, tomorrow: number | null]
}

/** The period of the outlook: times within it need no day. */
export const OUTLOOK_MS = 24 * HOUR_MS
/** Spells that are told at least, if there are so many. */
const NAMED_SPELLS = 2
/** A change from day to day that people notice, in °C. */
const CHANGE_C = 4

/**
 * The outlook on the 24 hours from the first step on, from steps in their order, by the rule that README.md states: the worst spell, the next,
 * whatever else is wetter than those by more than a class, the strongest wind from a gale on, and frost or how tomorrow differs where there is none.
 */
export function buildOutlook(steps: readonly ForecastStep[], { now, current = null, highs }: OutlookOptions): Outlook {
  const startMs = steps[0]?.startMs ?? 0
  const endMs = startMs + OUTLOOK_MS
  const readings = steps.filter((step) => step.startMs < endMs).map(readStep)
  const spells = findSpells(readings)
  const seen = stateNow(
    current,
    readings.find(({ step }) => step.startMs <= now && step.endMs > now),
  )
  const isWetNow = seen !== null && CONDITION_FALLS[seen.condition] !== undefined
  const wind = findStrongestWind(readings)
  const rest = stateRest(readings, spells, lastsToEnd(readings, endMs), isWetNow)
  const remark = wind === null ? (findFrost(readings) ?? findChange(highs)) : null
  return { startMs, endMs, statements: rankStatements([seen, ...chooseSpells(spells), wind, rest, remark]) }
}

/**
 * What is worth saying of a period whose name is told instead of times (a night, a day): all that falls in its steps is one spell. `isWhole`: whether the
 * steps are all of the period. `chance`: the period's own, 0–1, which that of its steps together does not exceed; null: unknown.
 */
export function summarisePeriod(steps: readonly ForecastStep[], isWhole: boolean, chance: number | null = null): Outlook {
  const readings = steps.map(readStep)
  const spells = findSpells(readings, true)
  const rest = stateRest(readings, spells, isWhole, false)
  const statements = [...chooseSpells(spells), findStrongestWind(readings), rest].map((each) => limitChance(each, chance))
  return { startMs: steps[0]?.startMs ?? 0, endMs: steps.at(-1)?.endMs ?? 0, statements: rankStatements(statements) }
}

function limitChance<Statement extends OutlookStatement | null>(statement: Statement, chance: number | null): Statement {
  if (statement === null || chance === null || !('chance' in statement) || statement.chance === null) return statement
  return { ...statement, chance: Math.min(statement.chance, chance) }
}

/** The worst first; of two alike, the first. */
function rankStatements(statements: readonly (OutlookStatement | null)[]): OutlookStatement[] {
  return statements.filter((each) => each !== null).toSorted((a, b) => b.level - a.level)
}

/** The worst and the next, then what is wetter than they are told to be by more than a class. */
function chooseSpells(spells: readonly (FallSpell | PhenomenonSpell)[]): (FallSpell | PhenomenonSpell)[] {
  const sorted = spells.toSorted(
    (a, b) => b.level - a.level || rankWettest(b) - rankWettest(a) || (b.waterMm ?? 0) - (a.waterMm ?? 0) || a.startMs - b.startMs,
  )
  const named = sorted.slice(0, NAMED_SPELLS)
  for (const spell of sorted.slice(NAMED_SPELLS)) if (rankWettest(spell) > Math.max(...named.map(rankNamed)) + 1) named.push(spell)
  return named
}

function rankWettest(spell: FallSpell | PhenomenonSpell): number {
  if (spell.type === 'phenomenon') return rankIntensity(spell.strongest)
  return Math.max(rankIntensity(spell.intensity), rankIntensity(spell.peak?.intensity ?? null))
}

/** The class that a reader is told: a phenomenon tells none, but its amount that something falls. */
function rankNamed(spell: FallSpell | PhenomenonSpell): number {
  if (spell.type === 'fall') return rankWettest(spell)
  return spell.waterMm === null ? 0 : 1
}

/** What falls or blows now where the running step knows of nothing of the kind, or of less by more than a class. */
function stateNow(condition: Condition | null, running: StepReading | undefined): NowStatement | null {
  if (condition === null) return null
  const [, intensity = null] = CONDITION_FALLS[condition] ?? []
  const isNamed = isPhenomenon(condition) && condition !== 'fog' && running?.phenomenon !== condition
  const stated = rankIntensity(running?.intensity ?? null)
  const isWetter = rankIntensity(intensity) > (stated === 0 ? 0 : stated + 1)
  if (!isNamed && !isWetter) return null
  const level = Math.max(isPhenomenon(condition) ? PHENOMENON_LEVELS[condition] : 0, rankIntensity(intensity))
  return { type: 'now', condition, level }
}

function findStrongestWind(readings: readonly StepReading[]): WindStatement | null {
  let strongest: WindStatement | null = null
  for (const { step } of readings) {
    const [wind, gust] = [step.windSpeed ?? 0, step.windGust ?? 0]
    const speedMps = Math.max(wind, gust)
    const level = findWindLevel(speedMps)
    if (level === null || speedMps <= (strongest?.speedMps ?? 0)) continue
    strongest = { type: 'wind', level, speedMps, isGust: gust >= wind, startMs: step.startMs, endMs: step.endMs }
  }
  return strongest
}

/** What is said of precipitation where there is no spell of it: dry only if all is known and adds up to less than a trace. */
function stateRest(
  readings: readonly StepReading[],
  spells: readonly (FallSpell | PhenomenonSpell)[],
  isWhole: boolean,
  isAfterNow: boolean,
): ScatteredStatement | DryStatement | null {
  if (spells.some((spell) => spell.type === 'fall' || isFalling(spell.phenomenon))) return null
  const steps = readings.map(({ step }) => step)
  const span = { startMs: steps[0]?.startMs ?? 0, endMs: steps.at(-1)?.endMs ?? 0 }
  const waterMm = readings.reduce((total, each) => total + (each.waterMm ?? 0), 0)
  const chance = combineChances(steps)
  const wet = readings.filter((each) => (each.waterMm ?? 0) > 0)
  if (waterMm >= TRACE_MM_PER_HOUR)
    return { type: 'scattered', level: 1, ...span, kind: joinKinds(wet), waterMm, chance: combineChances(wet.map(({ step }) => step)) }
  if ((chance ?? 0) >= EVEN_CHANCE) {
    const likely = readings.filter(({ step }) => (step.precipitationProbability ?? 0) > 0)
    return { type: 'scattered', level: 1, ...span, kind: joinKinds(likely), waterMm: null, chance }
  }
  if (!isWhole || readings.length === 0 || readings.some((each) => each.waterMm === null)) return null
  return { type: 'dry', level: 0, isCertain: (chance ?? 0) < DOUBTFUL_FROM, isAfterNow }
}

/** The coldest hour, if it is the first frost after hours above freezing. */
function findFrost(readings: readonly StepReading[]): FrostStatement | null {
  const first = readings[0]?.step.temperature ?? null
  if (first === null || first <= 0) return null
  const known = readings.flatMap(({ step }) => (step.temperature === null ? [] : [{ step, temperature: step.temperature }]))
  const coldest = known.toSorted((a, b) => a.temperature - b.temperature)[0]
  if (coldest === undefined || coldest.temperature > 0) return null
  const { step, temperature } = coldest
  return { type: 'frost', level: REMARK_LEVEL, temperature, startMs: step.startMs, endMs: step.endMs }
}

function findChange([today, tomorrow]: NonNullable<OutlookOptions['highs']> = [null, null]): ChangeStatement | null {
  if (today === null || tomorrow === null || Math.abs(tomorrow - today) < CHANGE_C) return null
  return { type: 'change', level: REMARK_LEVEL, isWarmer: tomorrow > today, high: tomorrow }
}

/** Whether the steps follow each other without a gap up to the end. */
function lastsToEnd(readings: readonly StepReading[], endMs: number): boolean {
  const isGapless = readings.every(({ step }, index) => index === 0 || step.startMs <= (readings[index - 1]?.step.endMs ?? 0))
  return isGapless && (readings.at(-1)?.step.endMs ?? 0) >= endMs
}
