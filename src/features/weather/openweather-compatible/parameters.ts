import { AppError } from '../../../errors.ts'
import { isLanguage, type Language } from '../../../messages/languages.ts'
import { type Block, BLOCKS } from './one-call.ts'
import { UNITS, type Units } from './units.ts'

/** Parameters whose unknown values OpenWeather ignores. */
export function parseUnitsParameter(text: string | undefined): Units {
  return UNITS.find((each) => each === text?.toLowerCase()) ?? 'standard'
}

/** English for languages in which there are no texts. `sp` is OpenWeather's other tag of Spanish. */
export function parseLanguageParameter(text = ''): Language {
  const [base = ''] = text.toLowerCase().split(/[_-]/)
  if (base === 'sp') return 'es'
  return isLanguage(base) ? base : 'en'
}

/** The blocks that `exclude` leaves. */
export function parseExcludeParameter(exclude = ''): ReadonlySet<Block> {
  const excluded = new Set(exclude.split(',').map((word) => word.trim()))
  return new Set(BLOCKS.filter((block) => !excluded.has(block)))
}

/** A whole number within bounds; `otherwise` for anything else. */
export function parseCountParameter(text: string | undefined, most: number, otherwise: number): number {
  const count = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0
  return count >= 1 ? Math.min(most, count) : otherwise
}

/** Whether an answer is asked for in XML. @throws AppError invalid_request for the format that this service does not write */
export function isXml(mode: string | undefined): boolean {
  if (mode === 'html') throw new AppError('invalid_request', 'mode=html is not available: answers are JSON or XML')
  return mode === 'xml'
}
