import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, createTestWorld } from '../../test/helpers/app.ts'
import { watchExpiry } from '../../test/helpers/expiry-watch.ts'

const ENV = { WEATHER_PROVIDERS: 'met-norway', UPSTREAM_CONTACT: 'ops@weather.example', WARNING_FEEDS: '' }
const PLACES = ['lat=59.91&lon=10.75', 'lat=40.71&lon=-74.01']
/** The terms, in calls a second. */
const TERMS = 20
const SCOPES = ['current', 'hourly', 'daily', 'minutely']

it('three nodes keep the terms together: no call before the answer to any of them expires, then with If-Modified-Since, and less than 20 a second', async () => {
  const watch = watchExpiry()
  const arrivals: number[] = []
  const world = await createTestWorld('2026-07-01T12:00:00Z', {
    onCall(call, answer) {
      arrivals.push(performance.now())
      watch.onCall(call, answer)
    },
  })
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
          assert.deepEqual({ status, source: body.source }, { status: 200, source: 'met-norway' }, `${scope} at ${place}, step ${step}`)
        }
      await node.services.gateway.drain()
      world.clock.advance({ minutes: 7 })
    }
    assert.deepEqual(watch.breaches, [])
    // In three and a half hours: forecasts of both places at most each half hour, minutes of one of them at most every five.
    assert.ok(watch.counts.calls > 30 && watch.counts.calls <= 2 * 8 + 42, `${watch.counts.calls} calls`)
    assert.ok(watch.counts.confirmed >= 4, `${watch.counts.confirmed} times 304`)

    // Many places at once, on all nodes: one call each 150 ms, and those that would wait for longer than two seconds are not made.
    arrivals.length = 0
    const asked = Array.from({ length: 90 }, (_, index) => nodes[index % 3]!.get(`/api/weather?lat=${index / 2}&lon=20&scope=current`))
    const answers = (await Promise.all(asked)).map(({ status }) => status)
    const busiest = Math.max(...arrivals.map((first) => arrivals.filter((each) => each >= first && each < first + 1_000).length))
    assert.ok(busiest < TERMS, `${busiest} calls in a second`)
    assert.ok(answers.includes(200) && answers.some((status) => status !== 200), answers.join(' '))
  } finally {
    for (const node of nodes) await node.close()
    await world.close()
  }
})
