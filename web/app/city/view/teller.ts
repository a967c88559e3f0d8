import type { city } from '../../i18n/city.server.ts'
import { say } from '../../i18n/message.ts'
import type { Message } from '../../i18n/message.ts'
import type { SiteLang } from '../../visit/languages.ts'

/** For whom the parts of the page are told, and the zone of the place that they are about. */
export interface Teller {
  readonly m: (typeof city)['en']
  readonly lang: SiteLang
  readonly locale: string
  readonly hour12: boolean
  readonly zone: string
  /** Epoch milliseconds. */
  readonly now: number
}

export function tell({ lang }: Teller, message: Message, values: Readonly<Record<string, string | number>> = {}): string {
  return say(message, lang, values)
}

/** A measurement by its name: what a list of facts is made of. */
export type Fact = readonly [name: string, value: string]
