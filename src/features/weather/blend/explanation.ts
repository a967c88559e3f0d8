import {
  formatInstant,
  formatOptionalInstant,
  getUnitWriter,
  MIN_DAYS,
  parseInstant,
  roundHalfAway,
  type UnitSystem,
} from '@isobar/weather'
import { type BlendMode, blendRecords, type BlendRecords, type CellBlend } from '../../../gateway/index.ts'
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
  const series = isAlike && now < blend.until ? blendRecords(records, blend) : []
  const reason = findReason({ blend: isAlike ? blend : undefined, records, mode }, series.length > 0, now)
  const ids = coefficients?.sources.map(({ id }) => id) ?? []
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
    skill:
      facts === undefined
        ? null
        : {
            days: facts.skill.days,
            n: facts.skill.n,
            difference: difference(facts.skill.difference),
            low: difference(facts.skill.low),
            high: difference(facts.skill.high),
          },
    sources: used.map(({ source, fetchedAt }) => ({ source, fetchedAt: formatInstant(fetchedAt) })),
    timezone: records?.base.timezone ?? null,
    hours: series
      .filter(({ time }) => parseInstant(time) + HOUR_MS > now)
      .slice(0, MAX_HOURS)
      .map(({ time, leadHours, raw, blended }) => ({
        time,
        leadHours: roundHalfAway(leadHours, 1),
        temperature: temperature(blended.value),
        low: temperature(blended.low),
        high: temperature(blended.high),
        sources: ids.flatMap((source, at) => {
          const value = raw[at] ?? null
          if (value === null) return []
          return [
            {
              source,
              temperature: temperature(value),
              subtracted: difference(blended.subtracted[at] ?? null),
              weight: roundHalfAway(blended.weights[at] ?? 0, 3),
              n: roundHalfAway(blended.n[at] ?? 0, 1),
            },
          ]
        }),
      })),
  }
}

export type BlendExplanation = ReturnType<typeof explainBlend>

function findReason({ blend, records, mode }: BlendState, isBlended: boolean, now: number): BlendReason {
  if (mode === 'off') return 'switched_off'
  if (records === undefined) return 'no_whole_series'
  if (blend === undefined) return 'nothing_learned'
  if (now >= blend.until) return 'outdated'
  if (!isBlended) return 'nothing_learned'
  if (mode === 'on') return 'switched_on'
  if (blend.isProved) return blend.first === records.base.source ? 'proved' : 'other_source'
  return blend.facts.skill.days < MIN_DAYS ? 'too_few_days' : 'not_proved'
}

function round(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 2)
}
