import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'
import type { DigestDay } from './data.ts'

/** At least an even chance; if no chance is stated, an amount that wets the ground. */
const LIKELY = 0.5
const WETTING_MM = 1
const MAX_DAYS_NAMED = 3

/** The week in half a sentence: lowest and highest temperature, and which days are likely to be wet. Null without data. */
export function headlineOf(days: readonly DigestDay[], words: MailWords, measures: Measures): string | null {
  const parts = [temperatureRange(days, words, measures), wetness(days, words)].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(words.t('mail.comma'))
}

function temperatureRange(days: readonly DigestDay[], words: MailWords, measures: Measures): string | null {
  const lows = days.map((day) => day.temperatureMin).filter((value) => value !== null)
  const highs = days.map((day) => day.temperatureMax).filter((value) => value !== null)
  if (lows.length === 0 || highs.length === 0) return null
  return words.t('digest.headline.range', {
    min: measures.temperature(Math.min(...lows)),
    max: measures.temperature(Math.max(...highs)),
  })
}

/** Says that it stays dry only if every day is known to. */
function wetness(days: readonly DigestDay[], words: MailWords): string | null {
  const likely = days.map(isWet)
  const wet = days.filter((_, index) => likely[index] === true)
  if (wet.length > MAX_DAYS_NAMED) return words.t('digest.headline.wetDays', { n: wet.length })
  if (wet.length > 0) return words.t('digest.headline.wetOn', { days: words.list(wet.map((day) => words.weekday(day.date))) })
  return likely.length > 0 && !likely.includes(null) ? words.t('digest.headline.dry') : null
}

function isWet({ precipitation, precipitationProbability }: DigestDay): boolean | null {
  if (precipitationProbability !== null) return precipitationProbability >= LIKELY
  return precipitation === null ? null : precipitation >= WETTING_MM
}
