import { type Condition, type Point, computeSunElevation } from '@isobar/weather'
import { formatDegrees, formatSpeed } from '../../format/numbers.ts'
import type { PlaceWeather } from '../weather.ts'
import { formatTemperatureRange, listHoursLeftToday } from './days.ts'
import { computeWindHeading, formatShortWind } from './now.ts'
import { listOutlookSentences } from './outlook.ts'
import { findTodayForecast } from './sky.ts'
import { chooseSky, toCelsius, toSteps } from './steps.ts'
import { joinSentences, type Teller } from './teller.ts'
import { describeUsualDifference } from './usual.ts'

/** What the sky looks like, for the colours behind the place's name. */
type Sky = 'clear' | 'clouds' | 'fog' | 'rain' | 'snow' | 'storm'

export const SKIES: Readonly<Record<Condition, Sky>> = {
  clear: 'clear',
  mostly_clear: 'clear',
  partly_cloudy: 'clear',
  mostly_cloudy: 'clouds',
  overcast: 'clouds',
  haze: 'fog',
  mist: 'fog',
  fog: 'fog',
  drizzle: 'rain',
  light_rain: 'rain',
  rain: 'rain',
  heavy_rain: 'rain',
  rain_showers: 'rain',
  freezing_drizzle: 'rain',
  freezing_rain: 'rain',
  sleet: 'snow',
  light_snow: 'snow',
  snow: 'snow',
  heavy_snow: 'snow',
  snow_showers: 'snow',
  hail: 'storm',
  thunderstorm: 'storm',
  thunderstorm_hail: 'storm',
  dust: 'fog',
  smoke: 'fog',
  ash: 'fog',
  squall: 'storm',
  tornado: 'storm',
}

/** The sun's elevations at which full daylight ends, and civil twilight. */
const LOW_SUN_DEGREES = 6
const NIGHT_DEGREES = -6

/** From which air temperatures in °C on the sky is hotter or colder than its colour says. */
const HEATS = [
  ['fierce', 38],
  ['hot', 29],
] as const
const FROST = -10

/** A line on a phone, in characters of an alphabet. */
const LINE = 37

/** A value of the first screen: its name, what stands out, and what is added. */
export interface HeroFact {
  readonly name: string
  readonly value: string
  readonly more: string | null
  /** Where an arrow points to, in degrees. */
  readonly to?: number
}

/** The first thing to read: what comes next, and between which temperatures today is. */
export function buildHeroView(weather: PlaceWeather, place: Point, teller: Teller) {
  const { current, daily, usual } = weather
  const { t, lang, locale, now } = teller
  const day = findTodayForecast({ daily }, teller)
  const ends = (
    [
      [day?.temperatureMax ?? null, 'city.high'],
      [day?.temperatureMin ?? null, 'city.low'],
    ] as const
  ).flatMap(([value, name]) => (value === null ? [] : [t(name, { value: formatDegrees(value, locale) })]))
  const difference = describeUsualDifference(day, usual, teller)
  const elevation = computeSunElevation(place, now)
  const sentences = listOutlookSentences(weather, teller)
  const count = countLead(sentences)
  const temperature = current === null ? null : toCelsius(current.temperature, current.units)
  return {
    /** What has room in two lines: one sentence at least. */
    lead: joinSentences(lang, sentences.slice(0, count)),
    later: joinSentences(lang, sentences.slice(count)),
    range: [...ends, ...(difference === null ? [] : [difference])],
    difference,
    facts: [todayFact(ends, teller), windFact(weather, teller), restFact(weather, teller)].filter((fact) => fact !== null),
    sky: SKIES[current?.condition ?? 'overcast'],
    light: elevation > LOW_SUN_DEGREES ? ('day' as const) : elevation > NIGHT_DEGREES ? ('low' as const) : ('night' as const),
    heat: temperature === null ? undefined : temperature <= FROST ? 'frost' : HEATS.find(([, from]) => temperature >= from)?.[0],
  }
}

/** How many of the sentences have room in two lines. */
function countLead(sentences: readonly string[]): number {
  const over = sentences.findIndex((_, index) => countLines(sentences.slice(0, index + 1).join(' ')) > 2)
  return over === -1 ? sentences.length : Math.max(1, over)
}

/** Letters of Japanese are twice as wide, and a line may end after each. */
function countLines(text: string): number {
  let [lines, used] = [1, -1]
  for (const word of text.split(/ |(?<=[\u3000-\uffef])/)) {
    const width = [...word].reduce((sum, letter) => sum + (letter > '\u3000' ? 2 : 1), 1)
    used += width
    if (used <= LINE) continue
    lines += 1
    used = width - 1
  }
  return lines
}

function todayFact([value, more]: readonly string[], { t }: Teller): HeroFact | null {
  return value === undefined ? null : { name: t('city.today'), value, more: more ?? null }
}

function windFact({ current }: PlaceWeather, teller: Teller): HeroFact | null {
  if (current === null || current.windSpeed === null) return null
  const { t, locale } = teller
  const { windGust, windDirection, units } = current
  return {
    name: t('city.wind'),
    value: formatShortWind(current, units.windSpeed, teller),
    more: windGust === null ? null : t('city.gusts', { speed: formatSpeed(windGust, units.windSpeed, locale) }),
    ...(windDirection === null ? {} : { to: computeWindHeading(windDirection) }),
  }
}

/** How the hours look that are left of today. */
function restFact({ hourly }: PlaceWeather, teller: Teller): HeroFact | null {
  const points = listHoursLeftToday(hourly, teller)
  if (hourly === null || points.length === 0) return null
  const { words } = chooseSky(points, toSteps(points, hourly.units))
  const [value, more] = [words ?? '', formatTemperatureRange(points, teller)].filter((text) => text !== '')
  return value === undefined ? null : { name: teller.t('city.restOfToday'), value, more: more ?? null }
}
