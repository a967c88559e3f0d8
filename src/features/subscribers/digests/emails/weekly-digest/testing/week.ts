import { getMailWords, buildMeasures } from '../../../../../mail/catalogue/index.ts'
import type { DigestDay } from '../data.ts'

export const words = getMailWords('en')
export const measures = buildMeasures(words, 'metric')

const UNKNOWN: DigestDay = {
  date: '2026-11-23',
  condition: null,
  temperatureMin: null,
  temperatureMax: null,
  precipitation: null,
  precipitationProbability: null,
  windGust: null,
  uvIndex: null,
  sunrise: null,
  sunset: null,
}

/** Consecutive days from 23 November 2026 on; what is not given is unknown. */
export const buildTestWeek = (...days: Partial<DigestDay>[]): DigestDay[] =>
  days.map((day, index) => ({ ...UNKNOWN, date: `2026-11-${23 + index}`, ...day }))

/** The text with plain spaces. */
export const replaceNoBreakSpaces = (text: string | null): string | null => text?.replaceAll('\u00a0', ' ') ?? null
