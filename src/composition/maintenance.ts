import type { Foundation } from './foundation.ts'
import { type Periodic, repeat } from '../platform/periodic.ts'
import type { Services } from './services.ts'

/** One job of maintenance: how often, what it is for, as a failure names it, and what it does. */
type MaintenanceTask = readonly [everyMs: number, what: string, work: () => Promise<void>]

/** What maintenance looks after. */
export type Kept = Pick<Services, 'tiles' | 'reports' | 'analytics' | 'usage' | 'accounts' | 'mail' | 'subscriptions' | 'outside'>

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** What every node does again and again besides answering. */
export function startMaintenance(foundation: Foundation, kept: Kept): Periodic {
  const tasks: readonly MaintenanceTask[] = [
    [MINUTE_MS, 'sweeping what has expired', () => sweep(foundation, kept)],
    [MINUTE_MS, 'summing up analytics', () => kept.analytics.maintain()],
    [MINUTE_MS, 'summing up provider calls', () => kept.usage.maintain()],
    [MINUTE_MS, 'forgetting ended sessions', () => kept.accounts.sweep()],
    [MINUTE_MS, 'exchanging contacts with the mail service', () => kept.outside.exchange.goOn()],
    [HOUR_MS, 'forgetting old mails', () => kept.mail.forget()],
    [HOUR_MS, 'erasing old subscriptions', () => kept.subscriptions.erase()],
  ]
  const repeated = tasks.map(([everyMs, what, work]) => repeat(everyMs, work, (error) => foundation.onError(error, what)))
  return {
    async stop() {
      await Promise.all(repeated.map((task) => task.stop()))
    },
  }
}

async function sweep({ level, gatewayStore, clock }: Foundation, { tiles, reports }: Kept): Promise<void> {
  while ((await level.sweep()) > 0);
  await gatewayStore.deletePassedWindows(clock.now())
  await tiles.evict()
  await reports.trim()
}
