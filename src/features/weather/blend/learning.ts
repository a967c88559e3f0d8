import { LEAD_HOURS } from '@isobar/weather'
import {
  type BlendSource,
  computePlaceCoefficients,
  createWholeMemory,
  findBlendBand,
  learnPlaceQuantity,
  MAX_BLEND_SOURCES,
  encodePlaceMemory,
  type PlaceMemory,
  mapPlaceSources,
  decodePlaceMemory,
} from '@isobar/weather/blend'
import type { BlendSkill, CellBlend } from '../../../gateway/index.ts'
import { DAY_MS, HOUR_MS, toUtcDay } from '../../../time.ts'
import { type FrozenHour, decodeFrozenHours } from './frozen-hours.ts'
import { computeGains, type Gain } from './gains.ts'
import type { BlendIssue } from './issue-store.ts'
import { isRainCase, learnRain } from './learning-rain.ts'
import type { BlendPlace } from './place-store.ts'
import { type DayErrors, type Skill, updateProof } from './proof.ts'

/** A day at a place that has ended, with what was measured. */
export interface BlendDay {
  readonly cell: number
  /** Epoch milliseconds of its midnight, UTC. */
  readonly day: number
  readonly simulated: boolean
  /** Where it was measured. */
  readonly truth: BlendPlace['truth']
  /** °C at an instant (epoch milliseconds); null: not measured. */
  readonly temperatureAt: (ms: number) => number | null
  /** mm that fell in the hour that begins then; null: not measured. */
  readonly amountAt: (ms: number) => number | null
}

/** One frozen hour of which something was measured. */
export interface BlendCase extends FrozenHour {
  readonly issue: BlendIssue
  readonly validAt: number
  readonly leadHours: number
  /** °C; null: not measured. */
  readonly truth: number | null
  /** mm in the hour; null: not measured. */
  readonly amount: number | null
}

interface TemperatureCase extends BlendCase {
  readonly truth: number
}

/** What is known after a day. */
export interface LearnedPlace {
  readonly place: BlendPlace
  readonly skill: Skill
  readonly chanceSkill: Skill
  readonly memory: PlaceMemory
  readonly gains: readonly Gain[]
}

/** The blend ends so long after the end of the last day that it was learned from: a station that fell silent no longer says what is wrong. */
export const USABLE_DAYS = 4

/** The hours of the day that issues had forecast, with what was measured; in the order of issue. Issues that cannot be read are left out. */
export function listBlendCases(issues: readonly BlendIssue[], { day, simulated, temperatureAt, amountAt }: BlendDay): BlendCase[] {
  return issues.flatMap((issue) => {
    if (issue.simulated !== simulated) return []
    const start = Math.floor(issue.issuedAt / HOUR_MS) * HOUR_MS
    const from = Math.max(0, (day - start) / HOUR_MS)
    const hours = decodeFrozenHours(issue.numbers, issue.sources.length, from, (day + DAY_MS - start) / HOUR_MS) ?? []
    return hours.flatMap((hour) => {
      const validAt = start + hour.offsetHours * HOUR_MS
      if (validAt <= issue.issuedAt) return []
      const [truth, amount] = [temperatureAt(validAt), amountAt(validAt)]
      if (truth === null && amount === null) return []
      return [{ ...hour, issue, validAt, leadHours: (validAt - issue.issuedAt) / HOUR_MS, truth, amount }]
    })
  })
}

/** Of each hour and band of lead time the first issue, so that no hour counts twice. `bandOf`: null where there is none. */
export function selectFirstOfBands<Case extends BlendCase>(cases: readonly Case[], bandOf: (leadHours: number) => number | null): Case[] {
  const first = new Map<number, Case>()
  for (const each of cases) {
    const band = bandOf(each.leadHours)
    // Bands are less than a thousand, and instants so many milliseconds that the product is exact.
    const key = each.validAt * 1_000 + (band ?? 0)
    const known = first.get(key)
    if (band !== null && (known === undefined || each.leadHours > known.leadHours)) first.set(key, each)
  }
  return [...first.values()]
}

/** The upper end of a lead's band in verification; null beyond the last. */
export function findLeadBand(leadHours: number): number | null {
  return LEAD_HOURS.find((hours) => leadHours <= hours) ?? null
}

/**
 * What is known of a place after one more day; null if the day has no case. `known`: before it, as it is stored; sums that cannot be read, or of
 * the other world (simulated or not), are begun anew. Days may come in any order.
 */
