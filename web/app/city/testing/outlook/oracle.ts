import assert from 'node:assert/strict'
import type { HourlyPoint } from '@isobar/weather'
import { createKeyedCache } from '../../../format/cached.ts'
import type { NamedSpell } from './told.ts'

// What sentences about coming weather may say, and what they have to: written from the requirements, without the rule that makes them.

export type Hour = HourlyPoint & { readonly stepHours?: number }

export interface Weather {
  /** Canonical. */
  readonly hours: readonly Hour[]
  readonly zone: string
  readonly now: number
}

const HOUR_MS = 3_600_000
const startOf = ({ time }: Hour) => Date.parse(time)
const endOf = (hour: Hour) => startOf(hour) + (hour.stepHours ?? 1) * HOUR_MS
const TRACE = 0.1
const above = (value: number, bounds: readonly number[]) => bounds.filter((bound) => value >= bound).length

const WORDS: Readonly<Record<string, number>> = {
  drizzle: 1, light_rain: 1, rain: 2, heavy_rain: 3, rain_showers: 1, freezing_drizzle: 1, freezing_rain: 1,
  sleet: 1, light_snow: 1, snow: 2, heavy_snow: 3, snow_showers: 1,
} // prettier-ignore
const SEVERE: Readonly<Record<string, number>> = {
  fog: 1, smoke: 2, dust: 2, ash: 3, hail: 3, freezing_drizzle: 3, thunderstorm: 3, freezing_rain: 4, thunderstorm_hail: 4, squall: 4, tornado: 5,
} // prettier-ignore
const PHRASES: Readonly<Record<string, number>> = {
  'condition.light_rain': 1, 'condition.rain': 2, 'condition.heavy_rain': 3, 'fall.violentRain': 4,
  'condition.light_snow': 1, 'condition.snow': 2, 'condition.heavy_snow': 3,
  'fall.lightMixed': 1, 'fall.mixed': 2, 'fall.heavyMixed': 3, 'fall.violentMixed': 4,
  'fall.light': 1, 'fall.any': 2, 'fall.heavy': 3, 'fall.violent': 4,
} // prettier-ignore

/** Millimetres of water of an hour. */
function waterOf({ precipitation, rain, snow }: Hour): number {
  const parts = (rain ?? 0) + (snow ?? 0)
  return precipitation === null || (precipitation < TRACE && parts >= TRACE) ? parts : precipitation
}

const isSnowy = ({ rain, snow, condition }: Hour) => ((snow ?? 0) > 0 ? (rain ?? 0) < TRACE : rain === null && /snow/.test(condition ?? ''))

/** 0 dry … 4 violent. */
function wetness(hour: Hour): number {
  const { condition, rain, snow, stepHours = 1 } = hour
  const water = waterOf(hour)
  if (water < TRACE) return WORDS[condition ?? ''] ?? 0
  const byRain = above((isSnowy(hour) ? (rain ?? 0) : water) / stepHours, [TRACE, 2.5, 10, 50])
  const bySnow = above((isSnowy(hour) ? water : (snow ?? 0)) / stepHours, [TRACE, 1, 5])
  return Math.max(1, byRain, bySnow, WORDS[condition ?? ''] ?? 0)
}

const severity = (hour: Hour) => Math.max(wetness(hour), SEVERE[hour.condition ?? ''] ?? 0)
const windOf = ({ windSpeed, windGust }: Hour) => Math.max(windSpeed ?? 0, windGust ?? 0)

/** Whether a told class is that of rain, snow, both or either. */
function kindOf(what: string): string {
  if (/mixed/i.test(what)) return 'mixed'
  return /snow/.test(what) ? 'snow' : /rain/i.test(what) ? 'rain' : 'unknown'
}

