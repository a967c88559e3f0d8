import { formatInstant, type Instant, parseInstant } from './instant.ts'
import { formatClockTime } from './local-time.ts'
import type { MinutelyPoint } from './model.ts'
import { FALL_PHRASES } from './outlook/phrases.ts'
import type { MinuteFall } from './outlook/severity.ts'
import {
  gradePrecipitation,
  PRECIPITATION_INTENSITIES,
  type PrecipitationIntensity,
  rankIntensity,
  TRACE_MM_PER_HOUR,
} from './precipitation-intensity.ts'
import type { WeatherTexts } from './texts.ts'
import { MINUTE_MS } from './time.ts'

/**
 * The next hour in a few short sentences. `startsAt` is null if precipitation is already falling or none is expected. `endsAt` is the end of
 * the last spell, null if no end is known or none is expected. `intensity` is the highest of the hour. Nothing is said about the time after
 * `knownUntil`.
 */
export interface NowcastSummary {
  readonly text: string
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly intensity: PrecipitationIntensity | 'none'
  readonly knownUntil: Instant
}

/** A break this short does not end a spell: otherwise the sentence would change with every refresh. */
const LONGEST_BREAK_MINUTES = 5

/**
 * Summarises the minutes of precipitation that are not over at `now`, epoch milliseconds: from when to when it falls, the longest break, and
 * when it is heaviest if the intensity varies. A minute without a value, or missing between two points, is unknown and never called dry: the
 * text covers the time up to it. Null means that the current minute is unknown. Clock times are local to the place. `fall`: what falls according to the
 * hours that came with the minutes.
 */
export function summariseNowcast(
  points: readonly MinutelyPoint[],
  timezone: string,
  { t }: WeatherTexts,
  now: number,
  fall: MinuteFall = NOTHING_KNOWN,
): NowcastSummary | null {
  const rates = knownRates(points, now)
  const firstMs = parseInstant(points[0]?.time ?? '')
  if (rates.length === 0) return null
  const spells = spellsOf(rates, TRACE_MM_PER_HOUR)
  const timeOf = (minute: number) => firstMs + minute * MINUTE_MS
  const clock = (minute: number) => formatClockTime(timeOf(minute), timezone)
  const write = (sentence: Sentence, [start, end]: Spell, word = '') =>
    t(`nowcast.${sentence}`, { what: word, how: word, start: clock(start), end: clock(end) })
  const knownUntil = formatInstant(timeOf(rates.length))
  const whole = around(spells)
  if (whole === undefined) {
    return { text: write('dry', [0, rates.length]), startsAt: null, endsAt: null, intensity: 'none', knownUntil }
  }
  const [start, end] = whole
  const ends = end < rates.length
  const grade = (rate: number) => gradePrecipitation(fall.kind === 'snow' ? 'snow' : 'rain', rate)
  const classes = new Set(rates.filter((rate) => rate >= TRACE_MM_PER_HOUR).map(grade))
  const intensity = PRECIPITATION_INTENSITIES.findLast((each) => classes.has(each)) ?? 'light'
  const sentence = start === 0 ? (ends ? 'until' : 'lasting') : ends ? 'fromTo' : 'from'
  // No strength is named that the word for the hour denies.
  const isNamed = classes.size === 1 && rankIntensity(fall.intensity) <= rankIntensity(intensity) + 1
  let text = write(sentence, whole, t(phraseOf(fall, isNamed ? intensity : null)))
  const breaks = spells.slice(1).map(([next], index): Spell => [spells[index]?.[1] ?? next, next])
  const longest = breaks.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))[0]
  if (longest !== undefined) text += write(breaks.length === 1 ? 'break' : 'breaks', longest)
  if (classes.size > 1 && intensity !== 'light') {
    const heaviest = spellsOf(rates, Math.min(...rates.filter((rate) => grade(rate) === intensity)))
    const how = t(phraseOf(fall, intensity))
    text += write(heaviest.length === 1 ? 'peak' : 'peaks', around(heaviest) ?? whole, how)
  }
  return {
    text,
    startsAt: start === 0 ? null : formatInstant(timeOf(start)),
    endsAt: ends ? formatInstant(timeOf(end)) : null,
    intensity,
    knownUntil,
  }
}

const NOTHING_KNOWN: MinuteFall = { kind: 'unknown', intensity: null }

/** The word for what falls; without a class (null), that of all of it. */
function phraseOf({ kind }: MinuteFall, intensity: PrecipitationIntensity | null) {
  if (kind === 'unknown' && intensity === 'moderate') return 'nowcast.what.moderate'
  return FALL_PHRASES[kind][intensity ?? 'moderate']
}

/**
 * The messages about an hour: one of the first five, then those about dry breaks and the heaviest part. The subject is "precipitation" where
 * the hours do not say whether it is rain or snow: minutes do not.
 */
type Sentence = 'dry' | 'until' | 'lasting' | 'fromTo' | 'from' | 'break' | 'breaks' | 'peak' | 'peaks'

/** The rates of consecutive minutes from the current one to the last one known. Empty if the current minute is unknown. */
function knownRates(points: readonly MinutelyPoint[], now: number): number[] {
  const rates: number[] = []
  const [first] = points
  // Sources begin with the current minute or the next one.
  if (first === undefined || parseInstant(first.time) > now + MINUTE_MS) return rates
  for (const { time, precipitation } of points) {
    const minute = (parseInstant(time) - parseInstant(first.time)) / MINUTE_MS
    if (minute < rates.length) continue
    if (precipitation === null || minute > rates.length) break
    rates.push(precipitation)
  }
  return rates
}

/** A period in minutes from the first one known; `end` is the minute after its last. */
type Spell = readonly [start: number, end: number]

/** The periods with at least this rate, in order; short breaks are bridged. */
function spellsOf(rates: readonly number[], least: number): Spell[] {
  const spells: Spell[] = []
  for (const [minute, rate] of rates.entries()) {
    if (rate < least) continue
    const last = spells.at(-1)
    if (last !== undefined && minute - last[1] <= LONGEST_BREAK_MINUTES) spells[spells.length - 1] = [last[0], minute + 1]
    else spells.push([minute, minute + 1])
  }
  return spells
}

/** From the start of the first to the end of the last; undefined if there are none. */
function around(spells: readonly Spell[]): Spell | undefined {
  const [first] = spells
  const last = spells.at(-1)
  return first === undefined || last === undefined ? undefined : [first[0], last[1]]
}
