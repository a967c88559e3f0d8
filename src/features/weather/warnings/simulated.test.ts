import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

/** The agencies’ feeds as the simulator writes them, from their documents to the answer for a place. */
describe('the warnings of an agency', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({
      env: {
        METEOALARM_COUNTRIES: 'DE',
        WARNING_FEEDS: 'dwd,eccc,met-norway,nws',
        UPSTREAM_CONTACT: 'tests@example.org',
      },
    })
  })
  after(() => app.close())

  const poll = async () => {
    app.clock.advance({ minutes: 12 })
    await app.services.warnings.readDue()
    await app.services.changes.check()
  }
  const alertsAt = async (lat: number, lon: number, event: string) => {
    const ask = () => app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)
    await ask()
    await app.services.gateway.drain()
    const { alertIds } = (await ask()).body
    const alerts = await Promise.all((alertIds ?? []).map(async (id: string) => (await app.get(`/api/alerts/${id}`)).body))
    return alerts.filter(({ texts }) => texts.some((text: { event: string }) => text.event.includes(event)))
  }

  for (const [source, lat, lon] of [
    ['dwd', 52.5, 13.4],
    ['met-norway', 59.9, 10.75],
    ['eccc', 43.7, -79.4],
  ] as const)
    it(`${source} reach the places they cover, in place of the primary provider’s relay`, async () => {
      const event = 'Volcanic ash'
      const until = new Date(app.clock.now() + 12 * 3_600_000).toISOString()
      app.simulator.setConditions([{ lat, lon, alert: { event, end: until, description: 'Ash.' } }])
      await poll()
      const alerts = await alertsAt(lat, lon, event)
      assert.ok(
        alerts.some((alert) => alert.source === source && alert.state === 'active'),
        JSON.stringify(alerts.map((alert) => [alert.source, alert.event])),
      )
      assert.equal(alerts.filter((alert) => alert.source === 'openweather').length, 0)
    })

  it('nws are listed for the country, and reach a place once, under the id that they have at its point', async () => {
    const event = 'Volcanic ash'
    const [lat, lon] = [32.38, -86.31]
    const until = new Date(app.clock.now() + 12 * 3_600_000).toISOString()
    app.simulator.setConditions([{ lat, lon, alert: { event, end: until, description: 'Ash.' } }])
    await poll()
    const { status, body } = await app.get('/api/alerts?country=US')
    assert.equal(status, 200)
    const listed = body.features.filter(({ properties }: { properties: { event: string } }) => properties.event.includes(event))
    assert.deepEqual(
      listed.map(({ properties }: { properties: { source: string; country: string } }) => [properties.source, properties.country]),
      [['nws', 'US']],
    )
    assert.deepEqual(
      listed.map(({ properties, geometry }: { properties: { outlines: string; timezone: string }; geometry: object | null }) => [
        properties.outlines,
        properties.timezone,
        geometry === null,
      ]),
      [['issuer', 'America/Chicago', false]],
    )
    await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)
    await app.services.gateway.drain()
    const { alertIds } = (await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)).body
    const alerts = await Promise.all(alertIds.map(async (id: string) => (await app.get(`/api/alerts/${id}`)).body))
    assert.deepEqual(
      alerts.filter((alert) => alert.event.includes(event)).map(({ source, state }) => [source, state]),
      [['nws', 'active']],
    )
  })

  it('are none if a feed has none, and unknown near a border, at sea and before the feed was read', async () => {
    const alone = await createTestApp({
      env: { WEATHER_PROVIDERS: 'open-meteo', WARNING_FEEDS: 'dwd', UPSTREAM_CONTACT: 'tests@example.org' },
    })
    const idsAt = async (lat: number, lon: number) => {
      const ask = () => alone.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)
      await ask()
      await alone.services.gateway.drain()
      return (await ask()).body.alertIds
    }
    assert.equal(await idsAt(48.14, 11.58), null)
    alone.clock.advance({ minutes: 3 })
    await alone.services.warnings.readDue()
    await alone.services.changes.check()
    const inland = [await idsAt(48.14, 11.58), await idsAt(51.31, 9.49), await idsAt(52.37, 9.73)] as (string[] | null)[]
    assert.ok(inland.every((ids) => ids !== null) && inland.some((ids) => ids?.length === 0), JSON.stringify(inland))
    // Kehl on the Rhine, the German Bight, Vienna.
    assert.deepEqual([await idsAt(48.57, 7.81), await idsAt(54.1, 8), await idsAt(48.21, 16.37)], [null, null, null])
    await alone.close()
  })

  it('are read from every feed without a failure', async () => {
    const status = await app.services.warnings.status()
    assert.deepEqual(status.map(({ feed, failures }) => [feed, failures]).toSorted(), [
      ['dwd', 0],
      ['eccc', 0],
      ['met-norway', 0],
      ['meteoalarm', 0],
      ['nws', 0],
    ])
  })
})
