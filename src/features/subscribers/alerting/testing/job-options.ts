import { randomUUID } from 'node:crypto'
import { createCellStore } from '../cell-store.ts'
import { createChannels } from '../channels.ts'
import { createEventStore } from '../event-store.ts'
import { createWeatherAlerts, type WeatherAlertsOptions } from '../job.ts'
import { createNotificationStore } from '../notification-store.ts'
import { createPreferenceReader } from '../subscriber.ts'
import { createUrgentStore } from '../urgent-store.ts'
import type { AlertApp } from './alert-app.ts'

/** The job's options with the service's own parts, for tests that replace one of them. */
export function buildAlertJobOptions(app: AlertApp): WeatherAlertsOptions {
  const { storage, gateway, keyedHash, clock, windows } = app.services
  const db = storage.database.kysely
  const readPreferences = createPreferenceReader()
  const attribution = { name: '', text: '', url: 'https://example.com/', license: '' }
  return {
    cells: createCellStore(db),
    urgent: createUrgentStore(db),
    takeChanges: app.services.warnings.takeChanges,
    onMailed: () => undefined,
    events: createEventStore(db),
    notifications: createNotificationStore(db, { readPreferences, addressHash: (emailKey) => keyedHash('address', emailKey) }),
    channels: createChannels(db, readPreferences, () => undefined),
    readPreferences,
    gateway,
    sourceOf: (id) => ({ name: id, attribution }),
    maxAgeMs: () => windows().alert.staleSeconds * 1_000,
    timeoutMs: 6_000,
    newId: randomUUID,
    wake: () => undefined,
    clock,
    onError: () => undefined,
  }
}

export function runJob(app: AlertApp, options: WeatherAlertsOptions, signal = new AbortController().signal) {
  return createWeatherAlerts(options).run({
    runId: randomUUID(),
    trigger: 'cron',
    dryRun: false,
    startedAt: app.clock.now(),
    signal,
    progress: () => undefined,
  })
}
