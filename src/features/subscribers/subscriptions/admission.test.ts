import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../errors.ts'
import { type AdmissionFacts, admitSubscription } from './admission.ts'
import type { SubscriptionInput } from './input.ts'
import { CONFIRM_WITHIN_MS, MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT, MAX_ROWS_PER_CLIENT } from './limits.ts'
import type { Counts } from './row-store.ts'
import type { Subscription } from './subscription.ts'
import { CONFIRMED, NOW, PROVED, buildTestSubscription, UNCONFIRMED } from './testing/rows.ts'

const INPUT: SubscriptionInput = {
  email: 'ADA@example.org',
  emailKey: 'ada@example.org',
  type: 'city_alerts',
  cell: 1,
  cityName: undefined,
  cityLat: 52.52,
  cityLon: 13.41,
  frequency: undefined,
  alertOnRain: undefined,
  alertOnStorm: undefined,
  alertPrefs: undefined,
  lang: undefined,
  units: undefined,
  timezone: undefined,
}
const NONE: Counts = { citiesOfEmail: 0, activeOfClient: 0, rowsOfClient: 0, isTrusted: false }
const admitted = (facts: Partial<AdmissionFacts> = {}, input: Partial<SubscriptionInput> = {}): Subscription =>
  admitSubscription(
    { ...INPUT, ...input },
    { client: 'client', same: undefined, counts: NONE, confirmation: true, isRefused: false, now: NOW, ...facts },
  )
const ENDED = { at: NOW - 1, by: 'client' } as const

describe('the limits of new subscriptions', () => {
  const isRefused = (facts: Partial<AdmissionFacts>, counts: Partial<Counts>, input: Partial<SubscriptionInput> = {}): boolean => {
    try {
      admitted({ confirmation: false, ...facts, counts: { ...NONE, ...counts } }, input)
      return false
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'limit_reached')
      return true
    }
  }
  const table: readonly (readonly [string, boolean, ...Parameters<typeof isRefused>])[] = [
    ['the last city of an address', false, {}, { citiesOfEmail: MAX_CITIES_PER_EMAIL - 1 }],
    ['one more', true, {}, { citiesOfEmail: MAX_CITIES_PER_EMAIL }],
    ['one more that is not confirmed and so does not count', false, { confirmation: true }, { citiesOfEmail: MAX_CITIES_PER_EMAIL }],
    ['a newsletter, which does not count', false, {}, { citiesOfEmail: MAX_CITIES_PER_EMAIL }, { type: 'newsletter', cell: null }],
    ['a city that counts already', false, { same: buildTestSubscription() }, { citiesOfEmail: MAX_CITIES_PER_EMAIL }],
    ['a city that was ended', true, { same: buildTestSubscription({ ended: ENDED }) }, { citiesOfEmail: MAX_CITIES_PER_EMAIL }],
    [
      'a city that was not confirmed',
      true,
      { same: buildTestSubscription({ confirmation: UNCONFIRMED }) },
      { citiesOfEmail: MAX_CITIES_PER_EMAIL },
    ],
    ['the last one of a client', false, {}, { activeOfClient: MAX_PER_CLIENT - 1 }],
    ['one more', true, {}, { activeOfClient: MAX_PER_CLIENT }],
    ['one that is active already', false, { same: buildTestSubscription() }, { activeOfClient: MAX_PER_CLIENT }],
    ['one that was ended', true, { same: buildTestSubscription({ ended: ENDED }) }, { activeOfClient: MAX_PER_CLIENT }],
    ['the last row of a client', false, {}, { rowsOfClient: MAX_ROWS_PER_CLIENT - 1 }],
    ['one more', true, {}, { rowsOfClient: MAX_ROWS_PER_CLIENT }],
    ['a row that exists', false, { same: buildTestSubscription({ ended: ENDED }) }, { rowsOfClient: MAX_ROWS_PER_CLIENT }],
  ]
  for (const [what, expected, ...situation] of table)
    it(`${what}: ${expected ? 'refused' : 'admitted'}`, () => assert.equal(isRefused(...situation), expected))
})

