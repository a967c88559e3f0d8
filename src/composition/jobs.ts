import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '../errors.ts'
import {
  createCellStore,
  createEventStore,
  createPreferenceReader,
  createNotificationStore,
  createWeatherAlerts,
} from '../features/subscribers/alerting/index.ts'
import { createDigestJob, createDigestStore } from '../features/subscribers/digests/index.ts'
import type { History } from '../features/weather/history/index.ts'
import {
  createJobs,
  createRunStore,
  dailyAt,
  everyMinutes,
  type JobName,
  type Jobs,
  type Schedule,
  startScheduler,
  takeJobLock,
} from '../features/operations/jobs/index.ts'
import { MAX_CHECKS, type Places } from '../features/weather/places/index.ts'
import type { Settings } from '../features/operations/settings/index.ts'
import type { Foundation } from './foundation.ts'
import type { Gateway } from '../gateway/index.ts'
import type { Attribution } from '../providers/provider.ts'

export interface JobParts {
  readonly foundation: Foundation
  readonly gateway: Gateway
  readonly history: History
  readonly places: Places
  readonly attributionOf: (source: string) => Attribution
  /** The provider's name, as people know it. */
  readonly nameOf: (source: string) => string
  /** Tells the workers that there are mails. */
  readonly wakeMail: () => void
}

/**
 * How old data may be for the alert job: beyond that a source counts as not heard. Forecasts are asked for once in an hour, alerts in every run
 * while the budget allows; the national feed has none.
 */
const MAX_AGE = { primary: 'staleSeconds', second: 'staleSeconds', national: 'freshSeconds' } as const
/** Places that a newsletter shows. */
const POPULAR_PLACES = 10
/** Towns that one shows where nobody searches or follows anything yet: each costs a call. */
const LARGEST_TOWNS = 5

/** The scheduled jobs, and unless SCHEDULER is off the schedule in this process. */
export function openJobs(parts: JobParts): Jobs {
  const { foundation } = parts
  const { clock, onError, storage, counted, settings } = foundation
  const jobs = createJobs({
    jobs: [digestJob(parts), alertJob(parts)],
    store: createRunStore(storage.database.kysely),
    takeLock: (name) => takeJobLock(storage.database.pool, name),
    clock,
    onError,
    onFinished: counted.jobRun,
  })
  const { fault } = foundation.keyring
  // Under a wrong ADMIN_SECRET nobody would be recognised: who has had what, and who wants no mail.
  if (fault !== null) return { ...jobs, start: () => Promise.reject(new AppError('service_unavailable', fault, { retryAfterSeconds: 60 })) }
  if (!foundation.config.SCHEDULER) return jobs
  const scheduler = startScheduler({ jobs, schedules: schedulesIn(settings), clock, onError })
  return {
    ...jobs,
    close() {
      scheduler.stop()
      return jobs.close()
    },
  }
}

/** When the jobs run, read at every look: a changed setting counts from the next one on. */
export function schedulesIn(settings: Settings): Readonly<Record<JobName, Schedule>> {
  return {
    get 'weekly-digests'() {
      return dailyAt(settings.current().digestHourUtc)
    },
    get 'weather-alerts'() {
      return everyMinutes(settings.current().alertEveryMinutes)
    },
  }
}

function digestJob({ foundation, gateway, history, places, attributionOf, wakeMail }: JobParts) {
  const { storage, addressHash, windows, clock, onError } = foundation
  return createDigestJob({
    store: createDigestStore(storage.database.kysely),
    gateway,
    history: history.service,
    attributionOf,
    windows,
    addressHash,
    async popularPlaces() {
      // A point without a name says nothing to a reader, and may say where somebody lives.
      const { checks } = await places.recentChecks.list(MAX_CHECKS)
      return checks.flatMap(({ name, lat, lon }) => (name === null ? [] : { name, lat, lon })).slice(0, POPULAR_PLACES)
    },
    nameOf: async (place) => (await places.gazetteer.townNear(place))?.name ?? null,
    async townsFor({ lang, timezone }) {
      const country = (await places.gazetteer.countryOfZone(timezone)) ?? new Intl.Locale(lang).maximize().region
      if (country === undefined) return null
      return { country, towns: await places.gazetteer.largestOf(country, LARGEST_TOWNS) }
    },
    onEnqueued: wakeMail,
    clock,
    onError,
  })
}

function alertJob({ foundation, gateway, attributionOf, nameOf, wakeMail }: JobParts) {
  const { storage, addressHash, windows, clock, onError, config } = foundation
  const db = storage.database.kysely
  const readPreferences = createPreferenceReader()
  return createWeatherAlerts({
    cells: createCellStore(db),
    events: createEventStore(db),
    notifications: createNotificationStore(db, { readPreferences, addressHash }),
    readPreferences,
    gateway,
    sourceOf: (id) => ({ name: nameOf(id), attribution: attributionOf(id) }),
    maxAgeMs: (role) => windows().alert[MAX_AGE[role]] * 1_000,
    timeoutMs: config.REQUEST_TIMEOUT_MS,
    newId: randomUUIDv7,
    wake: wakeMail,
    clock,
    onError,
  })
}
