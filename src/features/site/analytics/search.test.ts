import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { createSearchStore, MAX_OF_VISITOR } from './search-store.ts'
import { toStorableSearch } from './search-text.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
/** In no list of places, nor spelt like one that is. */
const UNKNOWN = 'Xqzzyv Qwrtzx'

const openApp = (now = '2026-07-01T10:00:00Z') => createTestApp({ now, env: { RATE_LIMITS: 'analytics=0', TRUST_PROXY: '127.0.0.1' } })

interface Typing {
  readonly userAgent?: string
  readonly headers?: Record<string, string>
}

async function type(app: TestApp, visitor: number, text: string, { userAgent = CHROME, headers = {} }: Typing = {}): Promise<void> {
  const sent = await send(app, '/api/analytics/collect', {
    body: { type: 'search', path: '/', text },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': `91.64.${visitor >> 8}.${visitor & 255}`, ...headers },
  })
  assert.equal(sent.status, 202)
  await app.services.analytics.drain()
}

async function storedIn(app: TestApp) {
  const { pool } = app.database
  const texts = await pool.query('select day, text, visitors from analytics_search order by day, text')
  const typed = await pool.query('select analytics_search_typed::text as row from analytics_search_typed')
  const events = await pool.query('select 1 from analytics_event')
  return { texts: texts.rows, typed: typed.rows.map(({ row }) => row as string), events: events.rows.length }
}

