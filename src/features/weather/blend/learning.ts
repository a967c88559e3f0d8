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
import { DAY_MS, toUtcDay } from '../../../time.ts'
import { type BlendCase, type BlendDay, selectFirstOfBands } from './cases.ts'
import { computeGains, type Gain } from './gains.ts'
import { isRainCase, learnRain } from './learning-rain.ts'
import type { BlendPlace } from './place-store.ts'
import { type DayErrors, type Skill, updateProof, WORSE_CHANCES } from './proof.ts'

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
  const { skill: chanceSkill, ...chance } = updateProof(former?.chance ?? null, isSameFirst, rainErrors, now, WORSE_CHANCES)
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
