import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { HAZARDS } from '../../weather/hazards/index.ts'
import { emptyRoom, list, rows, send, subscribe, UNLIMITED } from './testing/client.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await emptyRoom(app)
})

const show = (token: string, query = '', service: Pick<TestApp, 'url'> = app) => send(service, 'GET', `/preferences?token=${token}${query}`)
const post = (token: string, fields: Record<string, string>) =>
  send(app, 'POST', `/preferences?token=${token}`, new URLSearchParams(fields).toString())

/** What a browser sends of the page as it stands, with some fields changed; null takes one away. */
async function submit(token: string, changes: Record<string, string | null> = {}, service: Pick<TestApp, 'url'> = app) {
  const { text } = await show(token, '', service)
  const fields = new URLSearchParams({ do: 'save' })
  for (const [tag] of text.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
    if (attribute('type') !== 'checkbox' || tag.endsWith(' checked>')) fields.set(attribute('name'), attribute('value'))
  }
  for (const [, name = '', options = ''] of text.matchAll(/<select id="[^"]*" name="([^"]*)">(.*?)<\/select>/gs))
    fields.set(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? '')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) fields.delete(name)
    else fields.set(name, value)
  }
  return send(service, 'POST', `/preferences?token=${token}`, fields.toString())
}

async function made(body: object = {}) {
  const { subscription } = (await subscribe(app, body)).body
  return { id: subscription.id as string, token: subscription.unsubscribe_token as string }
}

const stored = async (id: string) => (await rows(app)).find((row) => row.id === id)

describe('GET /preferences', () => {
  describe('200', () => {
    it('groups what the client’s address gets by place, newsletters first', async () => {
      const { token } = await made()
      app.clock.advance({ minutes: 1 })
      await made({ type: 'city_weekly' })
      await made({ cityName: 'Oslo & <Bergen>', cityLat: 59.91, cityLon: 10.75 })
      await made({ type: 'newsletter' })
      await made({ email: 'eve@example.org', cityName: 'Elsewhere' })
      const { status, text, headers } = await show(token)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      const headings = [...text.matchAll(/<h[123]>(.*?)<\/h[123]>/g)].map(([, heading]) => heading)
      assert.deepEqual(headings, [
        'Your weather mails',
        'Newsletter',
        'Berlin',
        'The week ahead',
        'Weather alerts',
        'Oslo &amp; &lt;Bergen&gt;',
        'Weather alerts',
        'Language and units',
      ])
      assert.match(text, /What a•••@example\.org gets/)
      assert.doesNotMatch(text, /ada@|<script|style="|Elsewhere/)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'private, no-store')
    })

    it('labels every field, once', async () => {
      const { token } = await made()
      await made({ type: 'newsletter' })
      const { text } = await show(token)
      for (const [tag, kind] of text.matchAll(/<(input|select)[^>]*>/g)) {
        const id = / id="([^"]+)"/.exec(tag)?.[1]
        const inside = text.includes(`<label>${tag}`)
        const isLabelled = tag.includes('type="hidden"') || inside || tag.includes('aria-label=') || text.includes(`<label for="${id}">`)
        assert.ok(isLabelled, `${kind} ${tag}`)
      }
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      assert.equal(new Set(ids).size, ids.length)
    })

    it('shows what is stored, and defaults as they count', async () => {
      const { token, id } = await made({
        alertPrefs: { wind: { minGustKmh: 75.5 }, snow: true, minSeverity: 'severe', quietHours: { from: '21:30', to: '06:15' } },
      })
      const { text } = await show(token)
      const checked = [...text.matchAll(/name="hazard\.[^.]+\.(\w+)" value="on" checked/g)].map(([, hazard]) => hazard)
      assert.deepEqual(checked, ['snow', 'wind'])
      assert.match(text, new RegExp(`name="threshold\\.${id}\\.wind" value="75.5" min="10" max="400"`))
      assert.match(text, new RegExp(`name="threshold\\.${id}\\.snow" value="5"`))
      assert.match(text, /<option value="severe" selected>/)
      assert.match(text, /value="21:30"/)
      const plain = await made({ cityLat: 10 })
      assert.deepEqual(
        [...(await show(plain.token)).text.matchAll(new RegExp(`name="hazard\\.${plain.id}\\.(\\w+)" value="on" checked`, 'g'))].map(
          ([, hazard]) => hazard,
        ),
        ['official', 'thunderstorm'],
      )
    })

    it('speaks the four languages', async () => {
      for (const [lang, title] of [
        ['de', 'Ihre Wettermails'],
        ['fr', 'Vos messages météo'],
        ['es', 'Sus correos del tiempo'],
      ] as const) {
        const { token } = await made({ lang, email: `${lang}@example.org` })
        assert.match((await show(token)).text, new RegExp(`<h1>${title}</h1>`))
      }
    })

    it('says so when nothing is left', async () => {
      const { token } = await made()
      await send(app, 'GET', `/api/unsubscribe?token=${token}`)
      assert.match((await show(token)).text, /This address gets no mails/)
    })
  })

  it('400 and 404 are pages', async () => {
    const answers = [await show('x'), await show(NOBODY), await post(NOBODY, { do: 'save' })]
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('content-type')]),
      [400, 404, 404].map((status) => [status, 'text/html; charset=utf-8']),
    )
  })
})

