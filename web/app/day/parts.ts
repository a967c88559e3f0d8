import { fallOf, isDoubtful, isGale, isWet } from '../city/view/falls.ts'
import { sentencesIn, type Teller } from '../city/view/teller.ts'
import type { Daily, Hourly } from '../city/weather.ts'
import { degrees, speed } from '../format/numbers.ts'
import { hour, hourOf } from '../format/times.ts'
import type { DayHour, Hour } from './hours.ts'

type Units = Hourly['units']
/** What the rules look at: an hour, or a day as a whole. */
type Spell = Pick<
  Hour | Daily['points'][number],
  'condition' | 'description' | 'icon' | 'precipitation' | 'precipitationProbability' | 'rain' | 'snow' | 'windGust'
> & { readonly isDay?: boolean | null }

/** The parts of a day, by the local hour at which each starts; the last one ends with the day. */
const PARTS = [
  ['night', 0],
  ['morning', 6],
  ['afternoon', 12],
  ['evening', 18],
] as const
/** A part is described if at least this share of its hours is known. */
const MIN_KNOWN = 0.5

/** Night, morning, afternoon and evening in words; those of which too little is known are left out. */
export function partsView(hours: readonly DayHour[], units: Units, teller: Teller) {
  const { t, zone } = teller
  return PARTS.flatMap(([name, from], index) => {
    const until = PARTS[index + 1]?.[1] ?? 24
    const all = hours.filter(({ time }) => hourOf(time, zone) >= from && hourOf(time, zone) < until)
    const points = all.flatMap(({ point }) => (point === null ? [] : [point]))
    const [first] = all
    if (first === undefined || points.length < MIN_KNOWN * all.length) return []
    const { icon, words } = skyOf(points, units)
    return [
      {
        name: t(`day.part.${name}`),
        from: hour(first.time, zone, teller),
        icon,
        words,
        range: rangeText(points, teller),
        text: fallText(points, points.length === all.length, units, teller),
      },
    ]
  })
}

/** The lowest to the highest temperature; empty if none is known. */
function rangeText(points: readonly Hour[], { t, locale }: Teller): string {
  const known = points.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  if (known.length === 0) return ''
  const [min, max] = [degrees(Math.min(...known), locale), degrees(Math.max(...known), locale)]
  return min === max ? min : t('day.range', { min, max })
}

/** The sky under which most falls, else the most frequent one. */
export function skyOf(points: readonly Spell[], units: Units): { readonly icon: string | null; readonly words: string | null } {
  const wet = points.filter((point) => isWet(point, units))
  const described = (wet.length > 0 ? wet : points).filter(({ description }) => description !== null)
  const weights = new Map<string | null, number>()
  for (const { description, precipitation } of described) {
    weights.set(description, (weights.get(description) ?? 0) + (wet.length > 0 ? (precipitation ?? 0) : 1))
  }
  const [first] = described.toSorted((a, b) => (weights.get(b.description) ?? 0) - (weights.get(a.description) ?? 0))
  // By day if any of its hours is: the icon of a whole day is no night's.
  const shown = described.find(({ description, isDay }) => description === first?.description && isDay === true) ?? first
  return { icon: shown?.icon ?? null, words: shown?.description ?? null }
}

/**
 * What falls and how it blows, in short sentences. That it stays dry is said only if everything is known.
 * @param isWhole whether no hour is missing
 */
export function fallText(points: readonly Spell[], isWhole: boolean, units: Units, teller: Teller): string {
  const { t, locale, lang } = teller
  const wet = points.filter((point) => isWet(point, units))
  const gust = Math.max(...points.map(({ windGust }) => windGust ?? 0))
  return sentencesIn(lang, [
    wet.length > 0 ? wetText(wet, units, teller) : isWhole ? dryText(points, teller) : null,
    isGale(gust, units) ? t('day.gusts', { speed: speed(gust, units.windSpeed, locale) }) : null,
  ])
}

function wetText(wet: readonly Spell[], units: Units, teller: Teller): string {
  const { what, amount, chance } = fallOf(wet, units, teller)
  return chance === null ? teller.t('day.fall', { what, amount }) : teller.t('day.possible', { what, chance })
}

function dryText(points: readonly Spell[], { t }: Teller): string | null {
  if (points.some(({ precipitation }) => precipitation === null)) return null
  return t(isDoubtful(points) ? 'day.mostlyDry' : 'day.dry')
}
