import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AlertApp, createAlertApp } from './testing/alert-app.ts'
import type { GeoFeature } from './testing/feeds.ts'

const DAVIS = { name: 'Davis', lat: 34.5, lon: -97, codes: ['OKC099'] }
const TIMES = {
  sent: '2026-04-20T01:50:00Z',
  effective: '2026-04-20T01:50:00Z',
  onset: '2026-04-20T01:55:00Z',
  expires: '2026-04-20T09:00:00Z',
  ends: '2026-04-20T09:00:00Z',
}
const TORNADO: GeoFeature = {
  geometry: null,
  properties: {
    ...TIMES,
    id: 'urn:oid:2.49.0.1.840.0.1',
    areaDesc: 'Murray, OK',
    geocode: { UGC: ['OKC099'] },
    status: 'Actual',
    messageType: 'Alert',
    severity: 'Extreme',
    certainty: 'Observed',
    urgency: 'Immediate',
    event: 'Tornado Warning',
    senderName: 'NWS Norman OK',
    headline: 'Tornado Warning issued April 19 at 8:50PM CDT by NWS Norman OK',
    description: 'A tornado was sighted.',
    instruction: 'Take cover now.',
    response: 'Shelter',
    parameters: { VTEC: ['/O.NEW.KOUN.TO.W.0001.260420T0150Z-260420T0900Z/'] },
  },
}
const NEW = 'all.clear@example.com · Davis: new Tornado Warning'
const OFF = 'all.clear@example.com · Davis: cancelled Tornado Warning'

for (const source of ['nws', 'openweather'] as const) {
  describe(`a tornado warning that is missing from the list of ${source}`, () => {
    let app: AlertApp

    before(async () => {
      app = await createAlertApp({ now: '2026-04-20T02:00:00Z' })
      app.feeds.towns = [DAVIS]
      app.feeds.isRelaying = source === 'openweather'
      app.feeds.dead = new Set(source === 'nws' ? ['openweather', 'open-meteo'] : ['nws'])
      await app.subscribe({
        email: 'all.clear@example.com',
        cityName: DAVIS.name,
        cityLat: DAVIS.lat,
        cityLon: DAVIS.lon,
        alertPrefs: { tornado: true, notifyCancelled: true },
      })
    })
    after(() => app.close())

    /** The mails of a run that reads a new list `minutes` after the last one. */
    async function next(features: readonly GeoFeature[], minutes = 16): Promise<string[]> {
      app.feeds.features = features
      app.clock.advance({ minutes })
      await app.run()
      return app.mails()
    }

    it('missing once: neither called off nor sent again', async () => {
      assert.deepEqual(await next([TORNADO]), [NEW])
      assert.deepEqual(await next([]), [])
      assert.deepEqual(await next([TORNADO]), [])
    })

    it('missing while the cached record of the place is lost, as with a new second level: still neither', async () => {
      await app.database.pool.query("delete from cache_entry where key like 'cell:%'")
      assert.deepEqual(await next([]), [])
      assert.deepEqual(await next([TORNADO]), [])
    })

    it('missing from three readings over half an hour: called off, with the start of the first mail', async () => {
      assert.deepEqual(await next([]), [])
      assert.deepEqual(await next([]), [])
      assert.deepEqual(await next([]), [OFF])
      const matches = (await app.mailData()).flatMap((mail) => mail.matches)
      assert.deepEqual(new Set(matches.map(({ start }) => start)), new Set([TIMES.onset]))
      assert.deepEqual(await next([]), [])
    })
  })
}
