import { type Language, LANGUAGES } from '../../../../src/messages/languages.ts'
import { languageName } from '../kit/words.ts'

/** The languages of pages and mails. */
export { type Language, LANGUAGES }

/** Options for a Select or a SegmentedControl. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: languageName(value) }))