describe('POST /preferences', () => {
  describe('303', () => {
    it('saves what the form says, and leads back', async () => {
      const { token, id } = await made({ alertOnRain: true, alertPrefs: { hail: 1, fog: true } })
      const weekly = await made({ type: 'city_weekly' })
      app.clock.advance({ minutes: 1 })
      const { status, headers } = await submit(token, {
        [`frequency.${id}`]: 'hourly',
        [`frequency.${weekly.id}`]: 'monthly',
        [`hazard.${id}.rain`]: null,
        [`hazard.${id}.wind`]: 'on',
        [`threshold.${id}.wind`]: '82,5',
        [`hazard.${id}.uv`]: 'on',
        [`threshold.${id}.uv`]: '',
        [`severity.${id}`]: 'severe',
        [`quiet.${id}`]: 'on',
        [`from.${id}`]: '23:00',
        [`to.${id}`]: '05:30',
        [`extreme.${id}`]: null,
        [`cancelled.${id}`]: 'on',
        lang: 'de',
        units: 'si',
      })
      assert.deepEqual([status, headers.get('location')], [303, `/preferences?token=${token}&done=saved`])
      const row = await stored(id)
      const off = Object.fromEntries(HAZARDS.map((hazard) => [hazard, false]))
      assert.deepEqual(row.alert_prefs, {
        ...off,
        hail: 1,
        fog: true,
        wind: { minGustKmh: 82.5 },
        uv: {},
        official: false,
        minSeverity: 'severe',
        notifyCancelled: true,
        quietHours: { from: '23:00', to: '05:30', exceptExtreme: false },
      })
      assert.deepEqual([row.frequency, row.alert_on_rain, row.alert_on_storm, row.lang, row.units], ['hourly', false, false, 'de', 'si'])
      assert.equal(row.updated_at.toISOString(), '2026-07-01T12:01:00.000Z')
      const other = await stored(weekly.id)
      assert.deepEqual([other.frequency, other.lang, other.units], ['monthly', 'de', 'si'])
      assert.match((await show(token, '&done=saved')).text, /role="status"><p>Ihre Änderungen sind gespeichert/)
    })

    it('changes nothing where nothing was changed', async () => {
      const { token } = await made({ lang: 'de-CH' })
      await made({ cityLat: 10, alertPrefs: { rain: true, quietHours: { from: '22:00', to: '07:00' } }, alertOnStorm: true })
      await made({ type: 'newsletter' })
      const before = await rows(app)
      app.clock.advance({ minutes: 1 })
      assert.equal((await submit(token)).status, 303)
      assert.deepEqual(await rows(app), before)
    })

    it('tells limits in the units of who reads them, and stores them in its own', async () => {
      const { token, id } = await made({ units: 'imperial', alertPrefs: { wind: { minGustKmh: 75.5 }, heat: true, cold: true } })
      const { text } = await show(token)
      const told = (hazard: string) =>
        new RegExp(`name="threshold\\.${id}\\.${hazard}" value="([^"]+)" .*?aria-hidden="true">([^<]+)`).exec(text)?.slice(1)
      assert.deepEqual(
        [told('wind'), told('heat'), told('cold'), told('rain'), told('uv')],
        [
          ['47', 'mph or more'],
          ['95', '°F or more'],
          ['5', '°F or less'],
          ['0.16', 'inches an hour or more'],
          ['8', 'UV index or more'],
        ],
      )
      const before = await stored(id)
      assert.equal((await submit(token)).status, 303)
      assert.deepEqual(await stored(id), before, 'what was only converted is no change')
      assert.equal((await submit(token, { [`threshold.${id}.heat`]: '86', units: 'metric' })).status, 303)
      const { alert_prefs: preferences, units } = await stored(id)
      assert.deepEqual(
        [preferences.heat, preferences.wind, preferences.cold, units],
        [{ minC: 30 }, { minGustKmh: 75.5 }, { maxC: -15 }, 'metric'],
      )
    })

    it('ends one entry or all, and brings back what was ended', async () => {
      const { token, id } = await made()
      const other = await made({ cityLat: 10 })
      const ended = await post(token, { do: `end:${other.id}` })
      assert.equal(ended.headers.get('location'), `/preferences?token=${token}&done=ended&at=1782907200000`)
      assert.deepEqual([(await stored(id)).active, (await stored(other.id)).active], [true, false])
      const { text } = await show(token, '&done=ended&at=1782907200000')
      assert.match(text, /<input type="hidden" name="at" value="1782907200000"><button class="plain" name="do" value="undo">/)
      app.clock.advance({ minutes: 1 })
      await post(token, { do: 'end:all' })
      assert.deepEqual((await list(app)).body.subscriptions, [])
      const back = await post(token, { do: 'undo', at: '1782907200000' })
      assert.equal(back.headers.get('location'), `/preferences?token=${token}&done=back`)
      assert.deepEqual([(await stored(id)).active, (await stored(other.id)).active], [false, true])
    })

    it('ends nothing of another address or client', async () => {
      const { token } = await made()
      const eve = await made({ email: 'eve@example.org' })
      const elsewhere = await made({ clientId: 'client-2' })
      for (const { id } of [eve, elsewhere]) assert.equal((await post(token, { do: `end:${id}` })).status, 303)
      await post(token, { do: 'end:all' })
      assert.deepEqual([(await stored(eve.id)).active, (await stored(elsewhere.id)).active], [true, true])
      await submit(token, { [`frequency.${eve.id}`]: 'daily' })
      assert.equal((await stored(eve.id)).frequency, 'immediate')
    })
  })

  describe('400', () => {
    it('says what could not be saved, and saves nothing', async () => {
      const { token, id } = await made({ lang: 'en' })
      for (const [field, value, word] of [
        [`threshold.${id}.wind`, '5000', 'Strong gusts'],
        [`threshold.${id}.wind`, 'much', 'Strong gusts'],
        [`from.${id}`, '25:00', 'Quiet hours'],
      ] as const) {
        const { status, text } = await submit(token, { [`hazard.${id}.wind`]: 'on', [`quiet.${id}`]: 'on', [field]: value, lang: 'fr' })
        assert.equal(status, 400)
        assert.match(text, new RegExp(`role="alert"><p>Nothing was saved.*<li>Weather alerts for Berlin: ${word}</li>`))
        assert.deepEqual([(await stored(id)).alert_prefs, (await stored(id)).lang], [{}, 'en'])
      }
    })

    it('refuses what the page does not send', async () => {
      const { token, id } = await made()
      for (const fields of [
        {},
        { do: 'drop' },
        { do: 'end:' },
        { do: 'end:x' },
        { do: 'undo' },
        { do: 'undo', at: '-1' },
        { do: 'save', lang: 'tlh' },
        { do: 'save', units: 'kelvin' },
        { do: 'save', [`frequency.${id}`]: 'monthly' },
      ]) {
        assert.equal((await post(token, fields as Record<string, string>)).status, 400, JSON.stringify(fields))
      }
      assert.equal((await stored(id)).frequency, 'immediate')
    })
  })

  it('409 for an undo when the room was taken meanwhile', async () => {
    const { token, id } = await made()
    await post(token, { do: `end:${id}` })
    for (let i = 0; i < 20; i++) await made({ cityLat: i })
    assert.equal((await post(token, { do: 'undo', at: '1782907200000' })).status, 409)
  })
})

