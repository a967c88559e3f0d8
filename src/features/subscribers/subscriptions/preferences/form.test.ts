import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildPages } from '../../../../../tools/build/pages.ts'
import { HAZARDS } from '../../../../domain/hazards/index.ts'
import { emptyRoom, list, made, rows, UNLIMITED } from '../testing/client.ts'
import { post, show, stored, submit } from '../testing/preference-page.ts'

let app: TestApp
before(async () => {
  await buildPages()
  app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await emptyRoom(app)
})

describe('POST /preferences', () => {
  describe('303', () => {
    it('saves the form, and redirects back', async () => {
      const { token, id } = await made(app, { alertOnRain: true, alertPrefs: { hail: 1, fog: true } })
      const weekly = await made(app, { type: 'city_weekly' })
      app.clock.advance({ minutes: 1 })
      const { status, headers } = await submit(app, token, {
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
      assert.deepEqual([status, headers.get('location')], [303, `/preferences?token=${token}&done=saved`])
      const row = await stored(app, id)
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
      assert.deepEqual([row.frequency, row.alert_on_rain, row.alert_on_storm, row.lang, row.units], ['hourly', false, false, 'de', 'si'])
      assert.equal(row.updated_at.toISOString(), '2026-07-01T12:01:00.000Z')
      const other = await stored(app, weekly.id)
      assert.deepEqual([other.frequency, other.lang, other.units], ['monthly', 'de', 'si'])
      assert.match((await show(app, token, '&done=saved')).text, /role="status" class="note good[^"]*"><p>Ihre Änderungen sind gespeichert/)
    })

    it('changes nothing if the form is unchanged', async () => {
      const { token } = await made(app, { lang: 'de-CH' })
      await made(app, { cityLat: 10, alertPrefs: { rain: true, quietHours: { from: '22:00', to: '07:00' } }, alertOnStorm: true })
      await made(app, { type: 'newsletter' })
      const before = await rows(app)
      app.clock.advance({ minutes: 1 })
      assert.equal((await submit(app, token)).status, 303)
      assert.deepEqual(await rows(app), before)
    })

    it('shows limits in the reader’s units, and stores them in metric ones', async () => {
      const { token, id } = await made(app, { units: 'imperial', alertPrefs: { wind: { minGustKmh: 75.5 }, heat: true, cold: true } })
      const { text } = await show(app, token)
      const threshold = (hazard: string) =>
        new RegExp(`name="${id}\\.limit\\.${hazard}"[^>]* value="([^"]+)".*?aria-hidden="true">([^<]+)`).exec(text)?.slice(1)
      assert.deepEqual(
        [threshold('wind'), threshold('heat'), threshold('cold'), threshold('rain'), threshold('uv')],
        [
          ['47', 'mph or more'],
          ['95', '°F or more'],
          ['5', '°F or less'],
          ['0.16', 'inches an hour or more'],
          ['8', 'UV index or more'],
        ],
      )
      const before = await stored(app, id)
      assert.equal((await submit(app, token)).status, 303)
      assert.deepEqual(await stored(app, id), before, 'a mere conversion is no change')
      assert.equal((await submit(app, token, { [`${id}.limit.heat`]: '86', units: 'metric' })).status, 303)
      const { alert_prefs: preferences, units } = await stored(app, id)
      assert.deepEqual(
        [preferences.heat, preferences.wind, preferences.cold, units],
        [{ minC: 30 }, { minGustKmh: 75.5 }, { maxC: -15 }, 'metric'],
      )
    })

    it('ends one entry or all, and restores them', async () => {
      const { token, id } = await made(app)
      const other = await made(app, { cityLat: 10 })
      const ended = await post(app, token, { do: `end:${other.id}` })
      assert.equal(ended.headers.get('location'), `/preferences?token=${token}&done=ended&at=1782907200000`)
      assert.deepEqual([(await stored(app, id)).active, (await stored(app, other.id)).active], [true, false])
      const { text } = await show(app, token, '&done=ended&at=1782907200000')
      assert.match(
        text,
        /<input type="hidden" name="do" value="undo"><input type="hidden" name="at" value="1782907200000"><button class="button plain">/,
      )
      app.clock.advance({ minutes: 1 })
      await post(app, token, { do: 'end:all' })
      assert.deepEqual((await list(app)).body.subscriptions, [])
      const back = await post(app, token, { do: 'undo', at: '1782907200000' })
      assert.equal(back.headers.get('location'), `/preferences?token=${token}&done=back`)
      assert.deepEqual([(await stored(app, id)).active, (await stored(app, other.id)).active], [false, true])
    })

    it('ends nothing of another address or client', async () => {
      const { token } = await made(app)
      const eve = await made(app, { email: 'eve@example.org' })
      const elsewhere = await made(app, { clientId: 'client-2' })
      for (const { id } of [eve, elsewhere]) assert.equal((await post(app, token, { do: `end:${id}` })).status, 303)
      await post(app, token, { do: 'end:all' })
      assert.deepEqual([(await stored(app, eve.id)).active, (await stored(app, elsewhere.id)).active], [true, true])
      await submit(app, token, { [`${eve.id}.frequency`]: 'daily' })
      assert.equal((await stored(app, eve.id)).frequency, 'immediate')
    })
  })

  describe('400', () => {
    it('says what could not be saved, and saves nothing', async () => {
      const { token, id } = await made(app, { lang: 'en' })
      for (const [field, value, word] of [
        [`${id}.limit.wind`, '5000', 'Strong gusts'],
        [`${id}.limit.wind`, 'much', 'Strong gusts'],
        [`${id}.quietFrom`, '25:00', 'Quiet hours'],
      ] as const) {
        const { status, text } = await submit(app, token, {
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
        assert.deepEqual([(await stored(app, id)).alert_prefs, (await stored(app, id)).lang], [{}, 'en'])
      }
    })

    it('refuses input that the page does not send', async () => {
      const { token, id } = await made(app)
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
        assert.equal((await post(app, token, fields as Record<string, string>)).status, 400, JSON.stringify(fields))
      }
      assert.equal((await stored(app, id)).frequency, 'immediate')
    })
  })

  it('409 for an undo if the slot has been taken', async () => {
    const { token, id } = await made(app)
    await post(app, token, { do: `end:${id}` })
    for (let i = 0; i < 20; i++) await made(app, { cityLat: i })
    assert.equal((await post(app, token, { do: 'undo', at: '1782907200000' })).status, 409)
  })
})