describe('searches without a result', () => {
  it('are stored when five addresses typed them on one day, on whichever node; before that only as hashes', async (t) => {
    const app = await openApp()
    t.after(() => app.close())
    const other = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'analytics=0', TRUST_PROXY: '127.0.0.1' } })
    t.after(() => other.close())
    for (const visitor of [1, 2, 3]) await type(app, visitor, UNKNOWN)
    await type(other, 4, '  XQZZYV   qwrtzx ')
    for (const userAgent of [CHROME, CHROME.replace('142', '141'), CHROME.replace('142', '140')]) await type(app, 1, UNKNOWN, { userAgent })
    const before = await storedIn(app)
    assert.deepEqual({ texts: before.texts, typed: before.typed.length, events: before.events }, { texts: [], typed: 4, events: 0 })
    assert.doesNotMatch(before.typed.join(), /xqzzyv|91\.64/i)
    assert.ok(![...app.logLines, ...other.logLines].join('').toLowerCase().includes('xqzzyv'))
    await type(other, 5, 'xqzzýv qwrtzx')
    assert.deepEqual((await storedIn(app)).texts, [{ day: '2026-07-01', text: 'xqzzyv qwrtzx', visitors: 5 }])
    await type(app, 6, UNKNOWN)
    assert.deepEqual((await storedIn(app)).texts, [{ day: '2026-07-01', text: 'xqzzyv qwrtzx', visitors: 6 }])
  })

  it('are forgotten with the day’s key, and as texts after 90 days', async (t) => {
    const app = await openApp('2026-07-01T23:00:00Z')
    t.after(() => app.close())
    for (const visitor of [1, 2, 3, 4, 5]) await type(app, visitor, UNKNOWN)
    for (const visitor of [1, 2, 3, 4]) await type(app, visitor, 'qwrtzx')
    app.clock.advance({ hours: 2 })
    await app.services.analytics.maintain()
    await type(app, 5, 'qwrtzx')
    const next = await storedIn(app)
    assert.deepEqual({ texts: next.texts.map(({ text }) => text), typed: next.typed.length }, { texts: ['xqzzyv qwrtzx'], typed: 1 })
    app.clock.advance({ hours: 89 * 24 })
    await app.services.analytics.maintain()
    assert.equal((await storedIn(app)).texts.length, 1)
    app.clock.advance({ hours: 24 })
    await app.services.analytics.maintain()
    assert.deepEqual(await storedIn(app), { texts: [], typed: [], events: 0 })
  })

  it('leave nothing if something is found, the visitor opts out, or the text is about a person', async (t) => {
    const app = await openApp()
    t.after(() => app.close())
    await type(app, 1, 'Berlin')
    await type(app, 1, UNKNOWN, { headers: { 'sec-gpc': '1' } })
    await type(app, 1, UNKNOWN, { headers: { dnt: '1' } })
    await type(app, 1, 'xqzzyv@qwrtzx.example')
    await type(app, 1, 'x')
    await type(app, 1, '')
    assert.deepEqual(await storedIn(app), { texts: [], typed: [], events: 0 })
  })

  it('of one address cannot fill the day, nor those of many the texts', async (t) => {
    const app = await openApp()
    t.after(() => app.close())
    const letters = (n: number) => [...String(n)].map((digit) => 'qxzvwjkygf'[Number(digit)]).join('')
    const events = Array.from({ length: 45 }, (_, n) => ({ type: 'search', path: '/', text: `xqzz${letters(n)} ${letters(n)}qq` }))
    for (let round = 0; round < 3; round += 1) {
      await send(app, '/api/analytics/collect', { body: { events }, headers: { 'user-agent': CHROME, 'x-forwarded-for': '91.64.1.1' } })
      await app.services.analytics.drain()
    }
    assert.equal((await storedIn(app)).typed.length, MAX_OF_VISITOR)
    const store = createSearchStore(app.services.storage.database.kysely)
    const hash = (n: number) => Buffer.from(n.toString(16).padStart(16, '0'), 'hex')
    const typed = Array.from({ length: 600 * 5 }, (_, n) => ({
      text: `text ${Math.floor(n / 5)}`,
      search: hash(Math.floor(n / 5)),
      visitor: hash(n),
    }))
    for (let from = 0; from < typed.length; from += 100) await store.add('2026-07-01', typed.slice(from, from + 100))
    assert.equal((await storedIn(app)).texts.length, 500)
    await store.add('2026-07-01', [{ text: 'text 0', search: hash(0), visitor: hash(99_999) }])
    assert.equal((await storedIn(app)).texts.find(({ text }) => text === 'text 0').visitors, 6)
  })

  it('are listed in the back office, most frequent first', async (t) => {
    const app = await openApp()
    t.after(() => app.close())
    const { headers } = await signIn(app, 'viewer')
    const rows = [
      ['2026-07-01', 'sw1a 1aa', 7],
      ['2026-06-30', 'sw1a 1aa', 6],
      ['2026-06-30', 'xqzzyv', 9],
      ['2026-05-01', 'qwrtzx', 50],
    ]
    for (const row of rows) await app.database.pool.query('insert into analytics_search (day, text, visitors) values ($1, $2, $3)', row)
    const itemsOf = async (query: string) => (await app.get(`/api/admin/analytics/searches${query}`, headers)).body.items
    assert.deepEqual(await itemsOf(''), [
      { text: 'sw1a 1aa', visitors: 13, days: 2, lastDay: '2026-07-01' },
      { text: 'xqzzyv', visitors: 9, days: 1, lastDay: '2026-06-30' },
    ])
    assert.deepEqual(await itemsOf('?days=1'), [{ text: 'sw1a 1aa', visitors: 7, days: 1, lastDay: '2026-07-01' }])
    assert.equal((await app.get('/api/admin/analytics/searches?days=91', headers)).status, 400)
  })
})

describe('storableSearch', () => {
  it('refuses what looks like an address, a number of a telephone, coordinates, or is long', () => {
    const refused = [
      'jane@example.org',
      'jane (at) example.org',
      'https://example.org/a',
      'www.example.org',
      '+49 30 12',
      '030 1234567',
      '555-1234',
      '(0)30/12 34 56 7',
      '٠٣٠١٢٣٤٥٦٧',
      '52.52, 13.41',
      '52,13',
      '52 13',
      '-33 151',
      '52°31′ n',
      '52n 13e',
      'n52 e13',
      'n 52 31 e 13 24',
      '8fvc9g8f+6w',
      'x'.repeat(61),
      'a\u0000b',
      'a\nb',
      '\ud800abc',
      '!?',
      '',
    ]
    for (const text of refused) assert.equal(toStorableSearch(text), null, text)
  })

  it('takes names, postcodes and airports, without invisible characters', () => {
    for (const text of [
      'bad xqzz',
      'sw1a 1aa',
      'e1 6an',
      '90210',
      '10115 xqzz',
      'lhr',
      '東京',
      'القاهرة',
      'k2',
      'st. xqzz',
      "xqzz's bay",
      'new xqzz,texas',
    ])
      assert.equal(toStorableSearch(text), text, text)
    assert.equal(toStorableSearch('x\u200bq\u202ez'), 'xqz')
  })
})
