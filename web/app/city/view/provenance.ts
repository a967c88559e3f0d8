import { ago } from '../../format/age.ts'
import type { Current, Daily, Hourly, Minutely, PlaceWeather } from '../weather.server.ts'
import type { Teller } from './teller.ts'

export type ProvenanceView = ReturnType<typeof provenanceView>

type Part = Current | Hourly | Daily | Minutely

/** Sources and ages of all parts. */
export function provenanceView({ current, minutely, hourly, daily }: PlaceWeather, primaries: readonly string[], teller: Teller) {
  const { t, locale } = teller
  const named: readonly (readonly [string, Part | null])[] = [
    [t('city.partNow'), current],
    [t('city.partMinutes'), minutely],
    [t('city.partHours'), hourly],
    [t('city.partDays'), daily],
  ]
  const known = named.flatMap(([name, part]) => (part === null ? [] : [{ name, part }]))
  const station = current?.station?.attribution
  const suppliers = known.flatMap(({ part }) => part.sources ?? []).map(({ attribution }) => attribution)
  const sources = [...known.map(({ part: { attribution } }) => attribution), ...suppliers, ...(station ? [station] : [])]
  const credits = new Map(sources.map((attribution) => [attribution.text, attribution]))
  const zone = teller.zone.replaceAll('_', ' ')
  const expiries = known.map(({ part }) => part.expiresAt).toSorted()
  return {
    parts: known.map(({ name, part }) => ({
      name,
      source: part.attribution.name,
      fetchedAt: part.fetchedAt,
      ago: ago(part.ageSeconds, locale),
      mark: markOf(part, primaries, teller),
    })),
    /** What readers must know before they rely on the numbers. */
    note: noteOf(
      known.map(({ part }) => part),
      primaries,
      teller,
    ),
    credits: [...credits.values()].map((credit) => ({ ...credit, license: t('city.licence', { licence: credit.license }) })),
    times: t('city.localTimes', { zone }),
    /** When the first part becomes stale. */
    expiresAt: expiries[0] ?? null,
  }
}

function markOf({ freshness, source }: Part, primaries: readonly string[], { t }: Teller): string | null {
  if (freshness === 'emergency') return t('city.emergency')
  if (!primaries.includes(source)) return t('city.standIn')
  return freshness === 'acceptable' ? t('city.stale') : null
}

function noteOf(parts: readonly Part[], primaries: readonly string[], teller: Teller): string | null {
  const { t, locale } = teller
  const old = parts.filter(({ freshness }) => freshness === 'emergency').toSorted((a, b) => b.ageSeconds - a.ageSeconds)[0]
  if (old !== undefined) return t('city.staleNote', { ago: ago(old.ageSeconds, locale) })
  // Some plans lack hours and days; the next provider is then their normal source.
  const [now] = parts
  return now === undefined || primaries.includes(now.source) ? null : t('city.standInNote', { source: now.attribution.name })
}
