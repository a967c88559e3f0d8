import {
  type Alert,
  type AlertSeverity,
  type DailyPoint,
  classifyOfficial,
  describeCondition,
  findStartOfDay,
  getAlertKind,
  getDayBounds,
  getNextDay,
  parseInstant,
  summarisePeriod,
  toCalendarDay,
  writePeriod,
} from '@isobar/weather'
import {
  writeCalendarComponent,
  writeDayProperty,
  foldCalendarLines,
  writeInstantProperty,
  writeTextProperty,
} from '../../../platform/http/bytes/icalendar.ts'
import { createOutlookWriter, type Measures, buildMeasures, type MailWords } from '../../mail/catalogue/index.ts'
import { listDistinctCredits } from '../../mail/templates/index.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { formatFeedAlert, type FeedPlace, formatLabelledValue, buildFeedWords } from './feed-place.ts'

const DAYS = 7
const REFRESH = 'PT1H'
/** RFC 5545 §3.8.1.9: 1 is the highest. */
const PRIORITY: Readonly<Record<AlertSeverity, number>> = { extreme: 1, severe: 3, moderate: 5, minor: 7 }

/** A place's week as all-day events and its official warnings as events of their times, as iCalendar (RFC 5545). */
export function writePlaceCalendar(place: FeedPlace, weather: PlaceWeather, origin: string): string {
  const { words, title, page, host, address } = buildFeedWords(place, origin)
  const measures = buildMeasures(words, place.units)
  const { timezone } = weather.clock
  const { daily, current } = weather.scopes
  const credits = listDistinctCredits(
    [daily, current].flatMap((scope) => (scope === undefined ? [] : [scope.attribution, ...scope.sources.map((each) => each.attribution)])),
  )
  const credit = credits.map(({ text, url }) => `${text} ${url}`).join('\n')
  const warnings = warningsText(weather.alerts, words)
  const common = [
    writeInstantProperty('DTSTAMP', Math.max(daily?.fetchedAt ?? 0, current?.fetchedAt ?? 0)),
    writeTextProperty('LOCATION', title),
    `GEO:${place.lat};${place.lon}`,
    `URL:${page}`,
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
  ]
  const days = (daily?.data.points.slice(0, DAYS) ?? []).map((day, index) => {
    const { line, details } = dayText(day, words, measures, timezone)
    return writeCalendarComponent(
      'VEVENT',
      writeTextProperty('UID', `${day.date}_${place.lat}_${place.lon}@${host}`),
      writeDayProperty('DTSTART', day.date),
      writeDayProperty('DTEND', getNextDay(day.date)),
      writeTextProperty('SUMMARY', line),
      // Many programs never show the description of the calendar.
      writeTextProperty('DESCRIPTION', [...details, ...(index === 0 ? [warnings] : []), '', credit].join('\n')),
      ...common,
    )
  })
  const alerts = (weather.alerts ?? []).map((alert) => {
    const { title: summary, text } = formatFeedAlert(alert, timezone, words)
    return writeCalendarComponent(
      'VEVENT',
      writeTextProperty('UID', `${alert.id}@${host}`),
      writeInstantProperty('DTSTART', parseInstant(alert.start)),
      writeInstantProperty('DTEND', endOf(alert, weather)),
      writeTextProperty('SUMMARY', summary),
      writeTextProperty('DESCRIPTION', text),
      writeTextProperty('CATEGORIES', getAlertKind(classifyOfficial(alert))),
      ...(alert.sent === undefined ? [] : [writeInstantProperty('LAST-MODIFIED', parseInstant(alert.sent))]),
      ...(alert.severity === null ? [] : [`PRIORITY:${PRIORITY[alert.severity]}`]),
      ...common,
    )
  })
  const head = [
    'VERSION:2.0',
    'PRODID:-//Isobar//Weather//EN',
    // RFC 7986, and what programs read that are older.
    writeTextProperty('NAME', title),
    writeTextProperty('X-WR-CALNAME', title),
    writeTextProperty('DESCRIPTION', [warnings, credit].join('\n')),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    `SOURCE;VALUE=URI:${address('calendar.ics')}`,
    `URL:${page}`,
  ]
  return foldCalendarLines(writeCalendarComponent('VCALENDAR', ...head, ...days.flat(), ...alerts.flat()))
}

/** Whether there are warnings, or that nobody knows: the lack of events would read as an all-clear. */
function warningsText(alerts: readonly Alert[] | null, words: MailWords): string {
  if (alerts === null) return words.t('digest.alerts.unknown')
  return alerts.length === 0 ? words.t('digest.alerts.none') : formatLabelledValue(words.t('digest.alerts.title'), alerts.length, words)
}

/** The end of an alert, as an instant in epoch milliseconds. One without an end lasts until the end of the day at least. */
function endOf({ start, end, expires }: Alert, { now, clock }: PlaceWeather): number {
  const begin = parseInstant(start)
  const stated = parseInstant(end ?? expires ?? start)
  // A message may expire before the event begins.
  if (stated > begin) return stated
  return parseInstant(findStartOfDay(getNextDay(toCalendarDay(Math.max(now, begin), clock.timezone)), clock.timezone))
}

function dayText(day: DailyPoint, words: MailWords, measures: Measures, timezone: string) {
  const { temperatureMin: min, temperatureMax: max, precipitationProbability: chance } = day
  const range =
    min === null || max === null
      ? (measures.temperature(max) ?? measures.temperature(min))
      : words.t('digest.headline.range', { min: measures.temperature(min), max: measures.temperature(max) })
  const condition = describeCondition(day.condition, true, words)
  const parts = [condition, range].filter((part) => part !== null)
  const { sunrise, sunset } = day
  const { startMs, endMs } = getDayBounds(day.date, timezone)
  const temperature = min === null || max === null ? null : (min + max) / 2
  const outlook = summarisePeriod([{ ...day, startMs, endMs, temperature }], true)
  const details = [
    ...writePeriod(outlook, createOutlookWriter(words, measures, timezone)),
    chance === null ? null : words.t('digest.chance', { share: words.percent(chance) }),
    day.uvIndex === null ? null : words.t('digest.uv', { uv: measures.uvIndex(day.uvIndex) }),
    sunrise === null || sunset === null
      ? null
      : words.t('digest.sun', { sunrise: words.time(sunrise, timezone), sunset: words.time(sunset, timezone), day: words.day(day.date) }),
  ]
  return {
    line: parts.length === 0 ? words.t('digest.noData') : parts.join(words.t('mail.comma')),
    details: details.filter((part) => part !== null),
  }
}
