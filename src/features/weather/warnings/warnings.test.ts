import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OfficialWarning } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { loadAreas } from './load-areas.ts'
import { createTestFeed, type TestFeed } from './testing/feed.ts'
import { runFeedReadings } from './testing/read-feeds.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'

const BERLIN = { lat: 52.52, lon: 13.41 }
const HAMBURG = { lat: 53.55, lon: 9.99 }
const RURAL = { lat: 52.9, lon: 13.9 }

/** Official warnings, from their feed to an answer. */
describe('official warnings of a country', () => {
  let app: TestApp
  let feed: TestFeed
  before(async () => {
    feed = createTestFeed({ covers: ({ lat }) => lat > 50 })
    app = await createTestApp({ warningFeeds: [feed], env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  const poll = (minutes?: number) => runFeedReadings(app, minutes)
  const publish = async (...warnings: OfficialWarning[]) => {
    feed.publish(warnings)
    await poll()
  }
  const idsAt = async ({ lat, lon }: { lat: number; lon: number }, lang = 'en') => {
    const ask = () => app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current&lang=${lang}`)
    await ask()
    await app.services.gateway.drain()
    return (await ask()).body.alertIds as string[] | null
  }
  const alertsAt = async (place: { lat: number; lon: number }) =>
    Promise.all(((await idsAt(place)) ?? []).map(async (id) => (await app.get(`/api/alerts/${id}`)).body))

  it('count as changed when the process begins: what was looked up before may have missed changes', () => {
    assert.equal(app.services.warnings.stored.changedAt(), app.clock.now())
  })

  it('are unknown before the feed was first read, and none afterwards', async () => {
    assert.equal(await idsAt(BERLIN), null)
    await poll()
    assert.deepEqual(await idsAt(BERLIN), [])
    assert.equal(await idsAt({ lat: 40.4, lon: -3.7 }), null)
  })

  it('are alerts of the places they cover, in all their languages', async () => {
    await publish(
      buildOfficialWarning({
        texts: [
          {
            language: 'de',
            event: 'Sturm',
            headline: null,
            description: 'Böen um 100 km/h.',
            instruction: null,
            areaNames: ['Ein Gebiet'],
          },
          { language: 'en', event: 'Storm', headline: 'Storm warning', description: 'Gusts of 100 km/h.', instruction: 'Stay inside.' },
        ],
      }),
    )
    const [alert, ...others] = await alertsAt(BERLIN)
    assert.equal(others.length, 0)
    assert.deepEqual(await idsAt(HAMBURG), [])
    assert.deepEqual(
      {
        source: alert.source,
        event: alert.event,
        language: alert.language,
        kind: alert.kind,
        severity: alert.severity,
        state: alert.state,
        areas: alert.areas,
        name: alert.attribution.name,
      },
      {
        source: 'test-feed',
        event: 'Storm',
        language: 'en',
        kind: 'wind',
        severity: 'severe',
        state: 'active',
        areas: ['An area'],
        name: 'Feed test-feed',
      },
    )
    assert.deepEqual(alert.level, { name: 'orange', color: '#fb8c00' })
    assert.deepEqual(
      alert.texts.map(({ language, event, areas }: { language: string; event: string; areas: string[] }) => [language, event, areas]),
      [
        ['de', 'Sturm', ['Ein Gebiet']],
        ['en', 'Storm', ['An area']],
      ],
    )
  })

  it('keep their id when extended, and are called off at once by their issuer', async () => {
    await publish(buildOfficialWarning())
    const [before] = await alertsAt(BERLIN)
    await publish(buildOfficialWarning({ messageId: 'A.2', replaces: ['A.1'], sent: '2026-07-01T12:05:00Z', end: '2026-07-02T02:00:00Z' }))
    const [extended] = await alertsAt(BERLIN)
    assert.deepEqual({ id: extended.id, end: extended.end }, { id: before.id, end: '2026-07-02T02:00:00Z' })
    await publish(buildOfficialWarning({ messageId: 'A.3', replaces: ['A.2'], sent: '2026-07-01T12:10:00Z', ended: true }))
    assert.deepEqual(await idsAt(BERLIN), [])
    assert.equal((await app.get(`/api/alerts/${before.id}`)).body.state, 'cancelled')
  })

  it('are called off for places that a new message no longer covers', async () => {
    await publish(buildOfficialWarning({ key: 'B', messageId: 'B.1', areas: [buildRectangleArea(13, 52, 15, 54)] }))
    const [[berlin], [rural]] = [await alertsAt(BERLIN), await alertsAt(RURAL)]
    await publish(
      buildOfficialWarning({ key: 'B', messageId: 'B.2', sent: '2026-07-01T12:30:00Z', areas: [buildRectangleArea(13.8, 52, 15, 54)] }),
    )
    assert.deepEqual({ alertsAt: (await alertsAt(BERLIN)).length, id: (await alertsAt(RURAL))[0]?.id }, { alertsAt: 0, id: rural.id })
    assert.equal((await app.get(`/api/alerts/${berlin.id}`)).body.state, 'cancelled')
  })

  it('stay in force if a new message cannot be located', async () => {
    await publish(buildOfficialWarning({ key: 'C', messageId: 'C.1' }))
    const [alert] = await alertsAt(BERLIN)
    const nowhere = { name: 'Somewhere', polygons: [], circles: [], codes: [{ scheme: 'EMMA_ID', code: 'XX999' }] }
    await publish(buildOfficialWarning({ key: 'C', messageId: 'C.2', sent: '2026-07-01T12:40:00Z', areas: [nowhere] }))
    assert.equal((await alertsAt(BERLIN))[0]?.id, alert.id)
    // It might concern any place.
    assert.equal(await idsAt(HAMBURG), null)
  })

  it('are unknown rather than none if part of an area is unknown', async () => {
    await publish()
    const known = { scheme: 'EMMA_ID', code: 'XX001' }
    const register = { areas: [{ ...known, name: 'West', shape: buildRectangleArea(13, 52, 14, 53) }], aliases: [] }
    await loadAreas(app.database.kysely as Parameters<typeof loadAreas>[0], register, app.clock.now())
    const area = { name: 'West and elsewhere', polygons: [], circles: [], codes: [known, { ...known, code: 'XX002' }] }
    await publish(buildOfficialWarning({ key: 'C', messageId: 'C.3', sent: '2026-07-01T12:45:00Z', areas: [area] }))
    assert.deepEqual({ alertsAt: (await alertsAt(BERLIN)).length, idsAt: await idsAt(HAMBURG) }, { alertsAt: 1, idsAt: null })
    await publish(buildOfficialWarning({ key: 'C', messageId: 'C.4', sent: '2026-07-01T12:50:00Z', areas: [{ ...area, codes: [known] }] }))
    assert.deepEqual({ alertsAt: (await alertsAt(BERLIN)).length, idsAt: await idsAt(HAMBURG) }, { alertsAt: 1, idsAt: [] })
    // The register's outline ends at 52° N.
    assert.deepEqual([await idsAt({ lat: 51.99, lon: 13.5 }), await idsAt({ lat: 51.95, lon: 13.5 })], [null, []])
    await publish(buildOfficialWarning({ key: 'C', messageId: 'C.5', sent: '2026-07-01T12:55:00Z', ended: true }))
  })

  it('survive failures, and are over after three complete readings without them', async () => {
    await publish(buildOfficialWarning({ key: 'D', messageId: 'D.1' }))
    const [alert] = await alertsAt(BERLIN)
    feed.publish([])
    for (const how of ['failing', 'incomplete'] as const) {
      feed.behave(how)
      for (let i = 0; i < 4; i++) await poll(35)
      assert.equal((await alertsAt(BERLIN))[0]?.id, alert.id, how)
    }
    feed.behave('well')
    for (let i = 0; i < 3; i++) await poll(16)
    assert.equal((await app.get(`/api/alerts/${alert.id}`)).body.state, 'active')
    assert.deepEqual(await idsAt(BERLIN), [])
    assert.equal((await app.get(`/api/alerts/${alert.id}`)).body.state, 'cancelled')
  })

  it('are read by one of two nodes, and known to both', async () => {
    const node = await createTestApp({ sharing: app, warningFeeds: [feed], env: { WEATHER_PROVIDERS: 'open-meteo' } })
    feed.publish([buildOfficialWarning({ key: 'E', messageId: 'E.1', sent: '2026-07-01T17:00:00Z' })])
    app.clock.advance({ minutes: 3 })
    const before = feed.readings()
    // The new node may be in a reading that began before the message was published.
    await until('the feed was read', async () => {
      await Promise.all([app, node].map(({ services }) => services.warnings.readDue()))
      return feed.readings() > before
    })
    assert.equal(feed.readings() - before, 1)
    await Promise.all([app, node].map(({ services }) => services.changes.check()))
    const { lat, lon } = BERLIN
    const answer = async () => (await node.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)).body.alertIds
    await answer()
    await node.services.gateway.drain()
    assert.equal((await answer()).length, 1)
    await node.stop()
  })

  it('are counted in the metrics', async () => {
    const { text } = await app.get('/api/metrics')
    for (const line of [
      /isobar_warning_readings_total\{feed="test-feed",outcome="failed"\} 4/,
      /isobar_warnings\{feed="test-feed",part="all"\} \d/,
    ])
      assert.ok(line.test(text), String(line))
    const age = async () =>
      Number(/isobar_warning_complete_age_seconds\{feed="test-feed",part="all"\} (\S+)/.exec((await app.get('/api/metrics')).text)?.[1])
    const before = await age()
    app.clock.advance({ seconds: 90 })
    assert.equal((await age()) - before, 90)
  })

  it('of a feed whose last reading did not end are read after all others, and operators see why', async () => {
    const { kysely } = app.services.storage.database
    await poll()
    await kysely
      .updateTable('warning_feed')
      .set({ begun_at: new Date(app.clock.now()), next_at: new Date(0) })
      .execute()
    const before = feed.readings()
    await app.services.warnings.readDue()
    const interrupted = (await app.services.warnings.status())[0]
    assert.deepEqual(
      { readings: feed.readings(), failures: interrupted?.failures, failure: interrupted?.failure },
      { readings: before, failures: 1, failure: 'interrupted' },
    )
    app.clock.advance({ minutes: 6 })
    await app.services.warnings.readDue()
    const after = (await app.services.warnings.status())[0]
    assert.deepEqual(
      { readings: feed.readings(), failures: after?.failures, failure: after?.failure },
      { readings: before + 1, failures: 0, failure: null },
    )
  })
})
