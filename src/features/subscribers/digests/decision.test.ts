import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../../time.ts'
import { type DecisionContext, decideDigest } from './decision.ts'
import { computeDigestPeriods } from './period.ts'
import type { DigestEntry, DuePart } from './recipient.ts'
import type { Decision } from './store.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

describe('the mail for what is due', () => {
  const newest: DigestEntry = {
    frequency: 'weekly',
    city: null,
    email: 'Ada@example.org',
    lang: 'de',
    units: 'si',
    timezone: 'Europe/Berlin',
    unsubscribeToken: 'token',
    updatedAt: 0,
  }
  const city = (cell: number) => ({ cell, name: `City ${cell}`, lat: cell, lon: 0 })
  const due = (change: Partial<DuePart> = {}): DuePart => ({
    frequencies: ['weekly'],
    cities: [city(1)],
    newsletter: false,
    newest,
    ...change,
  })
  const context: DecisionContext = {
    runId: 'run',
    now: NOW,
    periods: computeDigestPeriods(NOW),
    partOf: (cell) => (cell < 5 ? `part ${cell}` : null),
  }
  const popular = [
    { name: 'Popular', lat: 9, lon: 9, part: 'part 9' },
    { name: 'City 1', lat: 1, lon: 0, part: 'part 1' },
  ]
  const decide = (change: Partial<DuePart> = {}, places = popular) => decideDigest(due(change), places, 'hash', context)

  it('names its periods in its key and its deliveries, the longest first', () => {
    const decision = decide({ frequencies: ['monthly', 'daily'] })
    assert.equal(decision?.mail.key, 'digest:hash:monthly/2026-07-01,daily/2026-07-01')
    assert.deepEqual(decision.deliveries, [
      { addressHash: 'hash', frequency: 'monthly', period: '2026-07-01' },
      { addressHash: 'hash', frequency: 'daily', period: '2026-07-01' },
    ])
    assert.deepEqual((decision.mail.data as { period: object }).period, {
      frequencies: ['monthly', 'daily'],
      from: '2026-07-01',
      to: '2026-07-31',
    })
  })

  it('is worth sending for a day if it is daily, else for two', () => {
    assert.equal(decide({ frequencies: ['daily'] })?.mail.dropAfter, NOW + DAY_MS)
    assert.equal(decide({ frequencies: ['weekly', 'daily'] })?.mail.dropAfter, NOW + 2 * DAY_MS)
  })

  it('has each part once, and an unsubscribe link for digests', () => {
    const { mail } = decide({ cities: [city(1), city(2), city(7)], newsletter: true }) ?? {}
    assert.deepEqual(mail?.parts, ['part 1', 'part 2', 'part 9'])
    assert.deepEqual(
      { unsubscribe: mail.unsubscribe, to: mail.to, lang: mail.lang, units: mail.units, timezone: mail.timezone },
      { unsubscribe: { token: 'token', scope: 'digest' }, to: newest.email, lang: 'de', units: 'si', timezone: 'Europe/Berlin' },
    )
  })

  it('waits for the next run if no place has weather, or a newsletter alone has nothing to show', () => {
    assert.equal(decide({ cities: [city(7)] }), undefined)
    assert.equal(decide({ cities: [city(7)], newsletter: true }), undefined)
    assert.ok(decide({ cities: [city(7), city(1)] }) !== undefined)
    assert.equal(decide({ cities: [], newsletter: true }, []), undefined)
    assert.ok(decide({ cities: [], newsletter: true }) !== undefined)
    const of = (decision: Decision | undefined) =>
      (decision as { mail: { data: { newsletter?: unknown } } } | undefined)?.mail.data.newsletter
    assert.deepEqual(
      [of(decide()), of(decide({ newsletter: true }, [])), of(decide({ newsletter: true }))],
      [null, null, { places: popular }],
    )
  })
})