/** Of each zone: making one takes longer than formatting a day of hours. */
const clockOf = createKeyedCache(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

/** The hours that a time may begin; where clocks go back, there are two. */
function indicesAt(time: string, { hours, zone }: Weather): number[] {
  const clock = clockOf(zone)
  const ends = hours.length === 0 ? [] : [endOf(hours.at(-1) as Hour)]
  return [...hours.map(startOf), ...ends].flatMap((at, index) => (clock.format(at) === time ? [index] : []))
}

/** The hours that a sentence is about: some of these periods, first to last, is meant. */
function periodsOf({ form, start, end }: NamedSpell, weather: Weather): [number, number][] {
  const all = weather.hours.length
  const firsts = start === '' ? [0] : indicesAt(start, weather)
  if (/^(?:now|gustsNow|windNow)$/.test(form)) return [[0, 1]]
  if (end === '') return start === '' ? [[0, all]] : firsts.map((first) => [first, first + 1])
  return firsts.flatMap((first) => indicesAt(end, weather).flatMap((last): [number, number][] => (last > first ? [[first, last]] : [])))
}

/** Fails unless everything that is told is true of the hours, and nothing matters more than what is told. */
export function checkOutlook(named: readonly NamedSpell[], whole: Weather): void {
  const end = startOf(whole.hours[0] as Hour) + 24 * HOUR_MS
  const weather = { ...whole, hours: whole.hours.filter((hour) => startOf(hour) < end) }
  for (const sentence of named) {
    const periods = periodsOf(sentence, weather).map(([first, last]) => weather.hours.slice(first, last))
    assert.ok(
      periods.some((hours) => isTrue(sentence, hours, weather)),
      `not true: ${JSON.stringify(sentence)}`,
    )
  }
  const toldWetness = Math.max(
    0,
    ...named.map(
      ({ what, form, text }) => PHRASES[what] ?? (form === 'scattered' || /mm| in/.test(text['amount'] ?? text['doubt'] ?? '') ? 1 : 0),
    ),
  )
  const toldSeverity = Math.max(
    toldWetness,
    ...named.map(({ what, form }) => (/gusts|wind/.test(form) ? 2 : (SEVERE[what.slice('condition.'.length)] ?? 0))),
  )
  for (const hour of weather.hours) {
    const isNamed = named.some(({ what }) => what === `condition.${hour.condition}`)
    assert.ok(wetness(hour) <= toldWetness + 1 || isNamed, `untold: ${hour.time} is wetter`)
    assert.ok(severity(hour) <= toldSeverity + 1, `untold: ${hour.time} is more severe`)
    if (windOf(hour) < 17.2) continue
    const speeds = named.filter(({ form }) => /gusts|wind/.test(form))
    assert.equal(speeds.length, 1, `untold: ${hour.time} is windier`)
  }
  const isDry = named.some(({ form }) => /dry/i.test(form))
  assert.ok(!isDry || weather.hours.every((hour) => wetness(hour) === 0), 'called dry in spite of a wet hour')
}

const chancesOf = (hours: readonly Hour[]) => hours.flatMap(({ precipitationProbability: chance }) => (chance === null ? [] : [chance]))

function isTrue(sentence: NamedSpell, hours: readonly Hour[], weather: Weather): boolean {
  const { form, what, text } = sentence
  // How sure heavy rain or a thunderstorm is, its own hours say.
  const own = hours.filter((hour) =>
    (PHRASES[what] ?? 0) >= 3 ? wetness(hour) >= (PHRASES[what] ?? 0) : `condition.${hour.condition}` === what,
  )
  const isOwn = (PHRASES[what] ?? 3) >= 3
  const chances = chancesOf(
    isOwn && own.length > 0 ? own : hours.filter((hour) => wetness(hour) > 0 || !/from|until|lasting|around/i.test(form)),
  )
  const total = hours.reduce((sum, hour) => sum + waterOf(hour), 0)
  if (/^(?:dry|mostlyDry)$/.test(form)) {
    const isKnown =
      endOf(hours.at(-1) as Hour) - startOf(hours[0] as Hour) >= 24 * HOUR_MS && hours.every(({ precipitation }) => precipitation !== null)
    return isKnown && total < TRACE && chances.every((chance) => chance < (form === 'dry' ? 0.3 : 0.5))
  }
  if (/gusts|wind/.test(form)) {
    const most = Math.max(...weather.hours.map(windOf))
    const isGust = hours.some((hour) => (hour.windGust ?? 0) === windOf(hour))
    return (
      hours.some((hour) => windOf(hour) === most) &&
      most >= 17.19 &&
      Math.abs(speedIn(text['speed'] ?? '') - most) < 0.51 &&
      isGust === form.startsWith('gusts')
    )
  }
  if (form === 'frost') {
    const known = weather.hours.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
    return hours[0]?.temperature === Math.min(...known) && Math.min(...known) <= 0 && (weather.hours[0]?.temperature ?? 0) > 0
  }
  if (/^(?:possible|scattered)$/.test(form)) return isWetAtTimes(sentence, hours, total)
  const phenomenon = what.slice('condition.'.length)
  const isNamed = Object.hasOwn(SEVERE, phenomenon)
  const matches = (hour: Hour) => (isNamed ? hour.condition === phenomenon : wetness(hour) > 0)
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined || !hours.some(matches)) return false
  if (/until|lasting/i.test(form) && startOf(first) > weather.now) return false
  const isTold = isNamed || (isClass(what, hours, form) && isKind(what, isOwn ? own : hours))
  // A peak is within a spell, whose first and last hour are wet.
  return (
    matches(first) &&
    matches(last) &&
    isTold &&
    isSure(form, isNamed && !/thunder|hail|freezing/.test(phenomenon), chances) &&
    isAmount(text['amount'], total)
  )
}

