import type { Language } from '../../../../src/messages/languages.ts'
import type { Translator } from '../../../../src/messages/messages.ts'
import { dayOf } from '../../format/times.ts'
import type { PlaceWeather } from '../weather.ts'

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

/** The zone of a place by its weather; UTC without any. */
export const zoneOf = ({ current, hourly, daily }: Pick<PlaceWeather, 'current' | 'hourly' | 'daily'>): string =>
  (current ?? hourly ?? daily)?.timezone ?? 'UTC'

/** The date at the place. */
export const todayOf = ({ now, zone }: Teller): string => dayOf(new Date(now).toISOString(), zone)
