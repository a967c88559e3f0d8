import { integer, printable, slotId, toggle, token, visible } from '../parsers.ts'
import { baseUrl } from '../urls.ts'

/** Types that several variables have: how each is documented, and how it is read. */
export const SWITCH = { type: 'switch', parse: toggle }
export const TEXT = { type: 'text', parse: visible }
export const TOKEN = { type: 'text of at least 16 characters', parse: token }
export const DIRECTORY = { type: 'directory', parse: printable }
export const BASE_URL = { type: 'base URL', parse: baseUrl }
export const SLOT = { type: '4 to 20 digits', parse: slotId }

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number) => ({ type: `integer ${min}–${max}`, parse: integer(min, max) })
