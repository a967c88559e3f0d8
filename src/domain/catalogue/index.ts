import type { Language } from '../language.ts'
import { ar } from './ar.ts'
import type { Catalogue } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, de, fr, es, it, pt, ja, ar }

/** The texts of a language. */
export function catalogueOf(language: Language): Catalogue {
  return CATALOGUES[language]
}
