import { ago } from '../../format/age.ts'
import type { Current, Daily, Hourly, Minutely, PlaceWeather } from '../weather.server.ts'
import { type Teller, tell } from './teller.ts'

export type ProvenanceView = ReturnType<typeof provenanceView>

type Part = Current | Hourly | Daily | Minutely

/** Sources and ages of all parts. */
export function provenanceView({ current, minutely, hourly, daily }: PlaceWeather, primary: string, teller: Teller) {
  const { m, locale } = teller
  const named: readonly (readonly [string, Part | null])[] = [
    [m.partNow, current],
    [m.partMinutes, minutely],
    [m.partHours, hourly],
    [m.partDays, daily],
  ]
  const known = named.flatMap(([name, part]) => (part === null ? [] : [{ name, part }]))
  const credits = new Map(known.map(({ part: { attribution } }) => [attribution.text, attribution]))
  const zone = teller.zone.replaceAll('_', ' ')
  const expiries = known.map(({ part }) => part.expiresAt).toSorted()
  return {
    parts: known.map(({ name, part }) => ({
      name,
      source: part.attribution.name,
      fetchedAt: part.fetchedAt,
      ago: ago(part.ageSeconds, locale),
      mark: markOf(part, primary, teller),
    })),
    /** What readers must know before they rely on the numbers. */
    note: noteOf(
      known.map(({ part }) => part),
      primary,
      teller,
    ),
    credits: [...credits.values()].map((credit) => ({ ...credit, license: tell(teller, m.licence, { licence: credit.license }) })),
    times: tell(teller, m.localTimes, { zone }),
    /** When the first part becomes stale. */
    expiresAt: expiries[0] ?? null,
  }
}

function markOf({ freshness, source }: Part, primary: string, { m }: Teller): string | null {
  if (freshness === 'emergency') return m.emergency
  if (source !== primary) return m.standIn
  return freshness === 'acceptable' ? m.stale : null
}

function noteOf(parts: readonly Part[], primary: string, teller: Teller): string | null {
  const { m, locale } = teller
  const old = parts.filter(({ freshness }) => freshness === 'emergency').toSorted((a, b) => b.ageSeconds - a.ageSeconds)[0]
  if (old !== undefined) return tell(teller, m.staleNote, { ago: ago(old.ageSeconds, locale) })
  // Some plans of the primary provider lack hours and days; the second provider is then the normal source.
  const [now] = parts
  return now === undefined || now.source === primary ? null : tell(teller, m.standInNote, { source: now.attribution.name })
}
