import { languageName } from '../kit/words.ts'

/** The languages of the pages that editors write. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Options for a Select or a SegmentedControl. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: languageName(value) }))
