import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { createTestFeed, type TestFeed } from './testing/feed.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'

const PATH = '/api/admin/warning-feeds'
/** A public address as a literal, so that no name is resolved. */
const FEED_URL = 'https://93.184.216.34/cap/rss'

describe('the feeds of official warnings in the back office', () => {
  let app: TestApp
  let owner: SignedIn
  let builtIn: TestFeed
  let outside: TestFeed
  const opened: string[] = []
  before(async () => {
    builtIn = createTestFeed({ id: 'built-in', parts: ['AA', 'BB'] })
    outside = createTestFeed({ id: 'cap-met-office-of-test' })
    app = await createTestApp({
      env: { WEATHER_PROVIDERS: 'open-meteo' },
      warningFeeds: [builtIn],
      openCapFeed: ({ id, url }) => {
        opened.push(`${id} ${url.href}`)
        return { warningFeed: outside.capability }
      },
    })
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())

  const ask = (method: string, path: string, body?: object) =>
    send(app, path, { method, headers: owner.headers, ...(body === undefined ? {} : { body }) })
  // oxlint-disable-next-line typescript/no-explicit-any -- what a test compares
  const list = async (): Promise<any[]> => (await ask('GET', PATH)).body.items
  const poll = async () => {
    app.clock.advance({ minutes: 3 })
    await app.services.warnings.readDue()
    await app.services.changes.check()
  }
  const eventsInBerlin = async () => {
    const { alerts } = await app.services.warnings.stored.find({ id: 1, lat: 52.52, lon: 13.41 }, app.clock.now())
    return alerts.map(({ event, source, cancelled }) => `${source} ${event}${cancelled ? ' called off' : ''}`)
  }

  it('are listed by part, with what they warn of and what could not be located', async () => {
    const nowhere = { name: 'Somewhere', polygons: [], circles: [], codes: [] }
    builtIn.publish([buildOfficialWarning({ areas: [buildRectangleArea(13, 52, 14, 53), nowhere] })], 'AA')
    await poll()
    const items = await list()
    assert.deepEqual(
      items.map(({ feed, part, origin, enabled, warnings, unlocated, failures }) => [
        feed,
        part,
        origin,
        enabled,
        warnings,
        unlocated,
        failures,
      ]),
      [
        ['built-in', 'AA', 'built-in', true, 1, 1, 0],
        ['built-in', 'BB', 'built-in', true, 0, 0, 0],
      ],
    )
    const first = (await ask('GET', `${PATH}?limit=1`)).body
    const second = (await ask('GET', `${PATH}?limit=1&cursor=${first.nextCursor}`)).body
    assert.deepEqual(
      {
        firstFirstItemsPart: first.items[0].part,
        firstSecondItemsPart: second.items[0].part,
        nextCursor: second.nextCursor,
        total: second.total,
      },
      { firstFirstItemsPart: 'AA', firstSecondItemsPart: 'BB', nextCursor: null, total: 2 },
    )
  })

  it('can be previewed without storing anything', async () => {
    outside.publish([
      buildOfficialWarning({ key: 'P', messageId: 'P.1' }),
      buildOfficialWarning({
        key: 'Q',
        messageId: 'Q.1',
        areas: [{ name: 'X', polygons: [], circles: [], codes: [{ scheme: 'UGC', code: 'XX' }] }],
      }),
    ])
    const { status, body } = await ask('POST', `${PATH}/preview`, { url: FEED_URL })
    assert.equal(status, 200)
    assert.deepEqual(
      {
        complete: body.complete,
        total: body.total,
        areas: body.areas,
        unlocated: body.unlocated,
        event: body.warnings[0].event,
        severity: body.warnings[0].severity,
      },
      { complete: true, total: 2, areas: 2, unlocated: 1, event: 'Storm', severity: 'severe' },
    )
    assert.equal((await list()).length, 2)
    assert.deepEqual(await eventsInBerlin(), ['built-in Storm'])
  })

  it('say why they cannot be previewed', async () => {
    outside.behave('failing')
    const { status, body } = await ask('POST', `${PATH}/preview`, { url: FEED_URL })
    outside.behave('well')
    assert.deepEqual({ status, message: body.message }, { status: 502, message: 'The feed cannot be read: unavailable.' })
  })

  for (const url of [
    'http://93.184.216.34/',
    'https://127.0.0.1/cap',
    'https://[::1]/cap',
    'https://169.254.169.254/latest',
    'https://user:word@93.184.216.34/',
    'ftp://93.184.216.34/',
    'not an address',
    'https://localhost/cap',
  ])
    for (const path of [PATH, `${PATH}/preview`])
      it(`are not read at ${url} (${path})`, async () => {
        const before = opened.length
        const { status, body } = await ask('POST', path, { url, ...(path === PATH ? { name: 'Test' } : {}) })
        assert.deepEqual({ status, path: body.details?.[0]?.path, opened: opened.length }, { status: 400, path: 'url', opened: before })
      })

  it('can be added, read, switched off and on, and removed', async () => {
    const added = await ask('POST', PATH, { name: 'Met Office of Test', url: FEED_URL, license: 'CC BY 4.0' })
    assert.deepEqual({ status: added.status, body: added.body }, { status: 200, body: { id: 'cap-met-office-of-test' } })
    await app.services.changes.check()
    await poll()
    assert.deepEqual((await eventsInBerlin()).toSorted(), ['built-in Storm', 'cap-met-office-of-test Storm'])
    assert.equal(app.services.warnings.attributionOf('cap-met-office-of-test')?.license, 'CC BY 4.0')
    const feed = (await list()).find(({ origin }) => origin === 'added')
    assert.deepEqual(
      { url: feed.url, enabled: feed.enabled, warnings: feed.warnings, version: feed.version },
      { url: FEED_URL, enabled: true, warnings: 2, version: 1 },
    )

    assert.equal((await ask('PATCH', `${PATH}/${feed.feed}`, { enabled: false, version: 7 })).status, 409)
    assert.equal((await ask('PATCH', `${PATH}/${feed.feed}`, { enabled: false, version: 1 })).status, 200)
    await app.services.changes.check()
    assert.deepEqual(await eventsInBerlin(), ['built-in Storm'])
    assert.equal((await ask('PATCH', `${PATH}/${feed.feed}`, { enabled: true })).status, 200)
    await app.services.changes.check()
    assert.equal((await eventsInBerlin()).length, 2)

    assert.equal((await ask('DELETE', `${PATH}/${feed.feed}?version=1`)).status, 409)
    assert.equal((await ask('DELETE', `${PATH}/${feed.feed}`)).status, 200)
    await app.services.changes.check()
    assert.deepEqual(
      { list: (await list()).length, eventsInBerlin: await eventsInBerlin() },
      { list: 2, eventsInBerlin: ['built-in Storm'] },
    )
    const { rows } = await app.database.pool.query("select count(*)::int4 as count from warning where feed = 'cap-met-office-of-test'")
    assert.deepEqual(rows, [{ count: 0 }])
    const audit = (await ask('GET', '/api/admin/audit?q=warning-feed')).body.items.map(({ action }: { action: string }) => action)
    assert.deepEqual(audit.toSorted(), ['warning-feed.create', 'warning-feed.delete', 'warning-feed.update', 'warning-feed.update'])
  })

  it('can be added only once, with a name that gives an id', async () => {
    const body = { name: 'Twice', url: FEED_URL }
    assert.equal((await ask('POST', PATH, body)).status, 200)
    assert.equal((await ask('POST', PATH, body)).status, 409)
    assert.equal((await ask('POST', PATH, { name: '天気', url: 'https://93.184.216.35/' })).status, 400)
  })

  it('can be added until there are fifty', async () => {
    const { rows } = await app.database.pool.query('select count(*)::int4 as count from warning_source')
    await app.database.pool.query(
      `insert into warning_source (id, name, url, license, is_enabled, added_at)
       select 'cap-' || n, 'Feed', 'https://feeds.example/' || n, '', false, now() from generate_series(1, 49 - $1::int4) n`,
      [rows[0].count],
    )
    const add = async (name: string, host: number) => {
      const { status, body } = await ask('POST', PATH, { name, url: `https://93.184.216.${host}/` })
      return [status, body.error]
    }
    assert.deepEqual(
      { addFiftieth: await add('Fiftieth', 50), addFiftyFirst: await add('Fifty-first', 51) },
      { addFiftieth: [200, undefined], addFiftyFirst: [409, 'limit_reached'] },
    )
    await app.database.pool.query("delete from warning_source where id <> 'cap-twice'")
  })

  it('are known by the letters and digits of their names, forty at most', async () => {
    const id = async (name: string, host: number) => (await ask('POST', PATH, { name, url: `https://93.184.216.${host}/` })).body.id
    assert.deepEqual(
      { idMTOLe2: await id(' --Météo (Île) 2! ', 60), idRepeat: await id('x'.repeat(60), 61) },
      { idMTOLe2: 'cap-meteo-ile-2', idRepeat: `cap-${'x'.repeat(40)}` },
    )
    assert.equal((await ask('POST', PATH, { name: 'Other', url: 'https://93.184.216.61/' })).status, 409)
  })

  it('are never read from a private address, even if a public name resolves to one later', async () => {
    const { createAddedFeeds } = await import('./added-feeds.ts')
    const { prepareReading: prepare } = await import('./feed.ts')
    let addresses = ['93.184.216.34']
    const source = { id: 'cap-moving', name: 'Moving', url: 'https://moving.example/', license: '', isEnabled: true, version: 1 }
    const added = createAddedFeeds({
      store: { list: async () => [source] },
      openCapFeed: () => ({ warningFeed: outside.capability }),
      meter: app.services.meter,
      readFeed: async () => prepare({ unchanged: true }),
      allowPrivate: false,
      lookUp: async () => addresses,
    })
    await added.reread()
    const [feed] = added.feeds()
    const check = () => feed?.guard?.({ get: () => Promise.reject(new Error('not called')) })
    assert.ok(await check())
    addresses = ['10.0.0.7']
    await assert.rejects(async () => check(), ProviderFailure)
  })
})
