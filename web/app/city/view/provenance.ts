import { formatAge } from '../../format/age.ts'
import type { Air, Current, Daily, Hourly, Marine, Minutely, PlaceWeather } from '../weather.ts'
import { describeLocalTimes, type Teller } from './teller.ts'

export type ProvenanceView = ReturnType<typeof buildProvenanceView>

/** The `source` of blended parts. */
const BLEND_SOURCE = 'blend'

type Part = Current | Hourly | Daily | Minutely | Air | Marine

/** Sources and ages of all parts. */
export function buildProvenanceView(
  { current, minutely, hourly, daily, extra, usual }: PlaceWeather,
  primaries: readonly string[],
  teller: Teller,
) {
  const { t, locale } = teller
  const named: readonly (readonly [string, Part | null])[] = [
    [t('city.partNow'), current],
    [t('city.partMinutes'), minutely],
    [t('city.partHours'), hourly],
    [t('city.partDays'), daily],
    [t('air.name'), extra?.air?.available === true ? extra.air : null],
    [t('sea.name'), extra?.marine?.available === true ? extra.marine : null],
  ]
  const known = named.flatMap(([name, part]) => (part === null ? [] : [{ name, part }]))
  const station = current?.station?.attribution
  const sources = [...listAttributions(known.map(({ part }) => part)), ...(station ? [station] : []), ...(usual ? [usual.attribution] : [])]
  const credits = new Map(sources.map((attribution) => [attribution.text, attribution]))
  const expiries = known.map(({ part }) => part.expiresAt).toSorted()
  return {
    parts: known.map(({ name, part }) => ({
      name,
      source: part.attribution.name,
      fetchedAt: part.fetchedAt,
      ago: formatAge(part.ageSeconds, locale),
      mark: markOf(part, primaries, teller),
    })),
    /** What readers must know before they rely on the numbers. */
    note: noteOf(
      known.map(({ part }) => part),
      primaries,
      teller,
    ),
    credits: [...credits.values()].map((credit) => ({ ...credit, license: t('city.licence', { licence: credit.license }) })),
    times: describeLocalTimes(teller),
    /** Whether temperatures or chances of rain are of several sources, or corrected. */
    isBlended: known.some(({ part }) => part.source === BLEND_SOURCE),
    /** When the first part becomes stale. */
    expiresAt: expiries[0] ?? null,
  }
}

/** Whom to credit for parts: their sources, then those that supplied what these lack. */
export function listAttributions(parts: readonly (Pick<Part, 'attribution' | 'sources'> | null)[]): Part['attribution'][] {
  const known = parts.filter((part) => part !== null)
  return [...known, ...known.flatMap(({ sources = [] }) => sources)].map(({ attribution }) => attribution)
}

/** An hour, or a day with its date. */
type NamedPoint = Pick<Hourly['points'][number], 'time'> & Partial<Pick<Daily['points'][number], 'date'>>

/**
 * The names of the sources of a series' points. A part of another source is named by the start of its first point, or the dates of its first and
 * last day.
 */
export function listSourceNames({ attribution, sources = [], points }: Hourly | Daily, isShown: (point: NamedPoint) => boolean): string[] {
  const nameAt = (point: NamedPoint): string => {
    const isIn = ({ points: single = [], from, to }: NonNullable<Part['sources']>[number]): boolean => {
      if (single.includes(point.time)) return true
      if (from === undefined || to === undefined) return false
      return point.date === undefined ? from <= point.time && point.time < to : from <= point.date && point.date <= to
    }
    return (sources.find(isIn) ?? { attribution }).attribution.name
  }
  return [...new Set((points as readonly NamedPoint[]).filter(isShown).map(nameAt))]
}

function markOf({ freshness, source, scope }: Part, primaries: readonly string[], { t }: Teller): string | null {
  if (freshness === 'emergency') return t('city.emergency')
  // Air and sea are not what a weather provider is chosen for: any may be their normal source.
  if (!primaries.includes(source) && scope !== 'air' && scope !== 'marine') return t('city.standIn')
  return freshness === 'acceptable' ? t('city.stale') : null
}

function noteOf(parts: readonly Part[], primaries: readonly string[], teller: Teller): string | null {
  const { t, locale } = teller
  const old = parts.filter(({ freshness }) => freshness === 'emergency').toSorted((a, b) => b.ageSeconds - a.ageSeconds)[0]
  if (old !== undefined) return t('city.staleNote', { ago: formatAge(old.ageSeconds, locale) })
  // Some plans lack hours and days; the next provider is then their normal source.
  const [now] = parts
  return now === undefined || primaries.includes(now.source) ? null : t('city.standInNote', { source: now.attribution.name })
}
