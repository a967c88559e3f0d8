import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DigestEntry, findDuePart } from './recipient.ts'

const BERLIN = { cell: 1, name: 'Berlin', lat: 52.52, lon: 13.41 }
const AACHEN = { cell: 2, name: 'Aachen', lat: 50.78, lon: 6.08 }
const NAMELESS = { cell: 3, name: null, lat: 1, lon: 2 }

let changes = 0
function entry(city: DigestEntry['city'], frequency: DigestEntry['frequency'], more: Partial<DigestEntry> = {}): DigestEntry {
  const own = {
    email: 'a@example.com',
    lang: 'en',
    units: 'metric' as const,
    timezone: 'UTC',
    unsubscribeToken: 'token',
    updatedAt: ++changes,
  }
  return { frequency, city, ...own, ...more }
}

const dueOf = (entries: readonly DigestEntry[], ...delivered: DigestEntry['frequency'][]) =>
  findDuePart({ emailKey: 'a@example.com', subscriptions: entries.length, entries }, new Set(delivered))

describe('what is due for an address', () => {
  it('is everything whose frequency has had no digest in its period', () => {
    const entries = [entry(BERLIN, 'weekly'), entry(AACHEN, 'daily'), entry(null, 'monthly')]
    const all = dueOf(entries)
    assert.deepEqual(all?.frequencies, ['monthly', 'weekly', 'daily'])
    assert.deepEqual(
      all.cities.map(({ name }) => name),
      ['Aachen', 'Berlin'],
    )
    assert.equal(all.newsletter, true)
    const rest = dueOf(entries, 'monthly', 'weekly')
    assert.deepEqual(
      { frequencies: rest?.frequencies, cities: rest?.cities, newsletter: rest?.newsletter },
      { frequencies: ['daily'], cities: [AACHEN], newsletter: false },
    )
    assert.equal(dueOf(entries, 'monthly', 'weekly', 'daily'), undefined)
    assert.equal(dueOf([]), undefined)
  })

  it('shows a place once, under its latest name, whatever the frequencies', () => {
    const entries = [entry({ ...BERLIN, name: 'Berlin-Mitte' }, 'weekly'), entry({ ...BERLIN, name: 'Home' }, 'daily')]
    assert.deepEqual(
      dueOf(entries)?.cities.map(({ name }) => name),
      ['Home'],
    )
    assert.deepEqual(
      dueOf(entries, 'daily')?.cities.map(({ name }) => name),
      ['Berlin-Mitte'],
    )
  })

  it('uses the settings of the row changed last, due or not', () => {
    const newest = entry(AACHEN, 'daily', { updatedAt: 1e9, lang: 'de', units: 'imperial', timezone: 'Europe/Berlin' })
    assert.equal(dueOf([newest, entry(BERLIN, 'weekly')], 'daily')?.newest, newest)
  })

  it('lists places by name, unnamed ones last', () => {
    const names = dueOf([NAMELESS, BERLIN, AACHEN].map((city) => entry(city, 'daily')))?.cities.map(({ name }) => name)
    assert.deepEqual(names, ['Aachen', 'Berlin', null])
    const alike = [9, 4, 7].map((cell) => entry({ ...BERLIN, cell }, 'daily'))
    const nameless = [8, 3].map((cell) => entry({ ...NAMELESS, cell }, 'daily'))
    assert.deepEqual(
      dueOf([...nameless, ...alike])?.cities.map(({ cell }) => cell),
      [4, 7, 9, 3, 8],
    )
  })
})
