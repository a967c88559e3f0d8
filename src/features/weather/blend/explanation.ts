import {
  formatInstant,
  formatOptionalInstant,
  getUnitWriter,
  MIN_DAYS,
  parseInstant,
  roundHalfAway,
  type UnitSystem,
} from '@isobar/weather'
import {
  type BlendedSeries,
  type BlendMode,
  blendRecords,
  type BlendRecords,
  type BlendSkill,
  type CellBlend,
  NOTHING_BLENDED,
} from '../../../gateway/index.ts'
import { HOUR_MS } from '../../../time.ts'

/** What is known of a cell's blend: as it would be applied, whatever operators want. */
export interface BlendState {
  readonly blend: CellBlend | undefined
  /** Undefined: no source's whole series is at hand. */
  readonly records: BlendRecords | undefined
  readonly mode: BlendMode
}

/** Why the blend is on or off. */
export const BLEND_REASONS = [
  'switched_on',
  'switched_off',
  'proved',
  'not_proved',
  'other_source',
  'too_few_days',
  'nothing_learned',
  'outdated',
  'no_whole_series',
] as const
type BlendReason = (typeof BLEND_REASONS)[number]
/** The same of the chance of rain, which the first source may not state. */
export const CHANCE_REASONS = [...BLEND_REASONS, 'not_stated'] as const
type ChanceReason = (typeof CHANCE_REASONS)[number]

/** Hours that are explained, from the running one on. */
const MAX_HOURS = 48

/** What a blend makes of a place's next hours, what it is made of, and why it is on or off. `now`: epoch milliseconds. */
export function explainBlend({ blend, records, mode }: BlendState, units: UnitSystem, now: number) {
  const write = getUnitWriter(units)
  const difference = (kelvin: number | null) => round(write.temperatureDifference(kelvin))
  const temperature = (celsius: number | null) => round(write.temperature(celsius))
  const { facts, coefficients } = blend ?? {}
  const since = facts?.since ?? null
  const isAlike = blend !== undefined && records !== undefined && blend.simulated === records.base.simulated
  const series = isAlike && now < blend.until ? blendRecords(records, blend) : NOTHING_BLENDED
  const state = { blend: isAlike ? blend : undefined, records, mode }
  const reason = findReason(state, blend && { isProved: blend.isProved, days: blend.facts.skill.days }, series.temperatures.length > 0, now)
  const ids = coefficients?.sources.map(({ id }) => id) ?? []
  const rains = new Map(series.chances.map((each) => [each.time, each]))
  const used = records === undefined ? [] : [records.base, ...records.others]
  return {
    isOn: reason === 'switched_on' || reason === 'proved',
    mode,
    reason,
    since: formatOptionalInstant(since),
    days: facts?.days ?? 0,
    lastDay: facts?.lastDay ?? null,
    missingDays: Math.max(0, MIN_DAYS - (facts?.skill.days ?? 0)),
    truth: facts?.truth ?? null,
    // Empty in what was learned before it was remembered.
    comparedWith: blend?.first || null,
    skill: facts === undefined ? null : writeSkill(facts.skill, difference),
    chance: explainChance(state, series, now),
    sources: used.map(({ source, fetchedAt }) => ({ source, fetchedAt: formatInstant(fetchedAt) })),
    timezone: records?.base.timezone ?? null,
    hours: series.temperatures
      .filter(({ time }) => parseInstant(time) + HOUR_MS > now)
      .slice(0, MAX_HOURS)
      .map(({ time, leadHours, raw, blended }) => ({
        time,
        leadHours: roundHalfAway(leadHours, 1),
        temperature: temperature(blended.value),
        low: temperature(blended.low),
        high: temperature(blended.high),
        precipitationProbability: round(rains.get(time)?.blended.chance ?? null),
        sources: ids.flatMap((source, at) => {
          const [value = null, rain] = [raw[at], rains.get(time)]
          if (value === null) return []
          return [
            {
              source,
              temperature: temperature(value),
              subtracted: difference(blended.subtracted[at] ?? null),
              weight: roundHalfAway(blended.weights[at] ?? 0, 3),
              n: roundHalfAway(blended.n[at] ?? 0, 1),
              chance: rain === undefined ? null : explainStated(rain, at),
            },
          ]
        }),
      })),
  }
}

export type BlendExplanation = ReturnType<typeof explainBlend>

/** Whether the chance of rain is blended, why, and how it compares with the first source by Brier score. */
function explainChance(state: BlendState, { temperatures, chances }: BlendedSeries, now: number) {
  const { isProved = false, since = null, skill } = state.blend?.chance ?? {}
  const found = findReason(state, { isProved, days: skill?.days ?? 0 }, chances.length > 0, now)
  const knowsRain = (state.blend?.coefficients.events.size ?? 0) > 0
  const reason: ChanceReason = found === 'nothing_learned' && knowsRain && temperatures.length > 0 ? 'not_stated' : found
  return {
    isOn: reason === 'switched_on' || reason === 'proved',
    reason,
    since: formatOptionalInstant(since),
    missingDays: Math.max(0, MIN_DAYS - (skill?.days ?? 0)),
    skill: skill === undefined ? null : writeSkill(skill, (score) => (score === null ? null : roundHalfAway(score, 4))),
  }
}

/** What a source stated, what that has meant here, and how much it counts; null: it stated none. */
function explainStated({ stated, blended: { chances, weights } }: BlendedSeries['chances'][number], at: number) {
  const own = stated[at] ?? null
  return own === null ? null : { stated: round(own), meant: round(chances[at] ?? null), weight: roundHalfAway(weights[at] ?? 0, 3) }
}

function writeSkill({ days, n, difference, low, high }: BlendSkill, write: (score: number | null) => number | null) {
  return { days, n, difference: write(difference), low: write(low), high: write(high) }
}

/** `proof`: of what it is asked for. */
function findReason(
  { blend, records, mode }: BlendState,
  proof: { readonly isProved: boolean; readonly days: number } | undefined,
  isBlended: boolean,
  now: number,
): BlendReason {
  if (mode === 'off') return 'switched_off'
  if (records === undefined) return 'no_whole_series'
  if (blend === undefined) return 'nothing_learned'
  if (now >= blend.until) return 'outdated'
  if (!isBlended) return 'nothing_learned'
  if (mode === 'on') return 'switched_on'
  if (proof?.isProved === true) return blend.first === records.base.source ? 'proved' : 'other_source'
  return (proof?.days ?? 0) < MIN_DAYS ? 'too_few_days' : 'not_proved'
}

function round(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 2)
}
