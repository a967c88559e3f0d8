import { HAZARDS, buildThresholdField } from '@isobar/weather'
import { type MailWords, getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import type { ApiReply } from '../../../../src/features/site/rendering/visit.ts'
import { ApiFailure } from '../../api/ask.ts'
import type { Reader } from '../../visit/reader.server.ts'
import type { SubscriptionType } from './form-field.ts'
import { getMailKindNames } from './view.server.ts'

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
export function buildSubscribeOutcome(answers: readonly Answered[], email: string, reader: Reader): Outcome {
  const words = getMailWords(reader.locale)
  const names = getMailKindNames(words)
  if (answers.length === 0) return { done: [], problems: [words.t('subscribe.nothingChosen')], fields: {} }
  const done: string[] = []
  const problems = new Set<string>()
  const fields: Record<string, string> = {}
  let waits = false
  for (const { type, reply } of answers) {
    const what = names[type]
    if (reply.status < 300) {
      const { subscription } = reply.body as { subscription: { confirmed?: boolean } }
      if (subscription.confirmed === false) waits = true
      else done.push(words.t(reply.status === 201 ? 'subscribe.made' : 'subscribe.again', { what, email }))
      continue
    }
    const failure = new ApiFailure(reply)
    if (answers.length > 1 && failure.code === 'limit_reached') problems.add(words.t('subscribe.failedOne', { what }))
    Object.assign(fields, wrongFields(failure, reader.units, words))
    if (Object.keys(fields).length === 0 || failure.code !== 'invalid_request') problems.add(wordsFor(failure, words))
  }
  if (waits) done.push(words.t('subscribe.confirm', { email }))
  return { done, problems: [...problems], fields }
}

/** The outcome of turning notifications on. */
export function pushOutcome(reply: ApiReply, place: string, reader: Reader): Outcome {
  const words = getMailWords(reader.locale)
  if (reply.status < 300) return { done: [words.t('push.isOn', { place })], problems: [], fields: {} }
  const failure = new ApiFailure(reply)
  const problems = Object.values(wrongFields(failure, reader.units, words))
  if (failure.details.some(({ path }) => path.startsWith('subscription'))) problems.push(words.t('push.refused'))
  if (problems.length === 0) problems.push(failure.code === 'limit_reached' ? words.t('push.limit') : wordsFor(failure, words))
  return { done: [], problems, fields: {} }
}

function wordsFor({ code, retryAfterSeconds }: ApiFailure, words: MailWords): string {
  if (code === 'limit_reached') return words.t('subscribe.limit')
  if (code === 'rate_limited') return words.t('subscribe.busy', { n: retryAfterSeconds ?? 60 })
  return code === 'invalid_request' ? words.t('subscribe.wrong') : words.t('subscribe.away')
}

/** Maps the API's field names to the form's. */
function wrongFields({ details }: ApiFailure, units: Reader['units'], words: MailWords): Record<string, string> {
  return Object.fromEntries(
    details.flatMap(({ path }): [string, string][] => {
      if (path === 'email') return [['email', words.t('subscribe.wrongEmail')]]
      if (path.startsWith('cityL')) return [['place', words.t('subscribe.wrongPlace')]]
      if (path.startsWith('alertPrefs.quietHours')) return [['quietFrom', words.t('subscribe.wrongTimes')]]
      // A chance is chosen, so that only a form that is not ours can have a wrong one.
      if (path.endsWith('.minProbability')) return []
      const hazard = HAZARDS.find((each) => path.startsWith(`alertPrefs.${each}`))
      const field = hazard === undefined ? undefined : buildThresholdField(hazard, null, units)
      if (field === undefined) return []
      const [min, max] = [words.number(field.min, 2), words.number(field.max, 2)]
      return [[`limit.${hazard}`, words.t('subscribe.wrongValue', { min, max })]]
    }),
  )
}