/** Whether a sentence without a doubt has a chance behind it, and one with a doubt has not. */
function isSure(form: string, isSky: boolean, chances: readonly number[]): boolean {
  if (isSky || chances.length === 0) return !form.startsWith('possible')
  const most = Math.max(...chances)
  const combined = 1 - chances.reduce((dry, chance) => dry * (1 - chance), 1)
  return form.startsWith('possible') ? most < 0.6 : combined >= 0.6 && most >= 0.2
}

function isWetAtTimes({ form, what, text }: NamedSpell, hours: readonly Hour[], total: number): boolean {
  const chances = chancesOf(hours)
  const hasAmount = total >= TRACE
  if (form === 'scattered') return hasAmount && PHRASES[what] === 1 && isAmount(text['amount'], total)
  const combined = 1 - chances.reduce((dry, chance) => dry * (1 - chance), 1)
  const isWarm = hours.some(({ temperature, precipitationProbability: chance }) => (temperature ?? 0) > 6 && (chance ?? 0) > 0)
  return hasAmount ? isKind(what, hours) : combined >= 0.5 && kindOf(what) === (isWarm ? 'rain' : 'unknown')
}

function isClass(what: string, hours: readonly Hour[], form: string): boolean {
  const [named, most] = [PHRASES[what] ?? 0, Math.max(...hours.map(wetness))]
  const isLong = hours.some(({ stepHours = 1 }) => stepHours > 1)
  if (named >= 3) return most >= named
  // Without a word for its strength, rain may be of any; heavy parts are told beside it.
  return named === 2 ? most >= 2 || isLong : most === 1 || form === 'scattered'
}

function isKind(what: string, hours: readonly Hour[]): boolean {
  const wet = hours.filter((hour) => wetness(hour) > 0 || waterOf(hour) > 0)
  const has = (part: 'rain' | 'snow') =>
    wet.some(
      (hour) =>
        (hour[part] ?? 0) > 0 || new RegExp(part === 'rain' ? 'rain|drizzle|sleet|thunder' : 'snow|sleet').test(hour.condition ?? ''),
    )
  const isWarm = wet.some(
    ({ temperature, rain, condition }) => (temperature ?? 0) > 6 && rain === null && WORDS[condition ?? ''] === undefined,
  )
  const kind = kindOf(what)
  if (kind === 'mixed') return (has('rain') || isWarm) && has('snow')
  if (kind === 'snow') return has('snow') && wet.every(({ rain }) => (rain ?? 0) < TRACE || (rain ?? 0) < 1)
  if (kind === 'rain') return wet.every(({ snow }) => (snow ?? 0) < TRACE) && (has('rain') || isWarm)
  return !wet.some(({ rain, snow }) => (rain ?? 0) >= TRACE || (snow ?? 0) >= TRACE)
}

/** The amount of water: in millimetres, or in inches with two decimals, which depths of snow do not have. */
function isAmount(named: string | undefined, total: number): boolean {
  if (named === undefined) return true
  const [, inches, millimetres] = /(?<![\d.])(?:(\d{1,6}\.\d\d) in|([\d.]{1,8}) mm)/.exec(named.replaceAll(',', '')) ?? []
  if (inches !== undefined) return Math.abs(Number(inches) * 25.4 - total) <= 0.15 + 0.06 * 24
  const value = Number(millimetres)
  return Math.abs(value - total) <= (value >= 9.95 ? 0.51 : 0.051)
}

function speedIn(text: string): number {
  const value = Number.parseFloat(text)
  return text.includes('km/h') ? value / 3.6 : text.includes('mph') ? value * 0.44704 : value
}
