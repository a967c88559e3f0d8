import { randomUUID } from 'node:crypto'
import type { OutgoingMail, RenderMail } from '../../src/features/mail/outbox/index.ts'
import { createMail, type MailOptions } from '../../src/features/mail/outbox/mail.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { parseSmtpUrl } from '../../src/platform/mail/smtp-server.ts'
import { createSmtpTransport, SMTP_TIMEOUTS } from '../../src/platform/mail/smtp-transport.ts'
import type { MailTransport } from '../../src/platform/mail/transport.ts'

export const SENDER = { name: 'Isobar', address: 'no-reply@weather.example' }

/** A transport to a test's SMTP server, with a limit of `sendMs` for one mail. */
export function smtpTransport(url: string, sendMs = 20_000): MailTransport {
  const server = parseSmtpUrl(url)
  if ('fault' in server) throw new Error(server.fault)
  return createSmtpTransport({ server, from: SENDER, timeouts: { ...SMTP_TIMEOUTS, sendMs } })
}

/** A digest to the address, in the form that the renderer below understands. */
export function outgoing(to: string, change: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    key: `test ${to}`,
    template: 'plain',
    to,
    kind: 'digest',
    lang: 'en',
    units: 'metric',
    timezone: 'Europe/Berlin',
    data: { greeting: `Hello ${to}` },
    ...change,
  }
}

/** Shows the data as it is; the template `broken` fails to render. */
export const renderPlainly: RenderMail = ({ template, data, parts }) => {
  if (template === 'broken') throw new Error('The template is broken.')
  const text = JSON.stringify({ data, parts: [...parts] })
  return { subject: 'A mail', html: `<pre>${text}</pre>`, text }
}

export interface TestMailOptions {
  readonly database: Database<unknown>
  readonly transport: MailTransport
  readonly clock: Clock
  readonly render?: RenderMail
  readonly leaseMs?: number
  readonly finishMs?: number
  readonly perSecond?: () => number | null
}

/** One node's mail, with the outcomes it counted and the errors it reported. */
export function openTestMail({ database, render = renderPlainly, ...options }: TestMailOptions) {
  const outcomes = new Map<string, number>()
  const errors: { readonly what: string; readonly error: unknown }[] = []
  const mail = createMail({
    db: database.kysely as MailOptions['db'],
    render,
    publicUrl: 'https://weather.example',
    sender: SENDER.address,
    addressHash: (emailKey) => `hash of ${emailKey}`,
    perSecond: () => null,
    onOutcome: (outcome) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1),
    onError: (error, what) => void errors.push({ what, error }),
    ...options,
  })
  return { ...mail, outcomes, errors }
}

export const newRunId = (): string => randomUUID()
