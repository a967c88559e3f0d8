import { formatInstant } from '@isobar/weather'
import type { listBounces } from '../../mail/bounces/index.ts'
import type { Outbox } from '../../mail/outbox/index.ts'
import { describeAlertMail, type Section } from '../alerting/index.ts'

type Found = NonNullable<Awaited<ReturnType<Outbox['items']['find']>>>
type Stored = NonNullable<Awaited<ReturnType<Outbox['items']['findStored']>>>

/** One sentence: whether the mail was sent, and why not. */
export function describeDelivery({
  state,
  attempts,
  attempts_allowed,
  last_error,
  drop_after,
  settled_at,
  next_attempt_at,
}: Found['mail']): string {
  const at = settled_at === null ? 'at an unknown time' : formatInstant(settled_at.getTime())
  switch (state) {
    case 'sent':
      return `sent: the mail server accepted it ${at}, at attempt ${attempts}`
    case 'waiting':
      return `not sent yet: attempt ${attempts + 1} of ${attempts_allowed} is due ${formatInstant(next_attempt_at.getTime())}`
    case 'failed':
      return `not sent: given up ${at} after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}; the outbox has the answers`
    case 'suppressed':
      return `not sent: the address was on the suppression list ${at} (${last_error ?? 'reason not known'})`
    case 'expired':
      return `not sent: it was only worth sending until ${drop_after === null ? 'an unknown time' : formatInstant(drop_after.getTime())}`
    case 'withdrawn':
      return `not sent: the recipient unsubscribed ${at}, before it was sent`
  }
}

/** Why the mail was written, by its data in the outbox. */
export function buildReasonSection({ template, kind, data }: Stored, runId: string | null): Section {
  const lines = ((): string[] => {
    if (template === 'weather-alert') return describeAlertMail(data)
    if (template === 'weekly-digest') {
      const { period } = data as { readonly period?: { readonly from: string; readonly to: string } }
      return [period === undefined ? 'a digest' : `the digest for ${period.from} to ${period.to}, once per address and period`]
    }
    if (runId !== null && kind === 'account') return ['a test, started in the back office']
    if (kind === 'message') return ['a message written in the back office, once per address']
    return [
      kind === 'confirmation' ? 'asked for by the recipient, who has to confirm an address' : 'concerns an account of the back office',
    ]
  })()
  return { title: 'Written for', lines }
}

const KINDS = { hard: 'there is no such mailbox', soft: 'it was not delivered', complaint: 'the recipient called it spam' } as const

/** What was reported after the mail server had accepted it; without the wording of the report, which may repeat the address. */
export function buildBounceSections(bounces: Awaited<ReturnType<typeof listBounces>>): Section[] {
  const lines = bounces.map(({ kind, source, status, at }) => `${at}, by ${source}: ${KINDS[kind]}${status === null ? '' : ` (${status})`}`)
  return lines.length === 0 ? [] : [{ title: 'Reported afterwards', lines }]
}
