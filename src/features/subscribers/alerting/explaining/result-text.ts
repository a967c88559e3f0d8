import { formatInstant } from '../../../../domain/instant.ts'
import type { AlertExplanation, Evaluated } from './explanation.ts'

/** One sentence: whether a mail was written, and why. */
export function resultText(explanation: AlertExplanation): string {
  const { mode, evaluation, mails, row } = explanation
  const [mail] = mails
  if (evaluation === null) return 'not known: evaluations are kept for three days, and this one is gone or never was'
  if (mode === 'then' && mail !== undefined) return `a mail was written; it is ${mail.state}`
  if (evaluation.subscriber === null) return `no mail: ${whyNotWatching(row, evaluation.at)}`
  return decisionText(explanation, evaluation)
}

function whyNotWatching({ createdAt, confirmedAt, deactivatedAt, active }: AlertExplanation['row'], at: number): string {
  if (createdAt > at) return 'the subscription did not exist yet'
  if (!active && (deactivatedAt === null || deactivatedAt <= at)) return 'the subscription has ended'
  return confirmedAt === null || confirmedAt > at
    ? 'the subscription was not confirmed'
    : 'the subscription was not among those that are told'
}

function decisionText({ mode, suppression }: AlertExplanation, { decision, subscriber, told }: Evaluated): string {
  if (decision === null) return 'no mail: nothing goes on at the place that anybody asks for'
  const [first] = subscriber?.subscriptions ?? []
  if (decision.matches.length === 0) return 'no mail: no event is to be told'
  if (decision.held === 'quiet_hours') {
    const { from, to } = first?.preferences.quietHours ?? { from: '', to: '' }
    return `no mail yet: quiet hours from ${from} to ${to} (${first?.timezone}); decided anew in each run`
  }
  if (decision.held === 'frequency') {
    const last = Math.max(...told.map(({ at }) => at))
    return `no mail yet: told ${first?.frequency} at most, and last ${formatInstant(last)}; decided anew in each run`
  }
  if (mode === 'then') return 'a mail was due and is not in the outbox: the run failed for this address, or the mail is older than 30 days'
  return suppression === null ? 'a mail is due: the next run writes it' : 'a mail is due, and will not be sent: the address is suppressed'
}
