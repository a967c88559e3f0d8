import { Gauge } from 'prom-client'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { toDeliverableAddress } from '../../../platform/mail/address.ts'
import { systemLookUp } from '../../../platform/upstream/public-address.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { OperatorWebhook } from '../../clients/webhooks/index.ts'
import { parseNoticeAddresses } from '../settings/index.ts'
import { registerTroubleAdmin } from './admin.ts'
import { createCertificates } from './certificates.ts'
import { gatherFacts, type Sources } from './look.ts'
import { createNotices, type NoticeTables } from './notices.ts'
import type { TroubleTables } from './tables.ts'
import { measureClockAhead, createTroubleStore } from './trouble-store.ts'
import { SEVERITIES } from './trouble.ts'
import { createWatch, LOOK_EVERY_MS } from './watch.ts'

export interface TroubleNeeds extends Omit<
  Sources,
  'secretFault' | 'shortSecrets' | 'pendingRestore' | 'clockAhead' | 'certificates' | 'meter' | 'startedAt' | 'webhooks'
> {
  readonly webhooks: {
    stats: (now: number) => Promise<Omit<Awaited<ReturnType<Sources['webhooks']>>, 'isOff'>>
    operators: OperatorWebhook
  }
  readonly wakeMail: () => void
  /** Those who are told of troubles unless a setting names others. */
  readonly ownerAddresses: () => Promise<readonly string[]>
}

type Tables = TroubleTables & NoticeTables & AuditTables

/** What is wrong with the service: for the bar and the dashboard of the back office, for notices and for metrics. */
export function openTroubles(foundation: Foundation<Tables>, { webhooks, wakeMail, ownerAddresses, ...needs }: TroubleNeeds) {
  const { config, db, meter, clock, settings, hold, keyring, metrics, onError } = foundation
  const store = createTroubleStore(db)
  const addresses = async (): Promise<readonly string[]> =>
    parseNoticeAddresses(settings.current().noticeAddresses) ??
    (await ownerAddresses()).filter((each) => toDeliverableAddress(each) !== null)
  const notices = createNotices({
    addresses,
    webhook: webhooks.operators,
    wakeMail,
  })
  const sources: Sources = {
    ...needs,
    meter,
    secretFault: keyring.fault,
    pendingRestore: hold.pending,
    shortSecrets: config.shortSecrets,
    clockAhead: () => measureClockAhead(db),
    startedAt: clock.now(),
    certificates: createCertificates({ allowPrivate: config.WARNING_FEEDS_PRIVATE, lookUp: systemLookUp }),
    async webhooks(now) {
      const [stats, own] = await Promise.all([webhooks.stats(now), webhooks.operators.find()])
      return { ...stats, isOff: own !== null && own.disabledBy !== null }
    },
  }
  const watch = createWatch({
    look: (now) => gatherFacts(sources, now),
    store,
    afterMs: () => settings.current().noticeAfterMinutes * MINUTE_MS,
    announce: (trx, changes, now) => notices.announce(trx as unknown as Queries<NoticeTables>, changes, now),
    wake: notices.wake,
    clock,
    onError,
  })
  const gauge: Gauge = new Gauge({
    name: 'isobar_troubles',
    help: 'Troubles that the back office shows, by severity',
    labelNames: ['severity'],
    registers: [metrics.registry],
    // Every process sees the same.
    aggregator: 'max',
    async collect() {
      const { troubles } = await watch.current()
      for (const severity of SEVERITIES) gauge.set({ severity }, troubles.filter((each) => each.severity === severity).length)
    },
  })
  return {
    current: watch.current,
    adminRoutes: (app) =>
      registerTroubleAdmin(app, {
        watch,
        store,
        webhook: webhooks.operators,
        settings,
        addresses,
        testMail: () => notices.testMail(db, clock.now()),
        record: (action, actor, after) =>
          recordAudit(db, { at: clock.now(), actor, action, object: { type: 'notice', id: null }, ...(after && { after }) }),
      }),
    tasks: [{ name: 'looking for troubles', everyMs: LOOK_EVERY_MS, run: async () => void (await watch.current()) }],
  } satisfies Feature & Record<string, unknown>
}
