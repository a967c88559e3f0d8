import { amount, share } from '../../format/numbers.ts'
import type { Hourly } from '../weather.ts'
import type { Teller } from './teller.ts'

type Hour = Hourly['points'][number]
type Fall = Pick<Hour, 'condition' | 'precipitation' | 'precipitationProbability' | 'rain' | 'snow'>

/** An hour or a day is wet from this amount on, if the chance is not lower. */
const WET: Readonly<Record<string, number>> = { mm: 0.1, in: 0.004 }
const MIN_CHANCE = 0.3
/** From this chance on, it is said without a doubt. */
const LIKELY = 0.6
/** Gusts that break twigs (Beaufort 8). */
const GALE: Readonly<Record<string, number>> = { 'km/h': 62, mph: 39, 'm/s': 17.2 }

/** Whether something falls in an hour or on a day, as far as that is worth mentioning. */
export function isWet(
  { precipitation, precipitationProbability: chance }: Pick<Fall, 'precipitation' | 'precipitationProbability'>,
  units: Hourly['units'],
): boolean {
  return precipitation !== null && precipitation >= (WET[units.precipitation] ?? 0.1) && (chance ?? 1) >= MIN_CHANCE
}

/** Whether hours or days without a wet one may be wet after all. */
export function isDoubtful(spell: readonly Pick<Fall, 'precipitationProbability'>[]): boolean {
  return spell.some(({ precipitationProbability: chance }) => (chance ?? 0) >= MIN_CHANCE)
}

export function isGale(gust: number, units: Hourly['units']): boolean {
  return gust >= (GALE[units.windSpeed] ?? Infinity)
}

/** What falls in wet hours or days, and how much in all, as texts; `chance`: null if it is so likely that it is said without a doubt. */
export function fallOf(spell: readonly Fall[], units: Hourly['units'], { t, locale }: Teller) {
  const total = spell.reduce((sum, { precipitation }) => sum + (precipitation ?? 0), 0)
  const chances = spell.flatMap(({ precipitationProbability: chance }) => (chance === null ? [] : [chance]))
  const chance = chances.length === 0 ? 1 : Math.max(...chances)
  return {
    what: t(`city.outlook.${kindOf(spell)}`),
    amount: amount(total, units.precipitation, locale),
    chance: chance < LIKELY ? share(chance, locale) : null,
  }
}

function kindOf(spell: readonly Pick<Fall, 'condition' | 'rain' | 'snow'>[]): 'storm' | 'snow' | 'both' | 'rain' | 'either' {
  if (spell.some(({ condition }) => condition?.startsWith('thunderstorm') === true)) return 'storm'
  const hasRain = spell.some(({ rain }) => (rain ?? 0) > 0)
  const hasSnow = spell.some(({ snow }) => (snow ?? 0) > 0)
  if (hasRain && hasSnow) return 'both'
  if (hasSnow) return 'snow'
  return hasRain ? 'rain' : 'either'
}
