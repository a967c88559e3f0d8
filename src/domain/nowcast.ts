import { catalogueOf } from './catalogue/index.ts'
import { formatInstant, type Instant, parseInstant } from './instant.ts'
import type { Language } from './language.ts'
import { clockTime } from './local-time.ts'
import type { MinutelyPoint } from './model.ts'
import { precipitationIntensity, type PrecipitationIntensity } from './precipitation-intensity.ts'
import { MINUTE_MS } from '../time.ts'

/**
 * The next hour in one sentence. `startsAt` is null if precipitation is already falling or none is expected, `endsAt` if no end is known or
 * none is expected. `intensity` is the spell's highest. Nothing is said about the time after `knownUntil`.
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
 * Summarises the minutes of precipitation that are not over at `now`, epoch milliseconds. Any rate above zero counts as falling. A minute
 * without a value, or missing between two points, is unknown and never called dry: the sentence covers the time up to it. Null means that
 * the current minute is unknown. Clock times are local to the place.
 */
export function summariseNowcast(
  points: readonly MinutelyPoint[],
  timezone: string,
  language: Language,
  now: number,
): NowcastSummary | null {
  const spell = findSpell(points, now)
  if (spell === null) return null
  const { what, ...sentences } = catalogueOf(language).nowcast
  const write = (sentence: string, intensity: PrecipitationIntensity | null) =>
    sentence
      .replace('{what}', intensity === null ? '' : what[intensity])
      .replace('{start}', clockTime(spell.startMs, timezone))
      .replace('{end}', clockTime(spell.endMs, timezone))
  const knownUntil = formatInstant(spell.knownUntilMs)
  if (spell.peak === 0) return { text: write(sentences.dry, null), startsAt: null, endsAt: null, intensity: 'none', knownUntil }
  const intensity = precipitationIntensity(spell.peak)
  const sentence = spell.fallsNow ? (spell.ends ? sentences.until : sentences.lasting) : spell.ends ? sentences.fromTo : sentences.from
  return {
    text: write(sentence, intensity),
    startsAt: spell.fallsNow ? null : formatInstant(spell.startMs),
    endsAt: spell.ends ? formatInstant(spell.endMs) : null,
    intensity,
    knownUntil,
  }
}

/**
 * The first spell of precipitation, or the dry time when there is none (`peak` 0). `endMs` is its end, or the time up to which it is known
 * to last.
 */
interface Spell {
  readonly startMs: number
  readonly endMs: number
  readonly peak: number
  readonly fallsNow: boolean
  readonly knownUntilMs: number
  readonly ends: boolean
}

function findSpell(points: readonly MinutelyPoint[], now: number): Spell | null {
  const first = points[0]
  if (first === undefined || first.precipitation === null) return null
  const firstMs = parseInstant(first.time)
  // Sources begin with the current minute or the next one.
  if (firstMs > now + MINUTE_MS) return null
  let startMs = firstMs
  let lastWetMs: number | null = null
  let knownUntilMs = firstMs
  let peak = 0
  let isOver = false
  for (const point of points) {
    const timeMs = parseInstant(point.time)
    if (point.precipitation === null || timeMs > knownUntilMs) break
    knownUntilMs = timeMs + MINUTE_MS
    // What follows the first spell is known, but not described yet.
    if (isOver) continue
    if (point.precipitation > 0) {
      if (lastWetMs === null) startMs = timeMs
      lastWetMs = timeMs
      peak = Math.max(peak, point.precipitation)
    } else if (lastWetMs !== null && timeMs - lastWetMs > LONGEST_BREAK_MINUTES * MINUTE_MS) isOver = true
  }
  if (lastWetMs === null) return { startMs: firstMs, endMs: knownUntilMs, peak: 0, fallsNow: false, ends: false, knownUntilMs }
  const endMs = lastWetMs + MINUTE_MS
  return { startMs, endMs, peak, fallsNow: startMs === firstMs, ends: endMs < knownUntilMs, knownUntilMs }
}
