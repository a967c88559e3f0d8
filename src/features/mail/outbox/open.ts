import { Counter, Gauge, type Registry } from 'prom-client'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { MailFailure, type MailTransport } from '../../../platform/mail/transport.ts'
import { HOUR_MS } from '../../../time.ts'
import type { SuppressionTables } from '../suppression/index.ts'
import { type RenderMail } from '../templates/index.ts'
import { createOutboxAdminStore, type OutboxAdminStore } from './admin-store.ts'
import { registerOutboxAdmin } from './admin.ts'
import { createMail, type Mail } from './mail.ts'
import { openToken } from './outgoing.ts'
import type { MailTables } from './tables.ts'

export interface OutboxNeeds {
  readonly transport: MailTransport
  readonly render: RenderMail
  /** The ids of all templates. */
  readonly templates: readonly string[]
}

/** The outbox, with the workers that drain it through the current transport. */
export interface Outbox extends Mail {
  /** Its contents as the back office sees them. */
  readonly items: OutboxAdminStore
}

/** Mails are written in the transaction that decides on them and sent after its commit. */
export function openOutbox(
  foundation: Foundation<MailTables & SuppressionTables & AuditTables>,
  { transport, render, templates }: OutboxNeeds,
) {
  const { config, db, linkBase, settings, clock, keyring, sealing, metrics, onError } = foundation
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
    render(outgoing) {
      // Without the key, suppressed addresses cannot be recognized and links cannot be opened: all mails wait, as for an unreachable
      // server.
      if (keyring.fault !== null) throw new MailFailure('unreachable', keyring.fault)
      return render(openToken(outgoing, sealing))
    },
    publicUrl: linkBase.origin,
    sender: config.MAIL_FROM.address,
    addressHash: (emailKey) => (keyring.fault === null ? keyring.keyedHash : keyring.passingHash)('address', emailKey),
    clock,
    perSecond: () => (transport.kind === 'files' ? null : settings.current().mailPerSecond),
    onOutcome: (outcome) => outcomes.inc({ outcome }),
    onError,
  })
  watchQueue(metrics.registry, mail.queueStats)
  return {
    ...mail,
    items,
    adminRoutes: (app) => registerOutboxAdmin(app, { outbox: items, wakeMail: mail.wake, clock }),
    tasks: [{ name: 'deleting old mails', everyMs: HOUR_MS, run: () => mail.forget() }],
  } satisfies Feature & Outbox
}

/** Exports queue gauges; each scrape queries the database. */
function watchQueue(registry: Registry, read: Mail['queueStats']): void {
  const nothing = { waiting: Number.NaN, oldestDueSeconds: Number.NaN }
  let reading: Promise<typeof nothing> | undefined
  // One query serves both gauges. Without the database they have no value.
  const once = () =>
    (reading ??= read()
      .catch(() => nothing)
      .finally(() => (reading = undefined)))
  const gauge = (name: string, help: string, value: (stats: typeof nothing) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [],
      // Every process reads the same values.
      aggregator: 'max',
      async collect() {
        this.set(value(await once()))
      },
    })
  registry.registerMetric(gauge('isobar_outbox_waiting_mails', 'Emails waiting in the outbox, due or not', ({ waiting }) => waiting))
  registry.registerMetric(
    gauge('isobar_outbox_oldest_due_seconds', 'How long the oldest due email has been overdue', ({ oldestDueSeconds }) => oldestDueSeconds),
  )
}