describe('with double opt-in', () => {
  it('a confirmed token shows the whole address, the same place of two clients once, and changes both', async () => {
    const strict = await createTestApp({ beside: app, env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on' } })
    try {
      const { token, id } = await made()
      const twin = await made({ clientId: 'client-2' })
      await subscribe(strict, { clientId: 'client-3', cityName: 'Never', cityLat: 1 })
      const { text } = await show(token, '', strict)
      assert.equal([...text.matchAll(/<h2>Berlin<\/h2>/g)].length, 1)
      assert.doesNotMatch(text, /Never/)
      assert.equal([...(await show(token)).text.matchAll(new RegExp(twin.id, 'g'))].length, 0, 'without it, its own client alone')
      const [shown = ''] = /(?<=name="frequency\.)[\da-f-]{36}/.exec(text) ?? []
      assert.equal((await submit(token, { [`frequency.${shown}`]: 'daily' }, strict)).status, 303)
      assert.deepEqual([(await stored(id)).frequency, (await stored(twin.id)).frequency], ['daily', 'daily'])
      await send(strict, 'POST', `/preferences?token=${token}`, `do=end:${id}`)
      assert.deepEqual([(await stored(id)).active, (await stored(twin.id)).active], [false, false])
    } finally {
      await strict.close()
    }
  })

  it('405 for HEAD', async () => {
    const { status, headers } = await send(app, 'HEAD', `/preferences?token=${NOBODY}`)
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, POST, OPTIONS'])
  })
})
