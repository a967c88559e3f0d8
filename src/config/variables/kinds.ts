import { buildIntegerParser, parsePrintableText, parseSlotId, parseToggle, parseAccessToken, parseVisibleText } from '../parsers.ts'
import { parseBaseUrl } from '../urls.ts'

/** Types that several variables have: how each is documented, and how it is read. */
export const SWITCH = { type: 'switch', parse: parseToggle }
export const TEXT = { type: 'text', parse: parseVisibleText }
export const TOKEN = { type: 'text of at least 16 characters', parse: parseAccessToken }
export const DIRECTORY = { type: 'directory', parse: parsePrintableText }
export const BASE_URL = { type: 'base URL', parse: parseBaseUrl }
export const SLOT = { type: '4 to 20 digits', parse: parseSlotId }

/** A whole number from `min` to `max`. */
export const buildIntegerType = (min: number, max: number) => ({ type: `integer ${min}–${max}`, parse: buildIntegerParser(min, max) })
