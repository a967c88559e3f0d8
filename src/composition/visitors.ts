import { type AnalyticsService, createAnalyticsService, createAnalyticsStore } from '../features/site/analytics/index.ts'
import { createReportService, createReportStore, type ReportService } from '../features/weather/reports/index.ts'
import { createSubscriptions, type Subscriptions } from '../features/subscribers/subscriptions/index.ts'
import type { Links } from './connections.ts'
import type { Foundation } from './foundation.ts'
import type { Gateway } from '../gateway/index.ts'

/** What visitors leave with us. */
export interface Visitors {
  readonly reports: ReportService
  readonly analytics: AnalyticsService
  readonly subscriptions: Subscriptions
}

export interface VisitorParts {
  readonly foundation: Foundation
  readonly links: Links
  readonly gateway: Gateway
  /** Tells the workers that there is a mail. */
  readonly wakeMail: () => void
}

export function openVisitors({ foundation, links, gateway, wakeMail }: VisitorParts): Visitors {
  const { storage, keyedHash, sealing, clock, onError } = foundation
  const db = storage.database.kysely
  return {
    reports: createReportService({
      gateway,
      store: createReportStore(db),
      clientIdHash: (clientId) => keyedHash('client id', clientId),
      clock,
    }),
    analytics: createAnalyticsService({
      store: createAnalyticsStore(db),
      clock,
      eventsPerDay: () => foundation.settings.current().analyticsEventsPerDay,
      onError,
    }),
    subscriptions: createSubscriptions({ db, clock, confirmation: links.confirmation, keyedHash, sealing, wakeMail }),
  }
}
