import { type PrecipitationIntensity, rankIntensity, chooseStrongerIntensity, TRACE_MM_PER_HOUR } from '../precipitation-intensity.ts'
import { HOUR_MS } from '../time.ts'
import { combineChances } from './chance.ts'
import type { StepReading } from './reading.ts'
import { FALL_LEVELS, type FallKind, isFalling, PHENOMENON_LEVELS, type Phenomenon } from './severity.ts'

/** Epoch milliseconds, the end excluded. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** What a statement says of a spell: when, how much, and how sure. */
interface Spell extends Span {
  readonly level: number
  /** Millimetres of water, and of fresh snow by estimate; null: unknown, or too little to be mentioned. */
  readonly waterMm: number | null
  readonly snowDepthMm: number | null
  /** 0–1, of all its steps together; null: the source states none, so that it is said without a doubt. */
  readonly chance: number | null
}

/** The strongest part of a spell, if it is heavy and not all of it is. */
export interface Peak extends Span {
  readonly kind: FallKind
  readonly intensity: PrecipitationIntensity
  readonly chance: number | null
  /** Whether it is weaker in between. */
  readonly isScattered: boolean
}

/** Precipitation. `intensity`: of its weakest part if that is heavy, else `light` if all of it is, else `moderate`. */
export interface FallSpell extends Spell {
  readonly type: 'fall'
  readonly kind: FallKind
  readonly intensity: PrecipitationIntensity
  readonly peak: Peak | null
}

/** Weather that is named for itself. */
export interface PhenomenonSpell extends Spell {
  readonly type: 'phenomenon'
  readonly phenomenon: Phenomenon
  /** The class of what falls in it at most, which its name does not tell. */
  readonly strongest: PrecipitationIntensity | null
}

/** A break this short does not end a spell. */
const LONGEST_BREAK_MS = HOUR_MS

/**
 * All spells in steps in their order: of precipitation, and of each phenomenon. `isOneSpell`: breaks do not count, because the times are not told. Precipitation
 * without heavy parts is told by the amount of the phenomenon that lasts through all of it.
 */
export function findSpells(readings: readonly StepReading[], isOneSpell = false): (FallSpell | PhenomenonSpell)[] {
  const split = (wanted: (reading: StepReading) => boolean) => splitSpells(readings, wanted, isOneSpell ? Infinity : LONGEST_BREAK_MS)
  const phenomena = Object.keys(PHENOMENON_LEVELS) as Phenomenon[]
  const named = phenomena.flatMap((each) =>
    split(({ phenomenon }) => phenomenon === each).map((spell) => toPhenomenonSpell(each, spell, readings)),
  )
  const falls = split(({ intensity }) => intensity !== null).map((spell) => toFallSpell(spell, readings))
  const isNamedWith = (fall: FallSpell) =>
    fall.peak === null &&
    rankIntensity(fall.intensity) < rankIntensity('heavy') &&
    named.some(
      ({ phenomenon, waterMm, startMs, endMs }) =>
        waterMm !== null &&
        PHENOMENON_LEVELS[phenomenon] > fall.level &&
        isFalling(phenomenon) &&
        startMs <= fall.startMs &&
        endMs >= fall.endMs,
    )
  return [...named, ...falls.filter((fall) => !isNamedWith(fall))]
}

/** The wanted readings, split where a break is too long. */
function splitSpells(readings: readonly StepReading[], wanted: (reading: StepReading) => boolean, longestBreakMs: number) {
  const spells: StepReading[][] = []
  for (const reading of readings) {
    if (!wanted(reading)) continue
    const last = spells.at(-1)
    const end = last?.at(-1)?.step.endMs ?? -Infinity
    if (last !== undefined && reading.step.startMs - end <= longestBreakMs) last.push(reading)
    else spells.push([reading])
  }
  return spells
}

function spanReadings(spell: readonly StepReading[]): Span {
  return { startMs: spell[0]?.step.startMs ?? 0, endMs: spell.at(-1)?.step.endMs ?? 0 }
}

/** The amounts of all steps from the first of the spell to its last; unknown if one of the spell's own is. */
function sumAmounts(spell: readonly StepReading[], readings: readonly StepReading[]) {
  const { startMs, endMs } = spanReadings(spell)
  const within = readings.filter(({ step }) => step.startMs >= startMs && step.endMs <= endMs)
  const water = spell.some(({ waterMm }) => waterMm === null) ? null : sum(within.map(({ waterMm }) => waterMm))
  const snowy = spell.filter(({ kind, intensity }) => intensity !== null && (kind === 'snow' || kind === 'mixed'))
  const depth =
    snowy.length === 0 || snowy.some(({ snowDepthMm }) => snowDepthMm === null) ? null : sum(snowy.map((each) => each.snowDepthMm))
  const isMentioned = water !== null && water >= TRACE_MM_PER_HOUR
  return { waterMm: isMentioned ? water : null, snowDepthMm: isMentioned ? depth : null }
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}

function toPhenomenonSpell(phenomenon: Phenomenon, spell: readonly StepReading[], readings: readonly StepReading[]): PhenomenonSpell {
  const falling = isFalling(phenomenon)
  return {
    type: 'phenomenon',
    phenomenon,
    strongest: spell.reduce<PrecipitationIntensity | null>((most, { intensity }) => chooseStrongerIntensity(most, intensity), null),
    ...spanReadings(spell),
    level: PHENOMENON_LEVELS[phenomenon],
    ...(falling ? sumAmounts(spell, readings) : { waterMm: null, snowDepthMm: null }),
    chance: falling ? chanceIn(spell) : null,
  }
}

function toFallSpell(spell: readonly StepReading[], readings: readonly StepReading[]): FallSpell {
  const classes = spell.map(({ intensity }) => rankIntensity(intensity))
  const top = Math.max(...classes)
  const strongest = spell.filter(({ intensity }) => rankIntensity(intensity) === top)
  const topIntensity = strongest[0]?.intensity ?? 'light'
  const weakest = spell.find(({ intensity }) => rankIntensity(intensity) === Math.min(...classes))?.intensity ?? 'light'
  const isHeavyThroughout = rankIntensity(weakest) >= rankIntensity('heavy')
  const intensity = isHeavyThroughout ? weakest : topIntensity === 'light' ? 'light' : 'moderate'
  const hasPeak = top > rankIntensity(intensity)
  return {
    type: 'fall',
    kind: joinKinds(spell),
    intensity,
    peak: hasPeak ? toPeak(strongest, topIntensity) : null,
    ...spanReadings(spell),
    level: FALL_LEVELS[chooseStrongerIntensity(topIntensity, intensity) ?? intensity],
    ...sumAmounts(spell, readings),
    chance: chanceIn(spell),
  }
}

function toPeak(strongest: readonly StepReading[], intensity: PrecipitationIntensity): Peak {
  return {
    ...spanReadings(strongest),
    kind: joinKinds(strongest),
    intensity,
    chance: chanceIn(strongest),
    isScattered: strongest.some(({ step }, index) => index > 0 && step.startMs !== strongest[index - 1]?.step.endMs),
  }
}

/** What falls in all of them; what is unknown does not count beside what is known. */
export function joinKinds(readings: readonly Pick<StepReading, 'kind'>[]): FallKind {
  const kinds = new Set(readings.map(({ kind }) => kind).filter((kind) => kind !== 'unknown'))
  if (kinds.size > 1) return 'mixed'
  return [...kinds][0] ?? 'unknown'
}

function chanceIn(spell: readonly StepReading[]): number | null {
  return combineChances(spell.map(({ step }) => step))
}
