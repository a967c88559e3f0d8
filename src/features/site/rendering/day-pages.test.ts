import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import { archiveFetched } from '../../weather/history/testing/archive-fetched.ts'
import { buildTestObservation, buildTestForecastDay, buildTestForecastHour } from '../../weather/history/testing/fetched.ts'

const BERLIN = '/weather/berlin-52.52,13.41'
const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/150.0', 'accept-language': 'en-GB' }
const timezone = 'Europe/Berlin'

describe('GET /weather/{place}/{date}', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ now: '2026-11-21T10:20:00Z', env: { RATE_LIMITS: `pages=0,weather=0,history=0,${NO_SHARES}` } })
    const at = { lat: 52.52, lon: 13.41 }
    // Two forecasts of the 20th, then its hours as they came.
    for (const [instant, temperatureMax] of [
      ['2026-11-18T12:00:00Z', 11],
      ['2026-11-19T12:00:00Z', 7],
    ] as const) {
      const daily = [
        buildTestForecastDay('2026-11-20', {
          time: '2026-11-19T23:00:00Z',
          temperatureMin: 1,
          temperatureMax,
          precipitation: 4,
          condition: 'rain',
        }),
      ]
      await archiveFetched(app, {
        ...at,
        instant,
        parts: { timezone, daily, hourly: [buildTestForecastHour('2026-11-20T02:00:00Z', { temperature: 2 })], current: null },
      })
    }
    for (let index = 0; index < 24; index++) {
      const instant = new Date(Date.parse('2026-11-19T23:00:00Z') + index * 3_600_000).toISOString().replace('.000', '')
      if (index === 3) continue
      const observed = buildTestObservation(instant, {
        temperature: index,
        precipitation: index === 9 ? 3 : 0,
        condition: index === 9 ? 'rain' : 'overcast',
        isDay: true,
      })
      await archiveFetched(app, { ...at, instant, parts: { timezone, current: observed, hourly: [], daily: [] } })
    }
  })
  after(() => app?.close())

  const visit = (path: string, headers: Record<string, string> = {}) => app.get(path, { ...BROWSER, ...headers })
  const bodyOf = (text: string) => text.slice(text.indexOf('<main'), text.indexOf('</main>'))

  it('200: what had been forecast of a past day, and what came', async () => {
    const { status, text } = await visit(`${BERLIN}/2026-11-20`)
    assert.equal(status, 200)
    const body = bodyOf(text)
    for (const part of [
      'Friday,? 20 November 2026',
      'Yesterday',
      '23 of 24 past hours are estimates, not measurements',
      'Forecast and outcome',
    ])
      assert.match(body, new RegExp(part))
    const rows = [...body.matchAll(/<tr><th scope="row">([^<]+)<\/th><td>([^<]+)<\/td><td>([^<]+)<\/td><td>([^<]+)<\/td><\/tr>/g)].map(
      (row) => row.slice(1),
    )
    assert.deepEqual(rows, [
      ['Estimated', '0°', '23°', '3.0\u00a0mm'],
      ['The day before', '1°', '7°', '4.0\u00a0mm'],
      ['2 days before', '1°', '11°', '4.0\u00a0mm'],
    ])
    assert.match(text, /<link rel="canonical" href="[^"]*\/weather\/berlin-52\.52[\d]*,13\.41[\d]*\/2026-11-20"/)
    assert.match(text, /<title>Weather in Berlin on Friday,? 20 November 2026 · /)
    assert.match(body, /from=2026-11-20&amp;to=2026-11-20&amp;format=csv/)
    assert.equal(app.simulator.calls().total, 0)
  })

  it('200: today and the days of the forecast, in the reader’s language and units', async () => {
    const today = await visit(`${BERLIN}/2026-11-21`, { 'accept-language': 'de' })
    assert.equal(today.status, 200)
    assert.match(bodyOf(today.text), /Heute.*Nachmittag.*Stunde für Stunde/s)
    const later = await visit(`${BERLIN}/2026-11-25`, { 'accept-language': 'en-US' })
    assert.equal(later.status, 200)
    // Its hours are the next source's, since the first one has two days of them.
    assert.match(bodyOf(later.text), /Hour by hour.*The day in numbers.*Open-Meteo/s)
    assert.doesNotMatch(bodyOf(later.text), /CSV/)
    const arabic = await visit(`${BERLIN}/2026-11-22`, { 'accept-language': 'ar' })
    assert.match(arabic.text, /<html lang="ar" dir="rtl"/)
  })

  it('200, but not for search engines: a day of which nothing was kept', async () => {
    const { status, text } = await visit(`${BERLIN}/2026-11-10`)
    assert.equal(status, 200)
    assert.match(bodyOf(text), /No records of this day/)
    assert.match(text, /<meta name="robots" content="noindex"/)
    assert.doesNotMatch(text, /rel="canonical"/)
  })

  it('200: a day of which only a forecast was kept, said to be one', async () => {
    const daily = [
      buildTestForecastDay('2026-11-12', { time: '2026-11-11T23:00:00Z', temperatureMin: 1, temperatureMax: 6, condition: 'rain' }),
    ]
    await archiveFetched(app, {
      lat: 52.52,
      lon: 13.41,
      instant: '2026-11-11T12:00:00Z',
      parts: { timezone, daily, hourly: [], current: null },
    })
    const { status, text } = await visit(`${BERLIN}/2026-11-12`)
    assert.equal(status, 200)
    assert.match(bodyOf(text), /No records of this day: this is its last forecast\./)
  })

  it('301: to the address of the place', async () => {
    const moved = await fetch(`${app.url}/weather/Berlin-52.520,13.41/2026-11-20?lang=de`, { headers: BROWSER, redirect: 'manual' })
    await moved.arrayBuffer()
    assert.deepEqual(
      { status: moved.status, location: moved.headers.get('location') },
      { status: 301, location: `${BERLIN}/2026-11-20?lang=de` },
    )
  })

  it('404: beyond the forecast and before what is kept, with the way to days that there are', async () => {
    const beyond = await visit(`${BERLIN}/2026-12-20`)
    assert.equal(beyond.status, 404)
    assert.match(bodyOf(beyond.text), /The forecast does not reach this day yet/)
    assert.match(beyond.text, /noindex/)
    const expired = await visit(`${BERLIN}/2024-01-01`)
    assert.equal(expired.status, 404)
    assert.match(bodyOf(expired.text), /Records of this day are no longer stored\. The oldest day is .*2025/)
  })

  it('404: no day of the calendar, no place', async () => {
    for (const path of [
      `${BERLIN}/2026-02-29`,
      `${BERLIN}/tomorrow`,
      `${BERLIN}/20261120`,
      '/weather/berlin/2026-11-20',
      '/weather/x-95,13/2026-11-20',
    ])
      assert.equal((await visit(path)).status, 404, path)
    assert.equal((await visit(`${BERLIN}/2026-11-20/more`)).status, 404)
  })

  it('503: no weather for a day to come; days that have passed need none', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    const { status, headers } = await visit('/weather/lima-12.05,-77.05/2026-11-23')
    app.simulator.setFaults([])
    assert.ok(status === 502 || status === 503, String(status))
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal((await visit(`${BERLIN}/2026-11-20`)).status, 200)
  })

  it('follows the calendar of the place: its today is another date than the server’s', async () => {
    // 10:20 UTC on the 21st is the 22nd on Kiritimati, and still the 20th on Niue until eleven.
    for (const [path, date] of [
      ['/weather/place-1.87,-157.43', '2026-11-22'],
      ['/weather/place--19.05,-169.92', '2026-11-20'],
    ] as const) {
      const { status, text } = await visit(`${path}/${date}`)
      assert.equal(status, 200, path)
      assert.match(bodyOf(text), /Today/)
    }
  })

  it('answers every method but GET and HEAD as other pages do', async () => {
    const posted = await fetch(`${app.url}${BERLIN}/2026-11-20`, { method: 'POST', headers: BROWSER })
    const other = await fetch(`${app.url}/accuracy`, { method: 'POST', headers: BROWSER })
    await Promise.all([posted.arrayBuffer(), other.arrayBuffer()])
    assert.equal(posted.status, other.status)
  })

  it('429: a page counts as one request of history, however much it reads', async (t) => {
    const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: `pages=0,weather=0,history=3,${NO_SHARES}` } })
    t.after(() => limited.close())
    const statuses: number[] = []
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-20'])
      statuses.push((await limited.get(`${BERLIN}/${date}`, BROWSER)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })
})
