import type { city } from '../../i18n/city.server.ts'
import { say } from '../../i18n/message.ts'
import type { Message } from '../../i18n/message.ts'
import type { SiteLang } from '../../visit/languages.ts'

/** The reader of a page's parts, and the place's zone. */
export interface Teller {
  readonly m: (typeof city)['en']
  readonly lang: SiteLang
  readonly locale: string
  readonly hour12: boolean
  readonly zone: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Fills in a message in the reader's language. */
export function tell({ lang }: Teller, message: Message, values: Readonly<Record<string, string | number>> = {}): string {
  return say(message, lang, values)
}

/** A named measurement for a list of facts. */
export type Fact = readonly [name: string, value: string]
