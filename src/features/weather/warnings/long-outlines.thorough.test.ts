import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { openCapFeed } from '@isobar/providers/cap-feed'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { closedAtEnd } from '../../../../test/helpers/ending.ts'
import { watchTurns } from '../../../../test/helpers/longest-turn.ts'
import { writeWindWarning, writeLongOutline } from './testing/long-outlines.ts'

const DOCUMENTS = 10
const LIMIT_MS = 50

describe('ten warnings with outlines of 90,000 points', () => {
  it(`are read, stored and found without holding up the event loop for more than ${LIMIT_MS} ms`, async (t) => {
    let round = 0
    const rounds = Array.from({ length: 3 }, (_, bays) =>
      Array.from({ length: DOCUMENTS }, (_, index) => writeLongOutline(index * 10, 37 + bays)),
    )
    const server = createServer(({ url = '' }, response) => {
      const index = /-(\d)$/.exec(url)?.[1]
      if (index !== undefined) return response.end(writeWindWarning(url.slice(1), rounds[round]?.[Number(index)] ?? ''))
      const links = Array.from({ length: DOCUMENTS }, (_, each) => `<item><link>http://127.0.0.1:${port}/m${round}-${each}</link></item>`)
      return response.end(`<rss><channel>${links.join('')}</channel></rss>`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closedAtEnd(() => server.close())
    const { port } = server.address() as AddressInfo
    const attribution = { name: 'Long', text: 'Long', url: 'https://feed.example/', license: '' }
    const { warningFeed: capability } = openCapFeed({ id: 'cap-long', url: new URL(`http://127.0.0.1:${port}/cap`), attribution })
    const app = await createTestApp({
      now: '2026-07-01T09:00:00Z',
      warningFeeds: [{ id: 'cap-long', attribution, capability }],
      env: { WEATHER_PROVIDERS: 'open-meteo' },
    })
    const { warnings } = app.services
    const worst: number[] = []
    // Collecting garbage or compiling may come in between: the best of three counts.
    for (; round < rounds.length && !worst.some((ms) => ms <= LIMIT_MS); round++) {
      const turns = watchTurns()
      await warnings.readDue()
      app.clock.advance({ minutes: 1 })
      for (let index = 0; index < DOCUMENTS; index++) {
        const { alerts } = await warnings.stored.find({ id: index, lat: 50.5, lon: index * 10 + 1.7 }, app.clock.now())
        assert.ok(alerts.length > round, `${alerts.length} warnings at ${index}`)
        const outside = await warnings.stored.find({ id: index, lat: 50.5, lon: index * 10 + 2.4 }, app.clock.now())
        assert.equal(outside.alerts.length, 0)
      }
      worst.push(Math.round(turns.stop()))
      app.clock.advance({ minutes: 6 })
    }
    assert.ok(Math.min(...worst) <= LIMIT_MS, `the longest turns were ${worst.join(', ')} ms`)
    t.diagnostic(`longest turns: ${worst.join(', ')} ms`)
    await app.close()
  })
})
