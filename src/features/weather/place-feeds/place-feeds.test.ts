import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseAtomFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { createTestFeed, type TestFeed } from '../warnings/testing/feed.ts'
import { runFeedReadings } from '../warnings/testing/read-feeds.ts'
import { buildOfficialWarning } from '../warnings/testing/warning.ts'

const BERLIN = '/api/places/52.52,13.41'
const SEA = '/api/places/0,-30'
const LONG = 'Böen bis 100 km/h; örtlich mehr, auch in Tälern.\nBäume können umstürzen: \\ \u{1F333} meiden. '

/** As calendar programs do: ical.js is Thunderbird's parser. */
function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  return { calendar, days: events.filter(({ startDate }) => startDate.isDate), timed: events.filter(({ startDate }) => !startDate.isDate) }
}

describe('the feeds of a place', () => {
  let app: TestApp
  let feed: TestFeed
  before(async () => {
    feed = createTestFeed({ covers: ({ lat }) => lat > 50 })
    app = await createTestApp({ warningFeeds: [feed], env: { WEATHER_PROVIDERS: 'open-meteo', RATE_LIMITS: 'weather=0,upstream=0' } })
    await runFeedReadings(app)
  })
  after(() => app.close())

  /** The answer once it is in memory. */
  const settled = async (path: string, headers: Record<string, string> = {}) => {
    await app.get(path)
    await app.services.gateway.drain()
    return app.get(path, headers)
  }
  const warn = async (...warnings: Parameters<TestFeed['publish']>[0]) => {
    feed.publish(warnings)
    await runFeedReadings(app)
  }

  describe('calendar.ics', () => {
    it('has the week as all-day events, which a calendar program reads', async () => {
      const { status, headers, text } = await settled(`${BERLIN}/calendar.ics?name=Berlin`)
      assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 200, contentType: 'text/calendar; charset=utf-8' })
      const { calendar, days, timed } = readCalendar(text)
      assert.equal(calendar.getFirstPropertyValue('version'), '2.0')
      assert.deepEqual(calendar.getFirstPropertyValue('name'), 'Berlin')
      assert.equal(String(calendar.getFirstPropertyValue('refresh-interval')), 'PT1H')
      assert.equal(timed.length, 0)
      assert.equal(days.length, 7)
      const today = new Date(app.clock.now()).toISOString().slice(0, 10)
      const { body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=daily')
      for (const [index, event] of days.entries()) {
        const date = new Date(Date.parse(today) + index * 86_400_000).toISOString().slice(0, 10)
        assert.deepEqual(
          { startDate: event.startDate.toString(), uid: event.uid },
          { startDate: date, uid: `${date}_52.52_13.41@localhost` },
        )
        assert.equal(event.duration.toSeconds(), 86_400)
        const point = body.points[index]
        const range = `${whole(point.temperatureMin)}\u00a0°C to ${whole(point.temperatureMax)}\u00a0°C`
        assert.ok(event.summary.endsWith(range), `${event.summary} | ${range}`)
        assert.match(event.description, /Open-Meteo/)
        assert.equal(event.component.getFirstPropertyValue('transp'), 'TRANSPARENT')
      }
      assert.match(days[0]?.description ?? '', /No known official warnings/)
    })

    it('keeps to 75 octets a line, whatever is in it', async () => {
      await warn(
        buildOfficialWarning({ texts: [{ language: 'de', event: LONG, headline: null, description: LONG.repeat(20), instruction: null }] }),
      )
      const { text } = await settled(`${BERLIN}/calendar.ics?lang=de`)
      assert.ok(text.endsWith('END:VCALENDAR\r\n'))
      for (const line of text.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75, line)
        assert.ok(!line.includes('\n') && !line.includes('\ufffd'))
      }
      const [event] = readCalendar(text).timed
      assert.ok(event?.summary.startsWith(LONG.trim().slice(0, 40)))
      assert.ok(event?.description.includes(LONG.repeat(20).trim()))
    })

    it('has warnings as events of their times, under a UID that stays', async () => {
      const events = async (query = '') => readCalendar((await settled(`${BERLIN}/calendar.ics${query}`)).text).timed
      await warn(buildOfficialWarning({ messageId: 'A.2', replaces: ['A.1'], sent: '2026-07-01T11:10:00Z' }))
      const [first, ...others] = await events()
      assert.equal(others.length, 0)
      assert.deepEqual(
        { summary: first?.summary, startDate: first?.startDate.toString(), endDate: first?.endDate.toString() },
        { summary: 'Storm (Orange)', startDate: '2026-07-01T12:00:00Z', endDate: '2026-07-01T20:00:00Z' },
      )
      assert.deepEqual(
        ['priority', 'categories', 'last-modified'].map((name) => String(first?.component.getFirstPropertyValue(name))),
        ['3', 'wind', '2026-07-01T11:10:00Z'],
      )
      assert.match(first?.description ?? '', /Gusts of 100 km\/h\.\n\nStay inside\.$/)
      await warn(
        buildOfficialWarning({ messageId: 'A.3', replaces: ['A.2'], sent: '2026-07-01T11:20:00Z', end: null, severity: 'extreme' }),
      )
      const [second] = await events('?lang=de&units=imperial')
      assert.equal(second?.uid, first?.uid)
      // Without a stated end, until the day is over in Berlin.
      assert.deepEqual(
        { summary: second?.summary, endDate: second?.endDate.toString() },
        { summary: 'Storm (Orange)', endDate: '2026-07-01T22:00:00Z' },
      )
      assert.match(second?.description ?? '', /Ende nicht angegeben/)
      assert.match((await settled(`${BERLIN}/calendar.ics?lang=de&units=imperial`)).text, /°F/)
    })

    it('takes a name of any characters, as one line', async () => {
      const name = '\u202eBerlin, "Mitte";\\\r\nX-INJECTED:1'
      const { calendar, days } = readCalendar((await settled(`${BERLIN}/calendar.ics?name=${encodeURIComponent(name)}`)).text)
      assert.equal(days[0]?.location, 'Berlin, "Mitte";\\ X-INJECTED:1')
      assert.equal(calendar.getFirstPropertyValue('x-injected'), null)
    })

    it('says on its first day that warnings are unknown', async () => {
      const { days } = readCalendar((await settled(`${SEA}/calendar.ics`)).text)
      assert.match(days[0]?.description ?? '', /We cannot tell whether there are official warnings for this place\./)
    })
  })

  describe('feed.atom', () => {
    it('has warnings as entries, which a feed reader reads', async () => {
      await warn(buildOfficialWarning({ messageId: 'A.4', replaces: ['A.3'], sent: '2026-07-01T11:30:00Z' }))
      const { status, headers, text } = await settled(`${BERLIN}/feed.atom?name=Berlin%20%26%20more`)
      assert.deepEqual(
        { status, contentType: headers.get('content-type') },
        { status: 200, contentType: 'application/atom+xml; charset=utf-8' },
      )
      const { entries = [], ...atom } = parseAtomFeed(text)
      assert.deepEqual(
        { id: atom.id, textOf: textOf(atom.title) },
        { id: 'tag:localhost,2026:warnings/52.52,13.41', textOf: 'Official warnings: Berlin & more' },
      )
      assert.equal(atom.updated, '2026-07-01T11:30:00Z')
      const self = atom.links?.find(({ rel }) => rel === 'self')?.href ?? ''
      assert.equal((await app.get(self.replace(/^http:\/\/[^/]+/, ''))).text, text)
      const [entry, ...others] = entries
      assert.equal(others.length, 0)
      assert.match(entry?.id ?? '', /^tag:localhost,2026:test-feed-[\w-]{22}$/)
      assert.deepEqual(
        { textOf: textOf(entry?.title), updated: entry?.updated, name: entry?.authors?.[0]?.name },
        { textOf: 'Storm (Orange)', updated: '2026-07-01T11:30:00Z', name: 'Weather Service' },
      )
      assert.deepEqual({ term: entry?.categories?.[0]?.term, textOf: textOf(entry?.rights) }, { term: 'wind', textOf: 'CC BY 4.0' })
      assert.match(JSON.stringify(entry?.content), /Gusts of 100 km\/h\./)
    })

    it('keeps the id of an entry and moves its date when the issuer changes it', async () => {
      const entryNow = async () => parseAtomFeed((await settled(`${BERLIN}/feed.atom`)).text).entries?.[0]
      const before = await entryNow()
      await warn(buildOfficialWarning({ messageId: 'A.5', replaces: ['A.4'], sent: '2026-07-01T11:40:00Z', severity: 'extreme' }))
      const after = await entryNow()
      assert.equal(after?.id, before?.id)
      assert.deepEqual(
        { beforeUpdated: before?.updated, afterUpdated: after?.updated },
        { beforeUpdated: '2026-07-01T11:30:00Z', afterUpdated: '2026-07-01T11:40:00Z' },
      )
    })

    it('is empty only where it is known that there are none', async () => {
      const hamburg = parseAtomFeed((await settled('/api/places/53.55,9.99/feed.atom')).text)
      assert.deepEqual([hamburg.entries ?? [], textOf(hamburg.subtitle)], [[], 'No known official warnings for these days.'])
      const sea = parseAtomFeed((await settled(`${SEA}/feed.atom`)).text)
      assert.deepEqual(
        sea.entries?.map(({ title }) => textOf(title)),
        ['We cannot tell whether there are official warnings for this place.'],
      )
    })
  })

  for (const file of ['calendar.ics', 'feed.atom']) {
    describe(file, () => {
      it('costs what the weather of the place costs, and says where it is from', async () => {
        await app.get('/api/weather?lat=48.1&lon=11.6&scope=current')
        await app.services.gateway.drain()
        const before = app.simulator.calls().total
        const { headers } = await app.get(`/api/places/48.1,11.6/${file}`)
        assert.equal(app.simulator.calls().total, before)
        assert.deepEqual(
          { xCache: headers.get('x-cache'), xWeatherSource: headers.get('x-weather-source') },
          { xCache: 'memory', xWeatherSource: 'simulated, open-meteo' },
        )
        assert.match(headers.get('link') ?? '', /open-meteo\.com/)
        assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d+/)
      })

      it('is 304 for the copy that a client has, also through HEAD', async () => {
        const etag = (await settled(`${BERLIN}/${file}`)).headers.get('etag') ?? ''
        assert.match(etag, /^W\/"/)
        const unchanged = await app.get(`${BERLIN}/${file}`, { 'if-none-match': etag })
        assert.deepEqual({ status: unchanged.status, text: unchanged.text }, { status: 304, text: '' })
        const head = await fetch(`${app.url}${BERLIN}/${file}`, { method: 'HEAD', headers: { origin: 'https://elsewhere.example' } })
        assert.deepEqual({ status: head.status, etag: head.headers.get('etag'), head: await head.text() }, { status: 200, etag, head: '' })
        assert.equal(head.headers.get('access-control-allow-origin'), '*')
      })

      for (const [query, path] of [
        ['91,13', 'place'],
        ['52.52', 'place'],
        ['berlin', 'place'],
        ['Berlin-52.52,13.41', 'place'],
        ['52.52,181', 'place'],
      ] as const)
        it(`is 400 for the place ${query}`, async () => {
          const { status, body } = await app.get(`/api/places/${query}/${file}`)
          assert.deepEqual({ status, error: body.error, path: body.details[0].path }, { status: 400, error: 'invalid_request', path })
        })
      for (const query of ['lang=en_US', 'units=kelvin', 'name=', `name=${'x'.repeat(61)}`])
        it(`is 400 for ${query.slice(0, 20)}`, async () => assert.equal((await app.get(`${BERLIN}/${file}?${query}`)).status, 400))

      it('is 429 beyond the limit of weather, and 502 without weather', async () => {
        const node = await createTestApp({ env: { RATE_LIMITS: 'weather=1,upstream=0' } })
        node.simulator.setFaults([{ kind: 'status', status: 500 }])
        const statuses = [(await node.get(`${BERLIN}/${file}`)).status, (await node.get(`${BERLIN}/${file}`)).status]
        await node.close()
        assert.deepEqual(statuses, [502, 429])
      })
    })
  }
})

function textOf(text: { readonly value?: string } | undefined): string | undefined {
  return text?.value
}

/** As people read it. */
function whole(degrees: number): string {
  return String(Math.round(degrees)).replace('-', '\u2212')
}
