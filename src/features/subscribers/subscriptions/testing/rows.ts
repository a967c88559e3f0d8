import type { Subscription } from '../subscription.ts'

export const NOW = Date.parse('2026-07-01T12:00:00Z')

/** An active alert subscription to Berlin, confirmed a minute ago by its client's word alone. */
export function buildTestSubscription(change: Partial<Subscription> = {}): Subscription {
  return {
    id: 'id',
    client: 'client',
    email: 'Ada@example.org',
    emailKey: 'ada@example.org',
    type: 'city_alerts',
    cell: 1,
    cityName: 'Berlin',
    cityLat: 52.52,
    cityLon: 13.41,
    frequency: 'immediate',
    alertOnRain: false,
    alertOnStorm: false,
    alertPrefs: {},
    lang: 'en',
    units: 'metric',
    timezone: 'UTC',
    langNamedAt: null,
    unitsNamedAt: null,
    timezoneNamedAt: null,
    confirmation: CONFIRMED,
    ended: null,
    unsubscribeToken: 'token',
    createdAt: NOW - 60_000,
    updatedAt: NOW - 60_000,
    ...change,
  }
}

export const CONFIRMED: Subscription['confirmation'] = { isConfirmed: true, at: NOW - 60_000, provedAt: null }
export const PROVED: Subscription['confirmation'] = { isConfirmed: true, at: NOW - 60_000, provedAt: NOW - 30_000 }
export const UNCONFIRMED: Subscription['confirmation'] = { isConfirmed: false, before: NOW + 60_000 }
