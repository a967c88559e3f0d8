import { buildInvalidFieldError } from '../errors.ts'
import { isLanguage, type Language } from './languages.ts'

/** RFC 5646 §2.1, without the irregular grandfathered tags; 64 characters is far more than any registered tag has. */
const LANGUAGE_TAG =
  /^(?=.{1,64}$)(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i

/** RFC 5646 §2.1 `irregular`: well-formed although the grammar does not produce them. */
const IRREGULAR_TAGS = new Set(
  'en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu sgn-be-fr sgn-be-nl sgn-ch-de'.split(
    ' ',
  ),
)

/**
 * RFC 4647 lookup: the whole tag first, then truncated step by step, so language, script and region take precedence over the base language.
 * Falls back to English for a language without texts. Null for a malformed tag (`en_US`, ``, `*`).
 */
export function matchLanguage(tag: string): Language | null {
  const lower = tag.toLowerCase()
  if (!LANGUAGE_TAG.test(lower) && !IRREGULAR_TAGS.has(lower)) return null
  for (let range = lower; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    if (isLanguage(range)) return range
  }
  return 'en'
}

/**
 * `matchLanguage` for a tag sent by a caller; English if omitted. `path` is the field that it came in.
 * @throws AppError `invalid_request` for a malformed tag
 */
export function readLanguage(tag = 'en', path = 'lang'): Language {
  const language = matchLanguage(tag)
  if (language === null) throw buildInvalidFieldError(path, 'must be a BCP 47 language tag')
  return language
}
