import { HOUR_MS } from '../../../../src/time.ts'
import { degrees, speed } from '../../format/numbers.ts'
import { hour } from '../../format/times.ts'
import type { Daily, Hourly } from '../weather.ts'
import { fallOf, isDoubtful, isGale, isWet } from './falls.ts'
import { sentencesIn, type Teller, todayOf } from './teller.ts'

type Hour = Hourly['points'][number]

/** The hours that are looked at: times within them need no day. */
export const HOURS = 24
/** A change from day to day that people notice. */
const CHANGE: Readonly<Record<string, number>> = { '°C': 4, '°F': 7 }
const FREEZING: Readonly<Record<string, number>> = { '°C': 0, '°F': 32 }

/**
 * What changes next, in one to three short sentences: what falls within 24 hours, when, how much and how sure; then gales, frost, or how
 * tomorrow differs. Empty without the hours. Never says that it stays dry unless every hour is known.
 */
export function outlookText(hourly: Hourly | null, daily: Daily | null, teller: Teller): string {
  if (hourly === null) return ''
  const hours = hourly.points.slice(0, HOURS)
  const sentences = [
    fallSentence(hours, hourly.units, teller),
    gustSentence(hours, hourly.units, teller) ?? frostSentence(hours, hourly.units, teller) ?? changeSentence(daily, teller),
  ]
  return sentencesIn(teller.lang, sentences)
}

function fallSentence(hours: readonly Hour[], units: Hourly['units'], teller: Teller): string | null {
  const { t, zone } = teller
  const start = hours.findIndex((each) => isWet(each, units))
  if (start === -1) {
    const isKnown = hours.length === HOURS && hours.every(({ precipitation }) => precipitation !== null)
    if (!isKnown) return null
    return t(isDoubtful(hours) ? 'city.outlook.mostlyDry' : 'city.outlook.dry')
  }
  // A dry hour between two wet ones is a pause.
  let end = start + 1
  while (hours.slice(end, end + 2).some((each) => isWet(each, units))) end += 1
  const spell = hours.slice(start, end)
  const { chance, ...values } = fallOf(spell, units, teller)
  const timeAt = (at: number) => hour(new Date(Date.parse(hours[start]?.time ?? '') + (at - start) * HOUR_MS).toISOString(), zone, teller)
  if (chance !== null) return t('city.outlook.possible', { what: values.what, time: timeAt(start), chance })
  if (start === 0 && end >= hours.length) return t('city.outlook.lasting', values)
  if (start === 0) return t('city.outlook.until', { ...values, time: timeAt(end) })
  return t('city.outlook.from', { ...values, time: timeAt(start), end: timeAt(end) })
}

function gustSentence(hours: readonly Hour[], units: Hourly['units'], teller: Teller): string | null {
  const strongest = highest(hours, ({ windGust }) => windGust)
  if (strongest === null || !isGale(strongest.value, units)) return null
  const time = hour(strongest.hour.time, teller.zone, teller)
  return teller.t('city.outlook.gusts', { speed: speed(strongest.value, units.windSpeed, teller.locale), time })
}

/** The first frost after hours above freezing. */
function frostSentence(hours: readonly Hour[], units: Hourly['units'], teller: Teller): string | null {
  const freezing = FREEZING[units.temperature] ?? -Infinity
  const first = hours[0]?.temperature ?? null
  const coldest = highest(hours, ({ temperature }) => (temperature === null ? null : -temperature))
  if (first === null || first <= freezing || coldest === null || -coldest.value > freezing) return null
  const time = hour(coldest.hour.time, teller.zone, teller)
  return teller.t('city.outlook.frost', { value: degrees(-coldest.value, teller.locale), time })
}

function changeSentence(daily: Daily | null, teller: Teller): string | null {
  const today = todayOf(teller)
  const index = daily?.points.findIndex(({ date }) => date === today) ?? -1
  const [now, next] = [daily?.points[index]?.temperatureMax ?? null, daily?.points[index + 1]?.temperatureMax ?? null]
  if (daily === null || index === -1 || now === null || next === null) return null
  if (Math.abs(next - now) < (CHANGE[daily.units.temperature] ?? Infinity)) return null
  return teller.t(next > now ? 'city.outlook.warmer' : 'city.outlook.colder', { value: degrees(next, teller.locale) })
}

/** The first hour with the highest value; null if none is known. */
function highest(hours: readonly Hour[], valueOf: (hour: Hour) => number | null): { readonly hour: Hour; readonly value: number } | null {
  let best: { hour: Hour; value: number } | null = null
  for (const each of hours) {
    const value = valueOf(each)
    if (value !== null && (best === null || value > best.value)) best = { hour: each, value }
  }
  return best
}
