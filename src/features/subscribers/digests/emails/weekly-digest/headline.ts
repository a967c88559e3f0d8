import { isCovered, judgeWetness } from '@isobar/weather'
import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'
import type { DigestDay } from './data.ts'

const MAX_DAYS_NAMED = 3

/** The week in half a sentence: lowest and highest temperature, and which days are likely to be wet. Null without data. */
export function formatWeekHeadline(days: readonly DigestDay[], words: MailWords, measures: Measures): string | null {
  const parts = [temperatureRange(days, words, measures), wetness(days, words)].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(words.t('mail.comma'))
}

function temperatureRange(days: readonly DigestDay[], words: MailWords, measures: Measures): string | null {
  const lows = days.map((day) => day.temperatureMin).filter((value) => value !== null)
  const highs = days.map((day) => day.temperatureMax).filter((value) => value !== null)
  if (!isCovered('extremes', Math.min(lows.length, highs.length), days.length)) return null
  return words.t('digest.headline.range', {
    min: measures.temperature(Math.min(...lows)),
    max: measures.temperature(Math.max(...highs)),
  })
}

function wetness(days: readonly DigestDay[], words: MailWords): string | null {
  const verdict = judgeWetness(days)
  if (verdict === null) return null
  if (verdict.kind === 'dry') return words.t('digest.headline.dry')
  const what = verdict.falls
  if (verdict.kind === 'possible') return words.t('digest.headline.possible', { what })
  const { days: wet } = verdict
  if (wet.length > MAX_DAYS_NAMED) return words.t('digest.headline.wetDays', { n: wet.length, what })
  return words.t('digest.headline.wetOn', { days: words.list(wet.map((day) => words.weekday(day.date))), what })
}
