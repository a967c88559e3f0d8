import type { Answer } from '../api/ask.ts'
import { describeLocalTimes, type Teller } from '../city/view/teller.ts'
import { formatLongDate } from '../format/dates.server.ts'
import { formatExactDegrees, formatNumber, formatShare, UNKNOWN } from '../format/numbers.ts'
import { formatCalendarDay, formatDateTime, formatHour, toLocalDate } from '../format/times.ts'

export type BlendAnswer = Answer<'get', '/api/weather/blend'>
type Hour = BlendAnswer['blend']['hours'][number]

export type MadeView = ReturnType<typeof buildMadeView>

/** How a forecast is made, in the reader's language and units and the place's own time. */
export function buildMadeView({ blend, names, units }: BlendAnswer, teller: Teller) {
  const { t, locale, zone } = teller
  const nameOf = (id: string): string => names.find(({ source }) => source === id)?.name ?? id
  const degrees = (value: number | null): string => formatExactDegrees(value, units.temperature, locale)
  const ids = [...new Set(blend.hours.flatMap(({ sources }) => sources.map(({ source }) => source)))]
  return {
    what: t('made.what'),
    state: describeState(blend, nameOf, teller),
    chance: describeChance(blend, nameOf, teller),
    learned: describeLearned(blend, teller),
    skill: describeSkill(blend, nameOf, degrees, teller),
    sources: blend.sources.map(({ source, fetchedAt }) =>
      t('made.fetched', { source: nameOf(source), time: formatDateTime(fetchedAt, zone, teller) }),
    ),
    columns: ids.map(nameOf),
    rows: blend.hours.map((hour) => buildRow(hour, ids, degrees, teller)),
    times: describeLocalTimes(teller),
  }
}

type Blend = BlendAnswer['blend']

/** Whether the forecast is blended, and why. */
function describeState({ isOn, reason, since, comparedWith, missingDays, sources }: Blend, nameOf: (id: string) => string, teller: Teller) {
  const { t, zone, locale } = teller
  const first = sources[0] === undefined ? null : nameOf(sources[0].source)
  const compared = comparedWith === null ? first : nameOf(comparedWith)
  if (reason === 'switched_on') return t('made.switchedOn')
  if (isOn && since !== null && compared !== null)
    return t('made.proved', { source: compared, since: formatLongDate(toLocalDate(since, zone), locale) })
  if (reason === 'no_whole_series' || first === null) return t('made.noSeries')
  const why = {
    switched_off: () => t('made.switchedOff'),
    too_few_days: () => t('made.tooFew', { n: formatNumber(missingDays, 0, locale) }),
    not_proved: () => t('made.notProved'),
    other_source: () => t('made.otherSource', { source: compared ?? first }),
    nothing_learned: () => t('made.nothing'),
    outdated: () => t('made.outdated'),
    proved: () => '',
  }[reason]()
  return [t('made.asSent', { source: first }), why].filter((text) => text !== '').join(' ')
}

/** Whether chances of rain are blended; null: the first source states none, or no forecast is at hand. */
function describeChance({ chance, comparedWith, sources }: Blend, nameOf: (id: string) => string, teller: Teller): string | null {
  const { t, zone, locale } = teller
  const { isOn, reason, since } = chance
  if (sources[0] === undefined || reason === 'no_whole_series' || reason === 'not_stated') return null
  if (reason === 'switched_on') return t('made.chanceOn')
  if (!isOn || since === null || comparedWith === null) return t('made.chanceAsSent', { source: nameOf(sources[0].source) })
  return t('made.chanceProved', { source: nameOf(comparedWith), since: formatLongDate(toLocalDate(since, zone), locale) })
}

function describeLearned({ days, lastDay, truth }: Blend, teller: Teller): string | null {
  if (days === 0 || lastDay === null || truth === null) return null
  const last = formatLongDate(lastDay, teller.locale)
  const n = formatNumber(days, 0, teller.locale)
  return truth.station === null ? teller.t('made.learned', { n, last }) : teller.t('made.learnedAt', { n, last, station: truth.station })
}

/** How the blend compares with the first source, with its interval; null while it is not known. */
function describeSkill(
  { skill, comparedWith }: Blend,
  nameOf: (id: string) => string,
  degrees: (value: number | null) => string,
  { t, locale }: Teller,
): string | null {
  if (skill === null || skill.difference === null || comparedWith === null) return null
  const { difference, low, high, n, days } = skill
  const values = {
    source: nameOf(comparedWith),
    hours: formatNumber(n, 0, locale),
    days: formatNumber(days, 0, locale),
    difference: degrees(Math.abs(difference)),
  }
  const closer = t(difference < 0 ? 'made.closer' : 'made.farther', values)
  // The interval is of what the blend is better by: its ends change places. One that has 0 in it is said by `made.notProved`.
  return low === null || high === null || high >= 0
    ? closer
    : `${closer} ${t('made.interval', { from: degrees(-high), to: degrees(-low) })}`
}

/** An hour: what people are shown if the blend is on, its range, and what each source has in it. */
function buildRow(
  { time, temperature, low, high, sources }: Hour,
  ids: readonly string[],
  degrees: (value: number | null) => string,
  teller: Teller,
) {
  const { t, locale, zone } = teller
  const parts = ids.map((id) => {
    const source = sources.find((each) => each.source === id)
    if (source === undefined) return [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
    return [degrees(source.temperature), degrees(source.subtracted), formatShare(source.weight, locale), formatNumber(source.n, 0, locale)]
  })
  return {
    time,
    name: `${formatCalendarDay(toLocalDate(time, zone), 'shortWeekday', teller)} ${formatHour(time, zone, teller)}`,
    value: degrees(temperature),
    range: low === null || high === null ? UNKNOWN : t('made.between', { from: degrees(low), to: degrees(high) }),
    parts,
  }
}