export function learnBlendDay(known: BlendPlace | null, cases: readonly BlendCase[], day: BlendDay, now: number): LearnedPlace | null {
  const temperatures = selectFirstOfBands(
    cases.filter((each): each is TemperatureCase => each.truth !== null),
    findBlendBand,
  )
  const rains = selectFirstOfBands(cases.filter(isRainCase), findBlendBand)
  const chosen: readonly BlendCase[] = [...temperatures, ...rains]
  if (chosen.length === 0) return null
  const former = known?.simulated === day.simulated ? known : null
  const before = former === null ? null : decodePlaceMemory(toSources(former.sources), readNumbers(former.sums))
  const ids = [...new Set([...(before?.sources.map(({ id }) => id) ?? []), ...chosen.flatMap(({ issue }) => issue.sources)])]
  const sources = toSources(ids.slice(0, MAX_BLEND_SOURCES))
  const isNew = before?.sources.length !== sources.length
  const memory = before === null ? createWholeMemory(sources) : isNew ? mapPlaceSources(before, sources) : before
  // The latest: operators may have put another one first.
  const firstId = chosen.reduce((last, { issue }) => (issue.slot >= last.slot ? issue : last), (chosen[0] as BlendCase).issue).source
  const isOlderDay = former !== null && former.lastDay > toUtcDay(day.day)
  const firstSource = isOlderDay ? former.first : firstId
  const errors = learnTemperatures(memory, temperatures, firstSource, day.day)
  const rainErrors = learnRain(memory, rains, firstSource, day.day)
  // What was proved against another source proves nothing against this one.
  const isSameFirst = before !== null && former?.first === firstSource
  const { skill, ...proof } = updateProof(former, isSameFirst, errors, now)
  const { skill: chanceSkill, ...chance } = updateProof(former?.chance ?? null, isSameFirst, rainErrors, now)
  const lastDay = toUtcDay(day.day)
  const place: BlendPlace = {
    cell: day.cell,
    simulated: day.simulated,
    sources: sources.map(({ id }) => id),
    sums: Buffer.from(encodePlaceMemory(memory).buffer),
    days: (before === null ? 0 : (former?.days ?? 0)) + 1,
    lastDay: former !== null && former.lastDay > lastDay ? former.lastDay : lastDay,
    truth: day.truth,
    first: firstSource,
    ...proof,
    chance,
  }
  return { place, skill, chanceSkill, memory, gains: computeGains(temperatures) }
}

/** Adds what the hours of a day teach of temperatures to a place's memory. The sums of absolute errors of the blend as issued, and of the first source. */
function learnTemperatures(memory: PlaceMemory, cases: readonly TemperatureCase[], firstSource: string, day: number): DayErrors {
  const errors = { day: day / DAY_MS, n: 0, blend: 0, first: 0 }
  for (const { issue, validAt, leadHours, hourClass, raw, issued, truth } of cases) {
    const valueOf = (values: readonly (number | null)[], id: string) => values[issue.sources.indexOf(id)] ?? null
    const inOrder = (values: readonly (number | null)[]) => memory.sources.map(({ id }) => valueOf(values, id))
    learnPlaceQuantity(memory, 'temperature', leadHours, {
      day: validAt / DAY_MS,
      hourClass,
      forecasts: inOrder(raw),
      truth,
      issued: issued && { ...issued, corrected: inOrder(issued.corrected) },
    })
    const first = valueOf(raw, issue.source)
    if (issued === null || first === null || issue.source !== firstSource) continue
    errors.n += 1
    errors.blend += Math.abs(issued.value - truth)
    errors.first += Math.abs(first - truth)
  }
  return errors
}

/** What travels with the place's records until the next day has been learned. `now`: epoch milliseconds. */
export function buildCellBlend({ place, skill, chanceSkill, memory }: Omit<LearnedPlace, 'gains'>, now: number): CellBlend {
  const { days, lastDay, truth, since, isProved, simulated, first, chance } = place
  const endOfDay = Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS
  return {
    at: now,
    until: endOfDay + USABLE_DAYS * DAY_MS,
    simulated,
    isProved,
    first,
    chance: { isProved: chance.isProved, since: chance.since, skill: toBlendSkill(chanceSkill) },
    facts: { days, lastDay, truth, since, skill: toBlendSkill(skill) },
    coefficients: computePlaceCoefficients(memory, [], endOfDay / DAY_MS + 1),
  }
}

function toBlendSkill({ days, n, difference, low, high }: Skill): BlendSkill {
  return { days, n, difference, low, high }
}

/** Sources of one provider share models with nobody else's. An amount is not made a chance: one that states none is missing. */
function toSources(ids: readonly string[]): BlendSource[] {
  return ids.map((id) => ({ id, family: id, rain: 'probability' }))
}

/** Bytes from the database need not begin where numbers may. */
function readNumbers({ length, buffer, byteOffset }: Buffer): Float32Array {
  return length % 4 === 0 ? new Float32Array(buffer.slice(byteOffset, byteOffset + length)) : new Float32Array(0)
}
