import { city } from '../../i18n/city.server.ts'
import type { Teller } from '../view/teller.ts'
import { NOW } from './weather.ts'

/** Somebody who reads English, of a place in Berlin's time. */
export const EN: Teller = { m: city.en, lang: 'en', locale: 'en-GB', hour12: false, zone: 'Europe/Berlin', now: Date.parse(NOW) }

/** With plain spaces, whatever the formats of the language put between. */
export const plain = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f\u2009]/g, ' ')
