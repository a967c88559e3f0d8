import { SITE_LANGS, type SiteLang } from '../../visit/languages.ts'
import { languageName } from '../kit/words.ts'

/** The languages that texts and mails are written in. */
export const LANGUAGES = SITE_LANGS
export type Language = SiteLang

/** As choices of a Select or a SegmentedControl. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: languageName(value) }))
