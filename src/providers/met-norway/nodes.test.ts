import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, createTestWorld } from '../../../test/helpers/app.ts'
import { watchExpiry } from '../../../test/helpers/expiry-watch.ts'

const ENV = { WEATHER_PROVIDERS: 'met-norway', UPSTREAM_CONTACT: 'ops@weather.example', WARNING_FEEDS: '' }
const PLACES = ['lat=59.91&lon=10.75', 'lat=40.71&lon=-74.01']
const SCOPES = ['current', 'hourly', 'daily', 'minutely']

it('three nodes keep the terms together: no call before the answer to any of them expires, then with If-Modified-Since', async () => {
  const watch = watchExpiry()
  const world = await createTestWorld('2026-07-01T12:00:00Z', watch)
  const nodes = [
    await createTestApp({ sharing: world, env: ENV }),
    await createTestApp({ sharing: world, env: ENV }),
    await createTestApp({ sharing: world, env: ENV }),
  ]
  try {
    for (let step = 0; step < 30; step++) {
      const node = nodes[step % 3]!
      for (const place of PLACES)
        for (const scope of SCOPES) {
          const { status, body } = await node.get(`/api/weather?${place}&scope=${scope}`)
          assert.deepEqual([status, body.source], [200, 'met-norway'], `${scope} at ${place}, step ${step}`)
        }
      await node.services.gateway.drain()
      world.clock.advance({ minutes: 7 })
    }
    assert.deepEqual(watch.breaches, [])
    // In three and a half hours: forecasts of both places at most each half hour, minutes of one of them at most every five.
    assert.ok(watch.counts.calls > 30 && watch.counts.calls <= 2 * 8 + 42, `${watch.counts.calls} calls`)
    assert.ok(watch.counts.confirmed >= 4, `${watch.counts.confirmed} times 304`)
  } finally {
    for (const node of nodes) await node.close()
    await world.close()
  }
})
