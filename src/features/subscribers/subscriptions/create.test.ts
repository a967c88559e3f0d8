import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import {
  BERLIN,
  clearSubscriptions,
  listFaultPaths,
  listAsClient,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
  UNLIMITED,
} from './testing/client.ts'

describe('POST /api/subscriptions', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: UNLIMITED })
  })
  after(() => app.close())
  beforeEach(() => clearSubscriptions(app))

  describe('201', () => {
    it('answers with the whole subscription and its defaults', async () => {
      const { status, body, headers } = await postSubscription(app, { email: 'Ada@Example.org' })
      assert.equal(status, 201)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      const { id, unsubscribe_token, ...rest } = body.subscription
      assert.match(`${id} ${unsubscribe_token}`, /^[0-9a-f-]{36} [0-9a-f-]{36}$/)
      assert.deepEqual(rest, {
        clientId: 'client-1',
        email: 'Ada@Example.org',
        type: 'city_alerts',
        ...BERLIN,
        frequency: 'immediate',
        alertOnRain: false,
        alertOnStorm: false,
        alertPrefs: {},
        active: true,
        lang: 'en',
        mailLang: 'en',
        units: 'metric',
        timezone: 'Europe/Berlin',
        createdAt: '2026-07-01T12:00:00Z',
        updatedAt: '2026-07-01T12:00:00Z',
      })
      assert.deepEqual(body.ignoredPreferences, [])
    })

    it('keeps the given values', async () => {
      const given = {
        frequency: 'daily',
        alertOnRain: true,
        alertOnStorm: true,
        alertPrefs: { wind: { minGustKmh: 70 }, rain: { minProbability: 0.62 }, snow: false, quietHours: { from: '22:00', to: '07:00' } },
        lang: 'de-AT',
        units: 'imperial',
        timezone: 'America/New_York',
      }
      const { body } = await postSubscription(app, given)
      for (const [key, value] of Object.entries(given)) assert.deepEqual(body.subscription[key], value, key)
      assert.deepEqual(body.ignoredPreferences, [])
    })

    it('has a default frequency for each type, and UTC if there is no place', async () => {
      const weekly = await postSubscription(app, { type: 'city_weekly' })
      const newsletter = await sendAsClient(app, 'POST', '/api/subscriptions', {
        clientId: 'c',
        email: 'ada@example.org',
        type: 'newsletter',
      })
      assert.deepEqual(
        {
          weeklyBodySubscriptionFrequency: weekly.body.subscription.frequency,
          newsletterBodySubscriptionFrequency: newsletter.body.subscription.frequency,
        },
        { weeklyBodySubscriptionFrequency: 'weekly', newsletterBodySubscriptionFrequency: 'weekly' },
      )
      const { timezone, cityName, cityLat, cityLon } = newsletter.body.subscription
      assert.deepEqual({ timezone, cityName, cityLat, cityLon }, { timezone: 'UTC', cityName: null, cityLat: null, cityLon: null })
    })

    it('distinguishes subscriptions by client, address, type and cell', async () => {
      const bodies = [
        {},
        { clientId: 'client-2' },
        { email: 'eve@example.org' },
        { type: 'city_weekly' },
        { cityLat: 52.53 },
        { cityLon: 13.42 },
        { type: 'newsletter' },
      ]
      for (const body of bodies) assert.equal((await postSubscription(app, body)).status, 201)
      assert.equal((await querySubscriptionRows(app)).length, bodies.length)
    })

    it('stores the clientId only as a keyed hash', async () => {
      await postSubscription(app, { clientId: 'planted-client-secret' })
      assert.doesNotMatch(JSON.stringify(await querySubscriptionRows(app)), /planted-client-secret/)
    })

    it('keeps the name of a place on one line, in the direction of its script', async () => {
      const { body } = await postSubscription(app, { cityName: '  Berlin\r\n\r\nYes, send them:\u2028\t\u202eevil\u2066 ' })
      assert.equal(body.subscription.cityName, 'Berlin Yes, send them: evil')
    })

    it('accepts values at the stated bounds, and ignores unknown fields', async () => {
      const edges = [
        { clientId: '!'.repeat(128), cityName: '☔'.repeat(200), cityLat: -90, cityLon: 180 },
        { cityLat: 0, cityLon: 0, more: { deep: [1] } },
        { type: 'newsletter', frequency: 'monthly', email: 'post@bücher.example' },
        { alertPrefs: { leadHours: 48, uv: null }, cityLat: 1 },
        { timezone: 'UTC', lang: 'zh-Hant-TW', cityLat: 2, cityName: 'a\ud800b' },
      ]
      for (const edge of edges) {
        const { status, text } = await postSubscription(app, edge)
        assert.equal(status, 201, text)
      }
      assert.ok((await querySubscriptionRows(app)).some(({ cell }) => cell === 0))
      assert.deepEqual(
        (await querySubscriptionRows(app)).map((row) => row.email_key).filter((key) => key.includes('xn--')),
        ['post@xn--bcher-kva.example'],
      )
    })
  })

  describe('200', () => {
    it('returns the same row, whatever the case of the address and anywhere within the cell', async () => {
      const first = (await postSubscription(app, {})).body.subscription
      app.clock.advance({ minutes: 5 })
      const { status, body } = await postSubscription(app, {
        email: 'ADA@example.ORG',
        cityLat: 52.5204,
        cityLon: 13.4149,
        cityName: 'Mitte',
      })
      assert.equal(status, 200)
      assert.deepEqual(
        { id: body.subscription.id, unsubscribe_token: body.subscription.unsubscribe_token, createdAt: body.subscription.createdAt },
        { id: first.id, unsubscribe_token: first.unsubscribe_token, createdAt: first.createdAt },
      )
      assert.deepEqual(
        { cityName: body.subscription.cityName, cityLat: body.subscription.cityLat, email: body.subscription.email },
        { cityName: 'Mitte', cityLat: 52.5204, email: 'ADA@example.ORG' },
      )
      assert.notEqual(body.subscription.updatedAt, first.updatedAt)
      assert.equal((await querySubscriptionRows(app)).length, 1)
    })

    it('treats both sides of the antimeridian and of zero as one cell', async () => {
      assert.equal((await postSubscription(app, { cityLat: 0, cityLon: 180 })).status, 201)
      assert.equal((await postSubscription(app, { cityLat: -0.001, cityLon: -180 })).status, 200)
    })

    it('keeps the values of omitted fields', async () => {
      await postSubscription(app, {
        frequency: 'daily',
        alertPrefs: { fog: true },
        lang: 'fr',
        units: 'si',
        timezone: 'Asia/Tokyo',
        alertOnRain: true,
      })
      const { subscription } = (await postSubscription(app, { alertOnStorm: true })).body
      const { frequency, alertPrefs, lang, units, timezone, alertOnRain, alertOnStorm } = subscription
      assert.deepEqual(
        { frequency, alertPrefs, lang, units, timezone, alertOnRain, alertOnStorm },
        {
          frequency: 'daily',
          alertPrefs: { fog: true },
          lang: 'fr',
          units: 'si',
          timezone: 'Asia/Tokyo',
          alertOnRain: true,
          alertOnStorm: true,
        },
      )
    })

    it('keeps one newsletter for a client and address, whatever the place', async () => {
      assert.equal((await postSubscription(app, { type: 'newsletter' })).status, 201)
      assert.equal((await postSubscription(app, { type: 'newsletter', cityLat: 1, cityLon: 1 })).status, 200)
    })

    it('reactivates an ended subscription', async () => {
      const { id, token } = await makeSubscription(app)
      for (const end of [
        () => sendAsClient(app, 'DELETE', '/api/subscriptions', { clientId: 'client-1', ...BERLIN, types: ['city_alerts'] }),
        () => sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`),
      ]) {
        assert.equal((await end()).status, 200)
        assert.deepEqual((await listAsClient(app)).body.subscriptions, [])
        const again = await postSubscription(app, {})
        assert.deepEqual(
          { status: again.status, id: again.body.subscription.id, active: again.body.subscription.active },
          { status: 200, id, active: true },
        )
        assert.equal((await listAsClient(app)).body.subscriptions.length, 1)
      }
    })
  })

  describe('400', () => {
    const wrong: readonly (readonly [name: string, body: object, ...paths: string[]])[] = [
      ['no clientId', { clientId: undefined }, 'clientId'],
      ['an empty clientId', { clientId: '' }, 'clientId'],
      ['an overlong clientId', { clientId: 'x'.repeat(129) }, 'clientId'],
      ['a clientId with a space', { clientId: 'a b' }, 'clientId'],
      ['a clientId that is a number', { clientId: 5 }, 'clientId'],
      ['no e-mail', { email: undefined }, 'email'],
      ['an invalid e-mail', { email: 'ada' }, 'email'],
      ['an e-mail with a line break', { email: 'ada@example.org\r\nBcc: b@c.de' }, 'email'],
      ['an overlong e-mail', { email: `${'a'.repeat(250)}@example.org` }, 'email'],
      ['letters beyond ASCII before the @', { email: 'jürgen@example.org' }, 'email'],
      ['an unknown type', { type: 'city_daily' }, 'type'],
      ['no type', { type: undefined }, 'type'],
      ['an unknown preference', { alertPrefs: { hail: true, wind: true } }, 'alertPrefs.hail'],
      ['a chance of what has none', { alertPrefs: { wind: { minGustKmh: 70, minProbability: 0.6 } } }, 'alertPrefs.wind.minProbability'],
      ['an unknown threshold', { alertPrefs: { wind: { minGustKmh: 70, minBeaufort: 8 } } }, 'alertPrefs.wind.minBeaufort'],
      [
        'a misspelled option',
        { alertPrefs: { quietHours: { from: '22:00', to: '07:00', exceptExtremes: true } } },
        'alertPrefs.quietHours.exceptExtremes',
      ],
      ['a city without coordinates', { cityLat: undefined, cityLon: undefined }, 'cityLat', 'cityLon'],
      ['a city with half its coordinates', { type: 'city_weekly', cityLon: undefined }, 'cityLon'],
      ['a newsletter with half the coordinates', { type: 'newsletter', cityLat: undefined }, 'cityLat'],
      ['a latitude as a string', { cityLat: '52.52' }, 'cityLat'],
      ['a latitude out of range', { cityLat: 90.01 }, 'cityLat'],
      ['a null longitude', { cityLon: null }, 'cityLon'],
      ['an empty city name', { cityName: '' }, 'cityName'],
      ['an overlong city name', { cityName: 'x'.repeat(201) }, 'cityName'],
      ['a city name with a NUL', { cityName: 'a\u0000b' }, 'cityName'],
      ['a city name of spaces and line breaks', { cityName: ' \r\n\u202e ' }, 'cityName'],
      ['an unknown frequency', { frequency: 'yearly' }, 'frequency'],
      ['a frequency of another type', { frequency: 'weekly' }, 'frequency'],
      ['a frequency of alerts for a digest', { type: 'city_weekly', frequency: 'immediate' }, 'frequency'],
      ['a daily newsletter', { type: 'newsletter', frequency: 'daily' }, 'frequency'],
      ['a boolean as a string', { alertOnRain: 'true' }, 'alertOnRain'],
      ['a boolean as a number', { alertOnStorm: 1 }, 'alertOnStorm'],
      ['preferences as a string', { alertPrefs: '{}' }, 'alertPrefs'],
      ['preferences as a list', { alertPrefs: [] }, 'alertPrefs'],
      ['a hazard as a string', { alertPrefs: { rain: 'yes' } }, 'alertPrefs.rain'],
      ['a threshold out of range', { alertPrefs: { wind: { minGustKmh: 1e9 } } }, 'alertPrefs.wind.minGustKmh'],
      ['a chance in percent', { alertPrefs: { rain: { minProbability: 60 } } }, 'alertPrefs.rain.minProbability'],
      [
        'two invalid preferences',
        { alertPrefs: { leadHours: 49, quietHours: {} } },
        'alertPrefs.leadHours',
        'alertPrefs.quietHours.from',
        'alertPrefs.quietHours.to',
      ],
      ['overlong preferences', { alertPrefs: { note: 'x'.repeat(5_000) } }, 'alertPrefs'],
      ['a malformed language', { lang: 'en_US' }, 'lang'],
      ['an unknown unit system', { units: 'kelvin' }, 'units'],
      ['an unknown zone', { timezone: 'Europe/Atlantis' }, 'timezone'],
      ['an offset instead of a zone', { timezone: '+02:00' }, 'timezone'],
      ['many errors at once', { email: 'x@y', frequency: 'weekly', lang: '*' }, 'email', 'frequency', 'lang'],
    ]
    for (const [name, body, ...paths] of wrong) {
      it(`refuses ${name}, naming ${paths.join(' and ')}`, async () => {
        const answer = await postSubscription(app, body)
        assert.equal(answer.status, 400, answer.text)
        assert.equal(answer.body.error, 'invalid_request')
        assert.deepEqual(listFaultPaths(answer).toSorted(), paths.toSorted())
        assert.deepEqual(await querySubscriptionRows(app), [])
      })
    }

    it('refuses malformed JSON and non-objects, and keeps the codes of 413 and 415', async () => {
      const post = (body: string, type: string) => sendAsClient(app, 'POST', '/api/subscriptions', body, { 'content-type': type })
      const answers = [
        await post('{"clientId":', 'application/json'),
        await post('[]', 'application/json'),
        await post(JSON.stringify({ clientId: 'x'.repeat(20_000) }), 'application/json'),
        await post('clientId=1', 'application/x-www-form-urlencoded'),
      ]
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.error]),
        [400, 400, 413, 415].map((status) => [status, 'invalid_request']),
      )
    })
  })
})
