import type { Language } from '../../../../src/messages/languages.ts'
import type { Translator } from '../../../../src/messages/messages.ts'
import { toLocalDate } from '../../format/times.ts'

/** The reader of a page's parts, and the place's zone. */
export interface Teller {
  readonly t: Translator['t']
  readonly lang: Language
  readonly locale: string
  readonly hour12: boolean
  readonly zone: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** A named measurement for a list of facts. */
export type Fact = readonly [name: string, value: string]

/** The date at the place. */
export const computePlaceToday = ({ now, zone }: Pick<Teller, 'now' | 'zone'>): string => toLocalDate(new Date(now).toISOString(), zone)

/** Sentences as one text; null: left out. Japanese has no space between them. */
export function joinSentences(lang: Language, sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(lang === 'ja' ? '' : ' ')
}

/** That times are those of the place, and of which zone. */
export const describeLocalTimes = ({ t, zone }: Teller): string => t('city.localTimes', { zone: zone.replaceAll('_', ' ') })
