import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../src/time.ts'
import { until } from '../helpers/until.ts'
import { openSite } from './browser.ts'

const WATCH = `
  events = []
  stream = new EventSource('/api/stream?lat=43.07&lon=-89.4&units=si')
  for (const type of ['weather', 'warnings']) stream.addEventListener(type, ({ data }) => events.push({ type, data }))`

describe('a stream in a browser', () => {
  const site = openSite()

  it('brings the weather and the warnings to EventSource, at once and when they change', async () => {
    const { app } = site
    const page = await site.visit('/settings')
    await page.evaluate(WATCH)
    await until('both have arrived', async () => (await page.evaluate<number>('events.length')) === 2)
    const [weather, warnings] = await page.evaluate<{ type: string; data: string }[]>('events')
    assert.deepEqual({ weatherType: weather?.type, warningsType: warnings?.type }, { weatherType: 'weather', warningsType: 'warnings' })
    assert.equal(typeof JSON.parse(weather?.data ?? '{}').temperature, 'number')

    const alert = { event: 'Tornado Warning', end: new Date(app.clock.now() + 6 * HOUR_MS).toISOString() }
    app.simulator.setConditions([{ lat: 43.07, lon: -89.4, alert }])
    app.clock.advance({ minutes: 31 })
    for (let times = 0; times < 3; times++) {
      await app.services.stream.check()
      await app.services.gateway.drain()
    }
    await until('the warning has arrived', () => page.evaluate<boolean>(`events.some(({ data }) => data.includes('Tornado Warning'))`))
    await page.evaluate('stream.close()')
  })
})
