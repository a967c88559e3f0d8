import { randomUUID } from 'node:crypto'
import { AppError } from '../../../errors.ts'
import { type SubscriptionInput, getZoneOrUtc } from './input.ts'
import { CONFIRM_WITHIN_MS, MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT, MAX_ROWS_PER_CLIENT } from './limits.ts'
import type { Counts } from './row-store.ts'
import { FREQUENCIES_OF, isDeliverable, findProofTime, type Subscription } from './subscription.ts'

/** The facts that decide whether a subscription is admitted. */
export interface AdmissionFacts {
  /** Keyed hash of the clientId. */
  readonly client: string
  /** The row with the same identity, active or not. */
  readonly same: Subscription | undefined
  readonly counts: Counts
  readonly confirmation: boolean
  /** Whether the address ended this very subscription by mail. Then the client's word is not enough. */
  readonly isRefused: boolean
  readonly now: number
}

/**
 * The subscription to write: the existing row if there is one, active, with omitted settings unchanged. It is confirmed if double opt-in is
 * off, if it was before, or if the address has confirmed this client already. An ended one that no link proved needs a new confirmation.
 * @throws AppError limit_reached
 */
export function admitSubscription(
  input: SubscriptionInput,
  { client, same, counts, confirmation, isRefused, now }: AdmissionFacts,
): Subscription {
  const isProved = !isRefused && (counts.isTrusted || (same !== undefined && findProofTime(same) !== null))
  const isConfirmed = !confirmation || isProved || (!isRefused && same !== undefined && isDeliverable(same))
  const { type, cell, cityLat, cityLon } = input
  const namedAt = (named: string | undefined, before: number | null = null): number | null => (named === undefined ? before : now)
  refuseBeyondLimits(same, counts, isConfirmed && cell !== null)
  return {
    id: same?.id ?? randomUUID(),
    client,
    email: input.email,
    emailKey: input.emailKey,
    type,
    cell,
    cityName: input.cityName ?? same?.cityName ?? null,
    cityLat: cityLat ?? same?.cityLat ?? null,
    cityLon: cityLon ?? same?.cityLon ?? null,
    frequency: input.frequency ?? same?.frequency ?? FREQUENCIES_OF[type][0],
    alertOnRain: input.alertOnRain ?? same?.alertOnRain ?? false,
    alertOnStorm: input.alertOnStorm ?? same?.alertOnStorm ?? false,
    alertPrefs: input.alertPrefs ?? same?.alertPrefs ?? {},
    lang: input.lang ?? same?.lang ?? 'en',
    units: input.units ?? same?.units ?? 'metric',
    timezone: input.timezone ?? same?.timezone ?? getZoneOrUtc(cityLat, cityLon),
    langNamedAt: namedAt(input.lang, same?.langNamedAt),
    unitsNamedAt: namedAt(input.units, same?.unitsNamedAt),
    timezoneNamedAt: namedAt(input.timezone, same?.timezoneNamedAt),
    confirmation: isConfirmed
      ? {
          isConfirmed,
          at: same?.confirmation.isConfirmed === true ? same.confirmation.at : now,
          provedAt: isProved ? ((same && findProofTime(same)) ?? now) : null,
        }
      : { isConfirmed, before: now + CONFIRM_WITHIN_MS },
    ended: null,
    unsubscribeToken: same?.unsubscribeToken ?? randomUUID(),
    createdAt: same?.createdAt ?? now,
    updatedAt: now,
  }
}

function refuseBeyondLimits(same: Subscription | undefined, counts: Counts, countsForEmail: boolean): void {
  const isNew = same?.ended !== null
  const countedBefore = same !== undefined && isDeliverable(same)
  if (countsForEmail && !countedBefore && counts.citiesOfEmail >= MAX_CITIES_PER_EMAIL) throw buildEmailLimitError()
  if (isNew && counts.activeOfClient >= MAX_PER_CLIENT) throw buildClientLimitError()
  if (same === undefined && counts.rowsOfClient >= MAX_ROWS_PER_CLIENT) {
    throw new AppError('limit_reached', `A clientId can create at most ${MAX_ROWS_PER_CLIENT} subscriptions within 30 days`)
  }
}

/** AppError limit_reached: the address has too many active city subscriptions. */
export function buildEmailLimitError(): AppError {
  return new AppError('limit_reached', `An email address can have at most ${MAX_CITIES_PER_EMAIL} active city subscriptions`)
}

/** AppError limit_reached: the clientId has too many active subscriptions. */
export function buildClientLimitError(): AppError {
  return new AppError('limit_reached', `A clientId can have at most ${MAX_PER_CLIENT} active subscriptions`)
}
