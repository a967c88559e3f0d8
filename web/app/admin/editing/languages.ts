import { SITE_LANGS, type SiteLang } from '../../visit/languages.ts'
import { languageName } from '../kit/words.ts'

/** The languages of texts and mails. */
export const LANGUAGES = SITE_LANGS
export type Language = SiteLang

/** Options for a Select or a SegmentedControl. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: languageName(value) }))
