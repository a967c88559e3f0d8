import type { Foundation } from './foundation.ts'
import { type MaintenanceTask, startMaintenance } from '../platform/maintenance.ts'
import type { Periodic } from '../platform/periodic.ts'
import type { Services } from './services.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

/** What maintenance looks after. */
type Kept = Pick<
  Services,
  'tiles' | 'reports' | 'analytics' | 'usage' | 'accounts' | 'mail' | 'subscriptions' | 'outside' | 'history' | 'places' | 'backOffice'
>

/** What every node does again and again besides answering, one line each. */
export function startTasks(foundation: Foundation, kept: Kept): Periodic {
  const tasks: readonly MaintenanceTask[] = [
    { name: 'sweeping what has expired', everyMs: MINUTE_MS, run: () => sweep(foundation, kept) },
    { name: 'summing up analytics', everyMs: MINUTE_MS, run: () => kept.analytics.maintain() },
    { name: 'summing up provider calls', everyMs: MINUTE_MS, run: () => kept.usage.maintain() },
    { name: 'deleting ended sessions', everyMs: MINUTE_MS, run: () => kept.accounts.sweep() },
    { name: 'exchanging contacts with the mail service', everyMs: MINUTE_MS, run: () => kept.outside.exchange.goOn() },
    { name: 'deleting old mails', everyMs: HOUR_MS, run: () => kept.mail.forget() },
    { name: 'erasing old subscriptions', everyMs: HOUR_MS, run: () => kept.subscriptions.erase() },
    ...kept.history.tasks,
    ...kept.places.tasks,
    ...kept.backOffice.messages.tasks,
  ]
  return startMaintenance(tasks, { onError: foundation.onError, onRun: foundation.counted.maintenance })
}

async function sweep({ level, gatewayStore, clock }: Foundation, { tiles, reports }: Kept): Promise<void> {
  while ((await level.sweep()) > 0);
  await gatewayStore.deletePassedWindows(clock.now())
  await tiles.evict()
  await reports.trim()
}
