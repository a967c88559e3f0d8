import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { HAZARDS } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildPages } from '../../../../../tools/build/pages.ts'
import { clearSubscriptions, listAsClient, makeSubscription, querySubscriptionRows, UNLIMITED } from '../testing/client.ts'
import { postPreferencePage, getPreferencePage, findSubscriptionRow, submitPreferences } from '../testing/preference-page.ts'

let app: TestApp
before(async () => {
  await buildPages()
  app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('POST /preferences', () => {
  describe('303', () => {
    it('saves the form, and redirects back', async () => {
      const { token, id } = await makeSubscription(app, { alertOnRain: true, alertPrefs: { fog: true } })
      // An earlier release stored unknown preferences.
      await app.database.pool.query(`update subscription set alert_prefs = jsonb_set(alert_prefs, '{hail}', '1') where id = $1`, [id])
      const weekly = await makeSubscription(app, { type: 'city_weekly' })
      app.clock.advance({ minutes: 1 })
      const { status, headers } = await submitPreferences(app, token, {
        [`${id}.frequency`]: 'hourly',
        [`${weekly.id}.frequency`]: 'monthly',
        [`${id}.hazard.rain`]: null,
        [`${id}.hazard.wind`]: 'on',
        [`${id}.limit.wind`]: '82,5',
        [`${id}.hazard.uv`]: 'on',
        [`${id}.limit.uv`]: '',
        [`${id}.minSeverity`]: 'severe',
        [`${id}.leadHours`]: '24',
        [`${id}.quiet`]: 'on',
        [`${id}.quietFrom`]: '23:00',
        [`${id}.quietTo`]: '05:30',
        [`${id}.exceptExtreme`]: null,
        [`${id}.notifyCancelled`]: 'on',
        lang: 'de',
        units: 'si',
      })
      assert.deepEqual({ status, location: headers.get('location') }, { status: 303, location: `/preferences?token=${token}&done=saved` })
      const row = await findSubscriptionRow(app, id)
      const off = Object.fromEntries(HAZARDS.map((hazard) => [hazard, false]))
      assert.deepEqual(row.alert_prefs, {
        ...off,
        hail: 1,
        fog: true,
        wind: { minGustKmh: 82.5 },
        uv: true,
        official: false,
        minSeverity: 'severe',
        leadHours: 24,
        cooldownMinutes: 360,
        notifyCancelled: true,
        quietHours: { from: '23:00', to: '05:30', exceptExtreme: false },
      })
      assert.deepEqual(
        {
          frequency: row.frequency,
          alert_on_rain: row.alert_on_rain,
          alert_on_storm: row.alert_on_storm,
          lang: row.lang,
          units: row.units,
        },
        { frequency: 'hourly', alert_on_rain: false, alert_on_storm: false, lang: 'de', units: 'si' },
      )
      assert.equal(row.updated_at.toISOString(), '2026-07-01T12:01:00.000Z')
      const other = await findSubscriptionRow(app, weekly.id)
      assert.deepEqual(
        { frequency: other.frequency, lang: other.lang, units: other.units },
        { frequency: 'monthly', lang: 'de', units: 'si' },
      )
      assert.match(
        (await getPreferencePage(app, token, '&done=saved')).text,
        /role="status" class="note good[^"]*"><p>Ihre Änderungen sind gespeichert/,
      )
    })

    it('changes nothing if the form is unchanged', async () => {
      const { token } = await makeSubscription(app, { lang: 'de-CH' })
      await makeSubscription(app, {
        cityLat: 10,
        alertPrefs: { rain: true, quietHours: { from: '22:00', to: '07:00' } },
        alertOnStorm: true,
      })
      await makeSubscription(app, { type: 'newsletter' })
      const before = await querySubscriptionRows(app)
      app.clock.advance({ minutes: 1 })
      assert.equal((await submitPreferences(app, token)).status, 303)
      assert.deepEqual(await querySubscriptionRows(app), before)
    })

    it('shows limits in the reader’s units, and stores them in metric ones', async () => {
      const { token, id } = await makeSubscription(app, {
        units: 'imperial',
        alertPrefs: { wind: { minGustKmh: 75.5 }, heat: true, cold: true },
      })
      const { text } = await getPreferencePage(app, token)
      const threshold = (hazard: string) =>
        new RegExp(`name="${id}\\.limit\\.${hazard}"[^>]* value="([^"]+)".*?aria-hidden="true">([^<]+)`).exec(text)?.slice(1)
      assert.deepEqual(
        {
          thresholdWind: threshold('wind'),
          thresholdHeat: threshold('heat'),
          thresholdCold: threshold('cold'),
          thresholdRain: threshold('rain'),
          thresholdUv: threshold('uv'),
        },
        {
          thresholdWind: ['47', 'mph or more'],
          thresholdHeat: ['95', '°F or more'],
          thresholdCold: ['5', '°F or colder'],
          thresholdRain: ['0.16', 'inches an hour or more'],
          thresholdUv: ['8', 'or more'],
        },
      )
      const before = await findSubscriptionRow(app, id)
      assert.equal((await submitPreferences(app, token)).status, 303)
      assert.deepEqual(await findSubscriptionRow(app, id), before, 'a mere conversion is no change')
      assert.equal((await submitPreferences(app, token, { [`${id}.limit.heat`]: '86', units: 'metric' })).status, 303)
      const { alert_prefs: preferences, units } = await findSubscriptionRow(app, id)
      assert.deepEqual(
        { heat: preferences.heat, wind: preferences.wind, cold: preferences.cold, units },
        { heat: { minC: 30 }, wind: { minGustKmh: 75.5 }, cold: { maxC: -15 }, units: 'metric' },
      )
    })

    it('shows the chance in force, and stores or removes it', async () => {
      const { token, id } = await makeSubscription(app, { alertPrefs: { rain: { minMmPerHour: 2, minProbability: 0.6 }, ice: true } })
      const { text } = await getPreferencePage(app, token)
      const select = new RegExp(`name="${id}\\.chance\\.rain">(.*?)</select>`).exec(text)?.[1] ?? ''
      assert.match(select, /<option value="0.6" selected="">/)
      const before = await findSubscriptionRow(app, id)
      assert.equal((await submitPreferences(app, token)).status, 303)
      assert.deepEqual(await findSubscriptionRow(app, id), before)
      const stored = async (changes: Record<string, string>) => {
        assert.equal((await submitPreferences(app, token, changes)).status, 303)
        const { rain, ice } = (await findSubscriptionRow(app, id)).alert_prefs
        return { rain, ice }
      }
      assert.deepEqual(await stored({ [`${id}.chance.rain`]: '0.9', [`${id}.chance.ice`]: '0.5' }), {
        rain: { minMmPerHour: 2, minProbability: 0.9 },
        ice: { minProbability: 0.5 },
      })
      assert.deepEqual(await stored({ [`${id}.chance.rain`]: '', [`${id}.chance.ice`]: '' }), { rain: { minMmPerHour: 2 }, ice: true })
    })

    it('ends one entry or all, and restores them', async () => {
      const { token, id } = await makeSubscription(app)
      const other = await makeSubscription(app, { cityLat: 10 })
      const ended = await postPreferencePage(app, token, { do: `end:${other.id}` })
      assert.equal(ended.headers.get('location'), `/preferences?token=${token}&done=ended&at=1782907200000`)
      assert.deepEqual([(await findSubscriptionRow(app, id)).active, (await findSubscriptionRow(app, other.id)).active], [true, false])
      const { text } = await getPreferencePage(app, token, '&done=ended&at=1782907200000')
      assert.match(
        text,
        /<input type="hidden" name="do" value="undo"><input type="hidden" name="at" value="1782907200000"><button class="button plain">/,
      )
      app.clock.advance({ minutes: 1 })
      await postPreferencePage(app, token, { do: 'end:all' })
      assert.deepEqual((await listAsClient(app)).body.subscriptions, [])
      const back = await postPreferencePage(app, token, { do: 'undo', at: '1782907200000' })
      assert.equal(back.headers.get('location'), `/preferences?token=${token}&done=back`)
      assert.deepEqual([(await findSubscriptionRow(app, id)).active, (await findSubscriptionRow(app, other.id)).active], [false, true])
    })

    it('ends nothing of another address or client', async () => {
      const { token } = await makeSubscription(app)
      const eve = await makeSubscription(app, { email: 'eve@example.org' })
      const elsewhere = await makeSubscription(app, { clientId: 'client-2' })
      for (const { id } of [eve, elsewhere]) assert.equal((await postPreferencePage(app, token, { do: `end:${id}` })).status, 303)
      await postPreferencePage(app, token, { do: 'end:all' })
      assert.deepEqual(
        [(await findSubscriptionRow(app, eve.id)).active, (await findSubscriptionRow(app, elsewhere.id)).active],
        [true, true],
      )
      await submitPreferences(app, token, { [`${eve.id}.frequency`]: 'daily' })
      assert.equal((await findSubscriptionRow(app, eve.id)).frequency, 'immediate')
    })
  })

  describe('400', () => {
    it('says what could not be saved, and saves nothing', async () => {
      const { token, id } = await makeSubscription(app, { lang: 'en' })
      for (const [field, value, word] of [
        [`${id}.limit.wind`, '5000', 'Strong gusts'],
        [`${id}.limit.wind`, 'much', 'Strong gusts'],
        [`${id}.chance.thunderstorm`, '2', 'Thunderstorm'],
        [`${id}.quietFrom`, '25:00', 'Quiet hours'],
      ] as const) {
        const { status, text } = await submitPreferences(app, token, {
          [`${id}.hazard.wind`]: 'on',
          [`${id}.quiet`]: 'on',
          [field]: value,
          lang: 'fr',
        })
        assert.equal(status, 400)
        assert.match(
          text,
          new RegExp(`role="alert" class="note bad[^"]*"><p>Nothing was saved.*<li>Weather alerts for Berlin: ${word}</li>`),
        )
        assert.deepEqual(
          { alert_prefs: (await findSubscriptionRow(app, id)).alert_prefs, lang: (await findSubscriptionRow(app, id)).lang },
          { alert_prefs: {}, lang: 'en' },
        )
      }
    })

    it('refuses input that the page does not send', async () => {
      const { token, id } = await makeSubscription(app)
      for (const fields of [
        {},
        { do: 'drop' },
        { do: 'end:' },
        { do: 'end:x' },
        { do: 'undo' },
        { do: 'undo', at: '-1' },
        { do: 'save', lang: 'tlh' },
        { do: 'save', units: 'kelvin' },
        { do: 'save', [`${id}.frequency`]: 'monthly' },
      ]) {
        assert.equal((await postPreferencePage(app, token, fields as Record<string, string>)).status, 400, JSON.stringify(fields))
      }
      assert.equal((await findSubscriptionRow(app, id)).frequency, 'immediate')
    })
  })

  it('409 for an undo if the slot has been taken', async () => {
    const { token, id } = await makeSubscription(app)
    await postPreferencePage(app, token, { do: `end:${id}` })
    for (let i = 0; i < 20; i++) await makeSubscription(app, { cityLat: i })
    assert.equal((await postPreferencePage(app, token, { do: 'undo', at: '1782907200000' })).status, 409)
  })
})
