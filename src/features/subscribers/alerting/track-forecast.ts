import {
  type Forecast,
  type ForecastHazard,
  type ForecastHazardName,
  THRESHOLDS,
  findWorstByMeasure,
  formatOptionalInstant,
  hasHazardData,
  isSameForecastEvent,
  listForecastHazards,
  parseInstant,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import type { ForecastData, ForecastEvent, Showing } from './event.ts'
import type { Outlook } from './place-state.ts'
import { pickMinProbability, type Question } from './questions.ts'

/** The forecast of one source in one run. */
export interface ForecastReading extends Forecast {
  readonly source: string
  /** False when the data is old or missing: it may still show a hazard, but not rule one out. */
  readonly isYoung: boolean
  /** Epoch milliseconds. */
  readonly fetchedAt: number | null
}

/** One run's input for one question. */
export interface ForecastRound extends Question {
  /** The events of this question. */
  readonly tracked: readonly ForecastEvent[]
  readonly readings: readonly ForecastReading[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly newId: () => string
}

/** The longest lead time in preferences: later events concern nobody yet. */
const AHEAD_MS = 48 * HOUR_MS

interface Shown {
  readonly source: string
  readonly spell: ForecastHazard
}

/**
 * The events of one question after a run, including new ones. Spells of different sources and runs are one event when they
 * start within six hours of each other, overlap or touch. One source is enough; each source's peak is kept. An event that no source shows
 * any more at any chance, once every source that showed it has been read, is cancelled or, if it had begun, over.
 */
export function trackForecast(round: ForecastRound): ForecastEvent[] {
  const { hazard, threshold, now } = round
  const question = { hazard, threshold, ...pickMinProbability(round), from: now, until: now + AHEAD_MS }
  const shown = round.readings.flatMap((reading) =>
    listForecastHazards(reading, question).map((spell): Shown => ({ source: reading.source, spell })),
  )
  const spellsOf = new Map<ForecastEvent, Shown[]>(round.tracked.map((event) => [event, []]))
  for (const one of shown.toSorted((a, b) => parseInstant(a.spell.start) - parseInstant(b.spell.start))) {
    const event = nearest([...spellsOf.keys()], one.spell) ?? begin(one.spell, round)
    spellsOf.set(event, [...(spellsOf.get(event) ?? []), one])
  }
  return [...spellsOf].map(([event, spells]) => renew(event, spells, round))
}

function begin({ start, end }: ForecastHazard, round: ForecastRound): ForecastEvent {
  const { hazard, threshold, now, newId } = round
  const data = { kind: 'forecast', hazard, threshold, ...pickMinProbability(round), start, end, showings: [] } as const
  return { id: newId(), state: 'open', data, seenAt: now }
}

/** The event that a spell belongs to; of several, the one with the closest start. */
function nearest(events: readonly ForecastEvent[], spell: ForecastHazard): ForecastEvent | undefined {
  const distance = ({ data }: ForecastEvent): number => Math.abs(parseInstant(data.start) - parseInstant(spell.start))
  return events.filter(({ data }) => isOneEvent(data, spell)).toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Whether a spell continues a known event: `former` is the known event, `spell` a source's current one. */
export function isOneEvent(former: Pick<ForecastData, 'hazard' | 'start' | 'end'>, spell: ForecastHazard): boolean {
  return isSameForecastEvent(former, spell) || (former.hazard === spell.hazard && former.start <= spell.end && spell.start <= former.end)
}

function renew(event: ForecastEvent, spells: readonly Shown[], round: ForecastRound): ForecastEvent {
  const { now, readings } = round
  if (event.state !== 'open' && spells.length === 0) return event
  const showings = readings.map((reading) => showingOf(reading, spells, round))
  if (spells.length === 0)
    return isLessLikely(event, round) ? { ...event, data: { ...event.data, showings }, seenAt: now } : fade(event, showings, readings, now)
  const starts = spells.map(({ spell }) => spell.start)
  // A forecast shows only the rest of a current event, so its first known start is kept.
  const hasBegun = event.state !== 'cancelled' && parseInstant(event.data.start) <= now
  const start = [...starts, ...(hasBegun ? [event.data.start] : [])].toSorted()[0] ?? event.data.start
  const [last] = spells.map(({ spell }) => spell).toSorted((a, b) => parseInstant(b.end) - parseInstant(a.end))
  const { end, isEndKnown = true } = last ?? event.data
  return { ...event, state: 'open', data: { ...event.data, start, end, isEndKnown, showings }, seenAt: now }
}

/**
 * Whether a source still shows an open event, though less likely than is asked for. It stays open: whoever was notified must not hear that it is
 * not expected any more.
 */
function isLessLikely({ data }: ForecastEvent, { hazard, threshold, minProbability, readings, now }: ForecastRound): boolean {
  if (minProbability === undefined || parseInstant(data.end) <= now) return false
  const atAnyChance = { hazard, threshold, from: now, until: now + AHEAD_MS }
  return readings.some((reading) => listForecastHazards(reading, atAnyChance).some((spell) => isOneEvent(data, spell)))
}

/**
 * Updates an open event that no source shows. A source that showed it and could not be read, or has no data for its time, keeps it open until
 * that has passed.
 */
function fade(event: ForecastEvent, showings: readonly Showing[], readings: readonly ForecastReading[], now: number): ForecastEvent {
  if (parseInstant(event.data.end) <= now) return { ...event, state: 'over' }
  const { hazard, start, end } = event.data
  const meanwhile = { hazard, from: Math.max(now, parseInstant(start)), until: parseInstant(end) }
  const denying = new Set(readings.flatMap((reading) => (reading.isYoung && hasHazardData(reading, meanwhile) ? reading.source : [])))
  const believed = event.data.showings.filter(({ shows, source }) => shows === true && !denying.has(source))
  if (believed.length > 0 || denying.size === 0) return event
  const state = parseInstant(event.data.start) > now ? 'cancelled' : 'over'
  return { ...event, state, data: { ...event.data, showings } }
}

function showingOf(reading: ForecastReading, spells: readonly Shown[], round: ForecastRound): Showing {
  const { source, fetchedAt } = reading
  const own = spells.flatMap((shown) => (shown.source === source ? shown.spell : []))
  const { hazard, now } = round
  const ahead = { hazard, from: now, until: now + AHEAD_MS }
  const hasData = hasHazardData(reading, ahead)
  // The value expected at that chance when it is below the threshold.
  const below = own.length > 0 ? [] : listForecastHazards(reading, { ...ahead, threshold: mildest(hazard), ...pickMinProbability(round) })
  const worst = findWorstPeak(hazard, [...own, ...below])
  const probabilities = own.flatMap(({ probability }) => probability ?? [])
  return {
    source,
    shows: own.length > 0 ? true : hasData ? false : null,
    peak: worst?.peak ?? null,
    peakAt: worst?.peakAt ?? null,
    ...(worst?.detail === undefined ? {} : { detail: worst.detail }),
    ...(probabilities.length === 0 ? {} : { probability: Math.max(...probabilities) }),
    fetchedAt: formatOptionalInstant(fetchedAt),
  }
}

/** The worst value that a forecast expects of a hazard at the chance that is asked for, regardless of thresholds. */
export function computeHazardOutlook(asked: Omit<Question, 'threshold'>, reading: ForecastReading, now: number): Outlook {
  const { hazard } = asked
  const chance = pickMinProbability(asked)
  const ahead = { hazard, from: now, until: now + AHEAD_MS }
  const worst = findWorstPeak(hazard, listForecastHazards(reading, { ...ahead, threshold: mildest(hazard), ...chance }))
  const shows = worst !== undefined ? true : hasHazardData(reading, ahead) ? false : null
  const detail = worst?.detail === undefined ? {} : { detail: worst.detail }
  return { hazard, ...chance, source: reading.source, shows, peak: worst?.peak ?? null, peakAt: worst?.peakAt ?? null, ...detail }
}

/** The one with the worst peak. */
export function findWorstPeak<One extends Pick<Showing, 'peak' | 'detail'>>(
  hazard: ForecastHazardName,
  spells: readonly One[],
): One | undefined {
  return findWorstByMeasure(hazard, spells, ({ peak, detail }) => ({ value: peak, detail }))
}

/** The threshold that is easiest to reach. */
function mildest(hazard: ForecastHazardName): number | null {
  const rule = THRESHOLDS[hazard]
  if (rule === undefined) return null
  return hazard === 'cold' ? rule.max : rule.min
}
