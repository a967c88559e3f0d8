import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openCapFeed } from '@isobar/providers/cap-feed'
import { createDwd } from '@isobar/providers/dwd'
import { createEccc } from '@isobar/providers/eccc'
import { FEED_READERS } from '@isobar/providers/feed-readers'
import { createMetNorway } from '@isobar/providers/met-norway'
import { createMeteoAlarm } from '@isobar/providers/meteoalarm'
import { createNws } from '@isobar/providers/nws'
import { type PaidCalls, ProviderFailure } from '@isobar/providers/port'
import { openFeedReading } from '../../../composition/feed-reading.ts'
import { createFeedReading } from './feed-reading.ts'
import { prepareReading } from './feed.ts'
import { writeWindWarning, writeLongOutline } from './testing/long-outlines.ts'

const NOW = Date.parse('2026-07-01T09:00:00Z')
const attribution = { name: 'Feed', text: 'Feed', url: 'https://feed.example/', license: '' }
const { warningFeed: capability } = openCapFeed({ id: 'cap-long', url: new URL('https://feed.example/cap'), attribution })

/** An index of these documents, and the documents. */
function serving(documents: ReadonlyMap<string, string>): PaidCalls {
  const items = [...documents.keys()].map((id) => `<item><link>https://feed.example/${id}</link></item>`)
  return {
    async get({ url }) {
      const body = documents.get(url.pathname.slice(1)) ?? `<rss><channel>${items.join('')}</channel></rss>`
      return { status: 200, headers: { etag: '"1"' }, body: Buffer.from(body) }
    },
  }
}

const request = { part: 'all', state: null, now: NOW }

describe('feeds in a thread', () => {
  const reading = openFeedReading()
  after(() => reading.close())

  it('are those of all providers, and their options can be sent', () => {
    const baseUrl = new URL('https://feed.example')
    const providers = [
      createDwd({ baseUrl, enabled: true }),
      createEccc({ baseUrl, enabled: true }),
      createMeteoAlarm({ baseUrl, countries: ['DE'] }),
      createMetNorway({ baseUrl, enabled: true }),
      createNws({ baseUrl, readsWarnings: true }),
    ]
    for (const { threaded } of [capability, ...providers.map(({ warningFeed }) => warningFeed)]) {
      assert.ok(threaded !== undefined && threaded.reader in FEED_READERS)
      assert.deepEqual(structuredClone(threaded.options), threaded.options)
    }
  })

  it('are read as they would be in this one, failures included', async () => {
    const documents = new Map(Array.from({ length: 120 }, (_, index) => [`m${index}`, writeWindWarning(`m${index}`, '50,10 51,10 51,11')]))
    const calls = serving(documents)
    const here = prepareReading(await capability.read('all', null, calls, NOW))
    assert.deepEqual(await reading.read({ capability }, request, calls), here)
    assert.equal(here.arrivals.length, 60)
    const failing = { get: async () => Promise.reject(new ProviderFailure('quota', 'busy', { retryAfterSeconds: 7 })) }
    await assert.rejects(reading.read({ capability }, request, failing), { name: 'ProviderFailure', kind: 'quota', retryAfterSeconds: 7 })
    const defective = { get: async () => Promise.reject(new TypeError('defect')) }
    await assert.rejects(reading.read({ capability }, request, defective), /TypeError: defect/)
  })
})

it('a reading that takes too long is stopped, and the next one starts anew', async () => {
  const reading = createFeedReading(new URL('../../../composition/feed-thread.ts', import.meta.url), 1)
  const long = serving(new Map([['m0', writeWindWarning('m0', writeLongOutline(0))]]))
  await assert.rejects(reading.read({ capability }, request, long), {
    kind: 'timeout',
    message: 'the thread of the feeds was stopped: cpu',
  })
  await reading.close()
  const closed = { kind: 'not_wanted' }
  await assert.rejects(reading.read({ capability }, request, long), closed)
})
