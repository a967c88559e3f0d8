import { AppError } from '../../errors.ts'
import { matchLanguage } from '../../weather/language.ts'

/** The language of a mail to somebody who has said nothing about it before. @throws AppError `invalid_request` */
export function mailLanguage(tag = 'en'): string {
  const language = matchLanguage(tag)
  if (language !== null) return language
  const message = 'must be a BCP 47 language tag'
  throw new AppError('invalid_request', `lang ${message}`, { details: [{ path: 'lang', message }] })
}