describe('whether a subscription is confirmed at once', () => {
  const table: readonly (readonly [string, Partial<AdmissionFacts>, boolean, provedAt?: number | null])[] = [
    ['double opt-in is off', { confirmation: false }, true, null],
    ['double opt-in is off, though the address refused it', { confirmation: false, isRefused: true }, true, null],
    ['nothing is known of the address', {}, false],
    ['the address trusts the client', { counts: { ...NONE, isTrusted: true } }, true, NOW],
    ['the address trusts the client but refused this one', { counts: { ...NONE, isTrusted: true }, isRefused: true }, false],
    ['it was proved', { same: buildTestSubscription({ confirmation: PROVED }) }, true, NOW - 30_000],
    ['it was proved and ended', { same: buildTestSubscription({ confirmation: PROVED, ended: ENDED }) }, true, NOW - 30_000],
    ['it was proved and refused', { same: buildTestSubscription({ confirmation: PROVED }), isRefused: true }, false],
    ['it is deliverable by its client’s word', { same: buildTestSubscription() }, true, null],
    ['it was deliverable by its client’s word, and ended', { same: buildTestSubscription({ ended: ENDED }) }, false],
    ['it was deliverable by its client’s word, and refused', { same: buildTestSubscription(), isRefused: true }, false],
    ['it waits for its confirmation', { same: buildTestSubscription({ confirmation: UNCONFIRMED }) }, false],
  ]
  for (const [what, facts, isConfirmed, proved = null] of table)
    it(`${what}: ${isConfirmed}`, () => {
      const at = facts.same?.confirmation.isConfirmed === true ? facts.same.confirmation.at : NOW
      assert.deepEqual(
        admitted(facts).confirmation,
        isConfirmed ? { isConfirmed, at, provedAt: proved } : { isConfirmed, before: NOW + CONFIRM_WITHIN_MS },
      )
    })
})

describe('what is written', () => {
  it('is the default of each omitted setting for a new one', () => {
    const { id, unsubscribeToken, confirmation: _, ...rest } = admitted({}, { cityName: 'Berlin' })
    assert.match(`${id} ${unsubscribeToken}`, /^[\da-f-]{36} [\da-f-]{36}$/)
    assert.deepEqual(rest, {
      client: 'client',
      email: 'ADA@example.org',
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
      timezone: 'Europe/Berlin',
      langNamedAt: null,
      unitsNamedAt: null,
      timezoneNamedAt: null,
      ended: null,
      createdAt: NOW,
      updatedAt: NOW,
    })
  })

  it('is the former value of each omitted setting for a known one, active again', () => {
    const same = buildTestSubscription({
      confirmation: CONFIRMED,
      ended: ENDED,
      frequency: 'daily',
      alertOnRain: true,
      alertOnStorm: true,
      alertPrefs: { fog: true },
      lang: 'de',
      units: 'si',
      timezone: 'Asia/Tokyo',
      langNamedAt: 1,
      unitsNamedAt: 2,
      timezoneNamedAt: 3,
    })
    const { confirmation: _, ...written } = admitted({ same }, { cityLat: undefined, cityLon: undefined })
    const { confirmation: __, ...before } = same
    assert.deepEqual(written, { ...before, email: 'ADA@example.org', ended: null, updatedAt: NOW })
  })

  it('is each setting that the request names, with the time', () => {
    const named = {
      cityName: 'Home',
      frequency: 'hourly',
      alertOnRain: true,
      alertOnStorm: true,
      alertPrefs: { snow: true },
      lang: 'fr',
      units: 'uk',
      timezone: 'Europe/Paris',
    } as const
    const { cityName, frequency, alertOnRain, alertOnStorm, alertPrefs, lang, units, timezone, ...rest } = admitted(
      { same: buildTestSubscription() },
      named,
    )
    assert.deepEqual({ cityName, frequency, alertOnRain, alertOnStorm, alertPrefs, lang, units, timezone }, named)
    assert.deepEqual(
      { langNamedAt: rest.langNamedAt, unitsNamedAt: rest.unitsNamedAt, timezoneNamedAt: rest.timezoneNamedAt },
      { langNamedAt: NOW, unitsNamedAt: NOW, timezoneNamedAt: NOW },
    )
  })
})
