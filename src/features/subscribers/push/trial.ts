import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { HOLD_REASON } from '../../../platform/db/hold.ts'
import { HOUR_MS } from '../../../time.ts'
import { getMailWords } from '../../mail/catalogue/index.ts'
import type { createAttempt } from './attempt.ts'
import type { DeviceStore } from './device-store.ts'
import { buildPushSettlement } from './settling.ts'

export interface TrialOptions {
  readonly devices: Pick<DeviceStore, 'findSealed' | 'forget'>
  readonly attempt: ReturnType<typeof createAttempt>
  /** Of a restored copy, which notifies nobody. */
  readonly isOnHold: () => boolean
  readonly siteName: () => string
  readonly clock: Clock
}

/** What became of a test notification, and that in a sentence. `gone`: its device was deleted. */
export interface TrialResult {
  readonly outcome: 'sent' | 'failed' | 'gone'
  readonly message: string
}

export type Trial = ReturnType<typeof createTrial>

const TIMEOUT_MS = 20_000

/** Sends test notifications, at once and without the queue, so that whoever asked for one learns what the push service answered. */
export function createTrial({ devices, attempt, isOnHold, siteName, clock }: TrialOptions) {
  /** Sends one to a device, in its language; null: there is none. */
  return async (by: { readonly id: string } | { readonly client: string }): Promise<TrialResult | null> => {
    if (isOnHold()) throw new AppError('service_unavailable', HOLD_REASON, { retryAfterSeconds: 60 })
    const device = await devices.findSealed(by)
    if (device === undefined) return null
    const { id: deviceId, sealed, lang } = device
    const now = clock.now()
    const words = getMailWords(lang)
    const [title, body] = [words.t('push.testTitle', { service: siteName() }), words.t('push.testBody')]
    // By its tag, each replaces the one before.
    const notice = { id: randomUUIDv7(), tag: deviceId, title, body, url: '/', lang: words.language, dir: words.direction }
    const message = {
      id: notice.id,
      deviceId,
      tag: deviceId,
      payload: JSON.stringify(notice),
      urgency: 'normal',
      // There is no second attempt.
      attempts: Infinity,
      expiresAt: now + HOUR_MS,
      sealed,
    } as const
    const result = await attempt(message, now, AbortSignal.timeout(TIMEOUT_MS))
    if (result === null) return { outcome: 'failed', message: 'The push service did not answer in time' }
    const { state, error } = buildPushSettlement(message, result, now, 0)
    if (state === 'sent') return { outcome: 'sent', message: 'The push service accepted it, and shows it once the browser is online' }
    if (state !== 'gone') return { outcome: 'failed', message: error ?? 'The notification was not sent' }
    await devices.forget(deviceId)
    return { outcome: 'gone', message: 'The push service no longer knows this browser, so the device was deleted' }
  }
}
