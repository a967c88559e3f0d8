import type { ApiReply } from '../../../../src/features/site/rendering/visit.ts'
import { mailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { HAZARDS } from '../../../../src/domain/hazards/hazard.ts'
import { thresholdField } from '../../../../src/domain/hazards/threshold-units.ts'
import { ApiFailure } from '../../api/ask.ts'
import { subscribe } from '../../i18n/subscribe.server.ts'
import { say } from '../../i18n/message.ts'
import type { Reader } from '../../visit/reader.server.ts'
import type { SubscriptionType } from './form-field.ts'
import { kindNames } from './view.server.ts'

/** The outcome of a submitted form, as finished texts. */
export interface Outcome {
  readonly done: readonly string[]
  readonly problems: readonly string[]
  /** Errors by form field. */
  readonly fields: Readonly<Record<string, string>>
}

/** The API's answer for one kind of mail. */
export interface Answered {
  readonly type: SubscriptionType
  readonly reply: ApiReply
}

/** The outcome of the API's answers, one per kind of mail requested. */
export function outcomeOf(answers: readonly Answered[], email: string, reader: Reader): Outcome {
  const m = subscribe[reader.lang]
  const names = kindNames(mailWords(reader.locale, reader.units))
  if (answers.length === 0) return { done: [], problems: [m.nothingChosen], fields: {} }
  const done: string[] = []
  const problems = new Set<string>()
  const fields: Record<string, string> = {}
  let waits = false
  for (const { type, reply } of answers) {
    const what = names[type]
    if (reply.status < 300) {
      const { subscription } = reply.body as { subscription: { confirmed?: boolean } }
      if (subscription.confirmed === false) waits = true
      else done.push(say(reply.status === 201 ? m.made : m.again, reader.lang, { what, email }))
      continue
    }
    const failure = new ApiFailure(reply)
    if (answers.length > 1 && failure.code === 'limit_reached') problems.add(say(m.failedOne, reader.lang, { what }))
    Object.assign(fields, wrongFields(failure, reader))
    if (Object.keys(fields).length === 0 || failure.code !== 'invalid_request') problems.add(wordsFor(failure, reader))
  }
  if (waits) done.push(say(m.confirm, reader.lang, { email }))
  return { done, problems: [...problems], fields }
}

function wordsFor({ code, retryAfterSeconds }: ApiFailure, { lang }: Reader): string {
  const m = subscribe[lang]
  if (code === 'limit_reached') return m.limit
  if (code === 'rate_limited') return say(m.busy, lang, { n: retryAfterSeconds ?? 60 })
  return code === 'invalid_request' ? m.wrong : m.away
}

/** Maps the API's field names to the form's. */
function wrongFields({ details }: ApiFailure, reader: Reader): Record<string, string> {
  const m = subscribe[reader.lang]
  const words = mailWords(reader.locale, reader.units)
  return Object.fromEntries(
    details.flatMap(({ path }): [string, string][] => {
      if (path === 'email') return [['email', m.wrongEmail]]
      if (path.startsWith('cityL')) return [['place', m.wrongPlace]]
      if (path.startsWith('alertPrefs.quietHours')) return [['quietFrom', m.wrongTimes]]
      const hazard = HAZARDS.find((each) => path.startsWith(`alertPrefs.${each}`))
      const field = hazard === undefined ? undefined : thresholdField(hazard, null, reader.units)
      if (field === undefined) return []
      const [min, max] = [words.number(field.min, 2), words.number(field.max, 2)]
      return [[`limit.${hazard}`, say(m.wrongValue, reader.lang, { min, max })]]
    }),
  )
}
