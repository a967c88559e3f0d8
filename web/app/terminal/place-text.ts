import type { PlaceByName } from '../city/find-place.ts'
import { buildAlertsView } from '../city/view/alerts.ts'
import { buildHeroView } from '../city/view/hero.ts'
import { getHeavyRate, buildMinutesView } from '../city/view/minutes.ts'
import { buildNowView, formatWind } from '../city/view/now.ts'
import { describeOutlook } from '../city/view/outlook.ts'
import { buildProvenanceView } from '../city/view/provenance.ts'
import type { Teller } from '../city/view/teller.ts'
import type { Current, Minutely, PlaceWeather } from '../city/weather.ts'
import { formatPressure } from '../format/numbers.ts'
import { countColumns, joinParts, wrapTerminalText } from './columns.ts'
import type { Look } from './ink.ts'
import { renderDaysTable, renderHoursTables } from './tables.ts'

/** All that is known of a place's present and future. */
export type WeatherOfText = Omit<PlaceWeather, 'history' | 'extra'>

/** Between facts on a line. */
const DOT = ' · '
/** No-break and thin spaces, which fonts of terminals lack and no search finds. */
const SPACES = /[\u00a0\u2009\u202f]/g
const BARS = '▁▂▃▄▅▆▇█'
const BAR_MINUTES = 2

/**
 * A place's weather for a terminal, in the reader's language and units: what its page says, without charts. Ends with a line feed.
 * @param primaries the sources that are asked first; others are marked as standing in. Null: unknown, so that none is marked
 */
export function writePlaceText(
  place: PlaceByName,
  known: WeatherOfText,
  teller: Teller,
  look: Look,
  primaries: readonly string[] | null,
): string {
  const weather = { ...known, history: null }
  const sections = [
    headLines(place, look),
    nowLines(place, weather, teller, look),
    alertLines(weather, teller, look),
    minuteLines(weather.minutely, teller, look),
    renderHoursTables(weather.hourly, teller, look),
    renderDaysTable(weather, teller, look),
    sourceLines(weather, primaries ?? sourcesOf(weather), teller, look),
    namesakeLines(place, teller, look),
  ]
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${text.join('\n\n').replace(SPACES, ' ')}\n`
}

function sourcesOf({ current, minutely, hourly, daily }: PlaceWeather): string[] {
  return [current, minutely, hourly, daily].flatMap((part) => (part === null ? [] : [part.source]))
}

function headLines({ name, region, lat, lon }: PlaceByName, { ink, width }: Look): string[] {
  const [where, point] = [region === '' || region === name ? '' : region, `${lat}, ${lon}`]
  const rest = [where, point].filter((part) => part !== '').join(DOT)
  return countColumns(`${name}  ${rest}`) <= width
    ? [`${ink.strong(name)}  ${ink.soft(rest)}`]
    : [...wrapTerminalText(name, width).map(ink.strong), ...wrapTerminalText(rest, width).map(ink.soft)]
}

function nowLines(place: PlaceByName, weather: PlaceWeather, teller: Teller, look: Look): string[] {
  const { current } = weather
  const { range } = buildHeroView(weather, place, teller)
  const comes = [...wrapTerminalText(describeOutlook(weather, teller), look.width), ...joinParts(range, DOT, look.width)]
  return current === null ? [teller.t('frame.awayTitle'), ...comes] : [...currentLines(current, teller, look), ...comes]
}

function currentLines(current: Current, teller: Teller, { width, ink }: Look): string[] {
  const { t, locale } = teller
  const { temperature, unit, words, feelsLike, facts, observed } = buildNowView(current, teller)
  const paint = ink.degrees(current.temperature, current.units.temperature)
  const first = [`${temperature}${current.temperature === null ? '' : unit}`, words, ...(feelsLike === null ? [] : [feelsLike])]
  const measures = [
    ...(current.windSpeed === null ? [] : [`${t('city.wind')} ${formatWind(current, current.units.windSpeed, teller)}`]),
    ...facts.map(([name, value]) => `${name} ${value}`),
    ...(current.pressure === null ? [] : [`${t('city.pressure')} ${formatPressure(current.pressure, current.units.pressure, locale)}`]),
  ]
  const [head = '', ...more] = joinParts(first, DOT, width)
  return [
    head.replace(first[0] ?? '', paint),
    ...more,
    ...joinParts(measures, DOT, width),
    ...wrapTerminalText(observed, width).map(ink.soft),
  ]
}

function alertLines(weather: PlaceWeather, teller: Teller, { width, ink }: Look): string[] {
  const { list, others, note } = buildAlertsView(weather, teller)
  const lines = [...list, ...others].flatMap(({ levelWord, color, event, when, issuer, areas, source }) => {
    const mark = `[${levelWord}]`
    const [first = '', ...more] = wrapTerminalText(`${mark} ${event}`, width)
    const facts = joinParts(
      [when, issuer ?? source, areas].filter((fact) => fact !== ''),
      DOT,
      width - 2,
    )
    return [first.replace(mark, ink.level(color)), ...more, ...facts.map((line) => `  ${line}`)]
  })
  return [ink.strong(teller.t('cityPage.warnings')), ...lines, ...(note === null ? [] : wrapTerminalText(note, width))]
}

/** Nothing where no source forecasts by the minute: the hours say what is known. */
function minuteLines(minutely: Minutely | null, teller: Teller, { width, ink }: Look): string[] {
  if (minutely === null || !minutely.available) return []
  const { text, chart } = buildMinutesView(minutely, teller)
  const heavy = getHeavyRate(minutely.units.precipitation)
  const rates = minutely.points.map(({ precipitation }) => precipitation)
  const bars = Array.from({ length: Math.ceil(rates.length / BAR_MINUTES) }, (_, index) =>
    barOf(rates.slice(index * BAR_MINUTES, (index + 1) * BAR_MINUTES), heavy),
  )
  return [ink.strong(teller.t('cityPage.nextHour')), ...wrapTerminalText(text, width), ...(chart === null ? [] : [ink.rain(bars.join(''))])]
}

/** The square root keeps both drizzle and downpour readable, as on the page. A minute without data is a question mark. */
function barOf(rates: readonly (number | null)[], heavy: number): string {
  const known = rates.filter((rate) => rate !== null)
  if (known.length === 0) return '?'
  const most = Math.max(...known)
  return most === 0 ? ' ' : (BARS[Math.min(BARS.length - 1, Math.floor(Math.sqrt(most / (4 * heavy)) * BARS.length))] ?? '')
}

function sourceLines(weather: PlaceWeather, primaries: readonly string[], teller: Teller, { width, ink }: Look): string[] {
  const { parts, note, credits, times } = buildProvenanceView(weather, primaries, teller)
  const ages = parts.map(
    ({ name, source, ago, mark }) => `${name}: ${[source, ago, ...(mark === null ? [] : [mark])].join(teller.t('mail.comma'))}`,
  )
  return [
    ink.strong(teller.t('cityPage.sources')),
    ...(note === null ? [] : wrapTerminalText(note, width)),
    ...joinParts(ages, DOT, width),
    ...credits.flatMap(({ text, license, url }) => joinParts([text, license, url], DOT, width).map(ink.soft)),
    ...wrapTerminalText(times, width).map(ink.soft),
  ]
}

function namesakeLines({ namesakes }: PlaceByName, { t }: Teller, { width, ink }: Look): string[] {
  if (namesakes.length === 0) return []
  return [
    ink.strong(t('city.namesakes')),
    ...namesakes.flatMap(({ label, lat, lon }) => wrapTerminalText(`${label}  ${lat},${lon}`, width)),
  ]
}
