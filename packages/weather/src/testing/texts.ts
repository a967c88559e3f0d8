import { readdirSync, readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import type { WeatherTexts } from '../texts.ts'

const CATALOGUES = new URL('../../messages/', import.meta.url)

const known = new Map<string, WeatherTexts>()

/** The languages that have texts. */
export const LANGUAGES: readonly string[] = readdirSync(CATALOGUES).flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? [])

/** The texts of a language, `en`, as its catalogue has them. */
export function readTestTexts(language: string): WeatherTexts {
  const former = known.get(language)
  if (former !== undefined) return former
  const messages = JSON.parse(readFileSync(new URL(`${language}.json`, CATALOGUES), 'utf8')) as Readonly<Record<string, string>>
  const parsed = new Map<string, IntlMessageFormat>()
  const texts: WeatherTexts = {
    language,
    t(key, values) {
      const message = parsed.get(key) ?? new IntlMessageFormat(messages[key] as string, language, undefined, { ignoreTag: true })
      parsed.set(key, message)
      return String(message.format(values))
    },
  }
  known.set(language, texts)
  return texts
}

export const ENGLISH = readTestTexts('en')
