import { getTranslator } from '../../../../src/messages/messages.ts'
import type { Teller } from '../view/teller.ts'
import { NOW } from './weather.ts'

/** An English reader of a place in Berlin's time zone. */
export const EN: Teller = {
  t: getTranslator('en').t,
  lang: 'en',
  locale: 'en-GB',
  hour12: false,
  zone: 'Europe/Berlin',
  now: Date.parse(NOW),
}

/** Replaces the locale's special spaces by plain ones. */
export const normaliseSpaces = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f\u2009]/g, ' ')
