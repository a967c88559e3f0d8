import { Counter } from 'prom-client'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { MailFailure } from '../../../platform/mail/transport.ts'
import { watchShared } from '../../../platform/metrics.ts'
import { HOUR_MS } from '../../../time.ts'
import type { SuppressionTables } from '../suppression/index.ts'
import { type RenderMail } from '../templates/index.ts'
import { createOutboxAdminStore, type OutboxAdminStore } from './admin-store.ts'
import { type MailServer, registerOutboxAdmin } from './admin.ts'
import { createMail, type Mail } from './mail.ts'
import { openToken } from './outgoing.ts'
import { registerStoredMailAdmin } from './stored-mail-admin.ts'
import type { MailTables } from './tables.ts'

export interface OutboxNeeds {
  readonly server: MailServer
  readonly render: RenderMail
  /** The ids of all templates. */
  readonly templates: readonly string[]
  /** When the text of a template was last edited, epoch milliseconds; null: it is the default. */
  readonly editedAt: (template: string) => Promise<number | null>
}

/** The outbox, with the workers that drain it through the current transport. */
export interface Outbox extends Mail {
  /** Its contents as the back office sees them. */
  readonly items: OutboxAdminStore
  /** Why no mail can be sent at present, in words; null: nothing is known to be wrong. */
  readonly problem: MailServer['problem']
}

/** Mails are written in the transaction that decides on them and sent after its commit. */
export function openOutbox(
  foundation: Foundation<MailTables & SuppressionTables & AuditTables>,
  { server, render, templates, editedAt }: OutboxNeeds,
) {
  const { transport } = server
  const { config, db, linkBase, settings, clock, hold, keyring, sealing, metrics, onError } = foundation
  const items = createOutboxAdminStore(db, templates)
  const outcomes = new Counter({
    name: 'isobar_mails_total',
    help: 'Delivery attempts by outcome; deferred, unknown and not_rendered may be retried, unreachable were returned to the queue',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const mail = createMail({
    db,
    transport,
    hasWorkedSince: server.hasWorkedSince,
    render(outgoing) {
      // Without the key, suppressed addresses cannot be recognized and links cannot be opened: all mails wait, as for an unreachable
      // server.
      if (keyring.fault !== null) throw new MailFailure('unreachable', keyring.fault)
      return render(openToken(outgoing, sealing))
    },
    publicUrl: linkBase.origin,
    sender: config.MAIL_FROM.address,
    addressHash: (emailKey) => (keyring.fault === null ? keyring.keyedHash : keyring.shortLivedHash)('address', emailKey),
    clock,
    maySend: () => !hold.isOnHold(),
    perSecond: () => (transport.kind === 'files' ? null : settings.current().mailPerSecond),
    onOutcome: (outcome) => outcomes.inc({ outcome }),
    onError,
  })
  watchShared(metrics.registry, GAUGES, mail.queueStats)
  return {
    ...mail,
    items,
    problem: server.problem,
    adminRoutes(app) {
      registerOutboxAdmin(app, { outbox: items, server, retryNow: mail.retryNow, wakeMail: mail.wake, clock })
      registerStoredMailAdmin(app, { items, editedAt, delivery: { render, publicUrl: linkBase.origin, sender: config.MAIL_FROM.address } })
    },
    tasks: [{ name: 'deleting old mails', everyMs: HOUR_MS, run: () => mail.forget() }],
  } satisfies Feature & Outbox
}

const GAUGES = {
  waiting: ['isobar_outbox_waiting_mails', 'Emails waiting in the outbox, due or not'],
  oldestDueSeconds: ['isobar_outbox_oldest_due_seconds', 'How long the oldest due email has been overdue'],
} as const
