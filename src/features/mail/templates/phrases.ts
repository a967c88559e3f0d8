import type { Attribution } from '@isobar/providers/port'
import { type AlertMark, type AlertSeverity, COLOR_OF_SEVERITY, COLOR_PALETTE, type Instant } from '@isobar/weather'
import type { MailWords } from '../catalogue/index.ts'

/** How the level of a warning is shown: always as a word, on its colour. */
export interface LevelMark {
  readonly word: string
  readonly color: string
  readonly textColor: string
}

/** A warning in the data of a mail. Mails queued by releases before 2026-12 have no colour: that of the severity is used. */
export interface LevelData extends Partial<AlertMark> {
  /** Null: not known. */
  readonly severity: AlertSeverity | null
}

/** The issuer's level by its colour, else the severity that it states, else the derived one, marked as ours. */
export function buildLevelMark({ severity, ...mark }: LevelData, words: MailWords): LevelMark {
  const { color = severity === null ? null : COLOR_OF_SEVERITY[severity], colorSource } = mark
  const { back, front } = COLOR_PALETTE[color ?? 'unknown']
  return { word: wordOf(severity, { color, colorSource: colorSource ?? null }, words), color: back, textColor: front }
}

function wordOf(severity: AlertSeverity | null, { color, colorSource }: AlertMark, words: MailWords): string {
  if (colorSource === 'level' && color !== null) return words.t(`level.${color}`)
  const word = words.t(`severity.${severity ?? 'unknown'}`)
  return colorSource === 'derived' ? words.t('severity.derived', { severity: word }) : word
}

/** The time span in the zone; says so if no end is stated. */
export function formatSpanInZone(start: Instant, end: Instant | null, timezone: string, words: MailWords): string {
  return end === null ? words.t('time.from', { start: words.moment(start, timezone) }) : words.moments(start, end, timezone)
}

/** The sentence that names the zone of the mail's times. */
export function formatZoneNote(at: Instant, timezone: string, words: MailWords): string {
  return words.t('mail.zone', { zone: words.zone(at, timezone) })
}

/** The name of a place, or its coordinates if it has none. */
export function formatMailPlace({ name, lat, lon }: { readonly name: string | null; readonly lat: number; readonly lon: number }): string {
  return name?.trim() || `${lat.toFixed(2)}, ${lon.toFixed(2)}`
}

/** The name of a place with its coordinates, for a mail that shows two places of one name. */
export function formatDistinctPlace(place: { readonly name: string | null; readonly lat: number; readonly lon: number }): string {
  const where = formatMailPlace({ ...place, name: null })
  const name = formatMailPlace(place)
  return name === where ? where : `${name} (${where})`
}

/** Each credit once, in order of appearance. */
export function listDistinctCredits(credits: readonly Attribution[]): readonly Attribution[] {
  return [...new Map(credits.map((credit) => [`${credit.text}|${credit.url}`, credit])).values()]
}
