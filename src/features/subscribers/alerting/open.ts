import { randomUUIDv7 } from 'node:crypto'
import type { Attribution } from '@isobar/providers/port'
import { Histogram } from 'prom-client'
import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { MailTables } from '../../mail/outbox/index.ts'
import type { SuppressionTables } from '../../mail/suppression/index.ts'
import type { Warnings } from '../../weather/warnings/index.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import { createCellStore } from './cell-store.ts'
import type { ChannelName, ChannelTables } from './channel.ts'
import { createChannels } from './channels.ts'
import { createEventStore } from './event-store.ts'
import { explainPush, type PushAnswer } from './explaining/explain-push.ts'
import { explainAlert, explainPlace } from './explaining/explain.ts'
import { buildSubscriptionAnswer, formatAlertExplanation, writePlaceSections } from './explaining/explanation-text.ts'
import type { PlaceAnswer, SubscriptionAnswer } from './explaining/explanation.ts'
import { createWeatherAlerts } from './job.ts'
import { createNotificationStore } from './notification-store.ts'
import { isExtra, type SourceKind } from './place-state.ts'
import { createPreferenceReader } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'
import { createUrgentStore } from './urgent-store.ts'

export interface AlertingNeeds {
  readonly gateway: Gateway
  readonly attributionOf: (source: string) => Attribution
  /** A source's display name. */
  readonly nameOf: (source: string) => string
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
  /** Wakes what sends the messages of a channel. */
  readonly wakeChannel: (name: ChannelName) => void
  /** Passes on the areas where official warnings have changed. */
  readonly takeChanges: Warnings['takeChanges']
}

/**
 * Maximum age of data for the alert job: older data counts as no answer. Forecasts are requested once an hour, alerts in every run while
 * the budget allows; national feeds have no budget. Air and sea are as recent as for people, who share them.
 */
const MAX_AGE = { relay: 'staleSeconds', forecast: 'staleSeconds', feed: 'freshSeconds' } as const

/** Alert mails for official warnings and forecast hazards: the job, and why it sent a mail or not. */
export function openAlerting(
  foundation: Foundation<AlertingTables & SubscriptionTables & MailTables & SuppressionTables & ChannelTables>,
  { gateway, attributionOf, nameOf, wakeMail, wakeChannel, takeChanges }: AlertingNeeds,
) {
  const { db, addressHash, windows, clock, onError, timeouts, metrics } = foundation
  const readPreferences = createPreferenceReader()
  const latency = new Histogram({
    name: 'isobar_warning_mail_seconds',
    help: 'Delay between the issue or change of an official warning and its mail in the outbox',
    buckets: [30, 60, 90, 120, 180, 300, 600, 1_800],
    registers: [metrics.registry],
  })
  const parts = {
    cells: createCellStore(db),
    urgent: createUrgentStore(db),
    takeChanges,
    onMailed: (latencyMs: number, mails: number) => {
      for (let mail = 0; mail < mails; mail++) latency.observe(latencyMs / 1_000)
    },
    events: createEventStore(db),
    notifications: createNotificationStore(db, { readPreferences, addressHash }),
    channels: createChannels(db, readPreferences, wakeChannel),
    readPreferences,
    gateway,
    sourceOf: (id: string) => ({ name: nameOf(id), attribution: attributionOf(id) }),
    maxAgeMs: (kind: SourceKind) => (isExtra(kind) ? windows()[kind].freshSeconds : windows().alert[MAX_AGE[kind]]) * 1_000,
    timeoutMs: timeouts.requestTimeoutMs,
    newId: randomUUIDv7,
    clock,
  }
  const explaining = { ...parts, db, addressHash }
  return {
    job: createWeatherAlerts({ ...parts, wake: wakeMail, onError }),
    /**
     * Explains in plain words why a mail was or was not sent for a subscription (its id), at an instant (epoch milliseconds) or now (null).
     * @throws AppError not_found, invalid_request; service_unavailable when ADMIN_SECRET is wrong
     */
    explain: async (id: string, at: number | null) => formatAlertExplanation(await explainAlert(id, at, explaining), nameOf),
    /** The same in parts. */
    explainInParts: async (id: string, at: number | null): Promise<SubscriptionAnswer> =>
      buildSubscriptionAnswer(await explainAlert(id, at, explaining), nameOf),
    /** The same for each place of a browser (the id of its device). @throws AppError not_found, invalid_request */
    explainPush: (deviceId: string, at: number | null): Promise<PushAnswer[]> => explainPush(deviceId, at, explaining, nameOf),
    /**
     * What is or was known of a cell, and why each of its subscribers, at most 50, was notified or not.
     * @throws AppError invalid_request
     */
    async explainPlace(cell: number, at: number | null): Promise<PlaceAnswer> {
      const { explanations, ...place } = await explainPlace(cell, at, explaining)
      return {
        sections: writePlaceSections(place, nameOf),
        subscriptions: explanations.map((each) => ({ email: each.row.email, ...buildSubscriptionAnswer(each, nameOf) })),
      }
    },
  }
}
