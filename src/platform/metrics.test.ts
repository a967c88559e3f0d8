import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { addCounts, createMetrics, watchShared } from './metrics.ts'

const lines = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

describe('the metrics of all workers', () => {
  it('are those of this process as long as none has reported', async () => {
    for (const gathered of [[], undefined]) {
      const metrics = createMetrics(async () => gathered)
      assert.match(await metrics.text(), /^isobar_build_info\{/m)
      assert.equal((await metrics.valuesOf('isobar_build_info')).length, 1)
    }
  })

  it('are gathered once for all who ask at the same time, and anew for who asks afterwards', async () => {
    let gatherings = 0
    const metrics = createMetrics(async () => {
      gatherings += 1
      return [await createMetrics().own()]
    })
    const ask = () => Promise.all(['isobar_build_info', 'isobar_workers'].map(metrics.valuesOf))
    await ask()
    assert.equal(gatherings, 1)
    await ask()
    assert.equal(gatherings, 2)
  })
})

describe('the metrics of requests', () => {
  it('count answers by route, method and status, and their durations in cumulative buckets', async () => {
    const metrics = createMetrics()
    const route = metrics.route('/api/weather')
    for (const seconds of [0.001, 0.0011, 3, 11]) route.record('GET', 200, seconds)
    metrics.route('/api/weather').record('GET', 304, 0.02)
    const text = await metrics.text()
    assert.deepEqual(lines(text, 'http_requests_total'), [
      'http_requests_total{route="/api/weather",method="GET",status="200"} 4',
      'http_requests_total{route="/api/weather",method="GET",status="304"} 1',
    ])
    const buckets = lines(text, 'http_request_duration_seconds_bucket').map((line) => [
      /le="([^"]+)"/.exec(line)?.[1],
      Number(line.split(' ')[1]),
    ])
    assert.deepEqual(Object.fromEntries(buckets), {
      '0.001': 1,
      '0.0025': 2,
      '0.005': 2,
      '0.01': 2,
      '0.025': 3,
      '0.05': 3,
      '0.1': 3,
      '0.25': 3,
      '0.5': 3,
      '1': 3,
      '2.5': 3,
      '5': 4,
      '10': 4,
      '+Inf': 5,
    })
    assert.match(text, /^http_request_duration_seconds_count\{route="\/api\/weather"\} 5$/m)
    assert.match(text, /^http_request_duration_seconds_sum\{route="\/api\/weather"\} 14\.02/m)
  })

  it('are those of all workers, or of this one while the others cannot be asked', async () => {
    const other = createMetrics()
    other.route('/x').record('GET', 200, 1)
    let isReachable = true
    const metrics = createMetrics(async () => (isReachable ? [await metrics.own(), await other.own()] : undefined))
    metrics.route('/x').record('GET', 200, 1)
    const count = async () => (await metrics.valuesOf('http_requests_total')).reduce((sum, { value }) => sum + value, 0)
    assert.equal(await count(), 2)
    assert.match(await metrics.text(), /^http_requests_total\{route="\/x",method="GET",status="200"\} 2$/m)
    isReachable = false
    assert.equal(await count(), 1)
    assert.match(await metrics.text(), /^http_requests_total\{route="\/x",method="GET",status="200"\} 1$/m)
  })

  it('of ended processes are added up, but their gauges are gone', async () => {
    const ended = createMetrics()
    ended.route('/x').record('GET', 200, 1)
    const once = await addCounts(undefined, await ended.own())
    const twice = await addCounts(once, await ended.own())
    assert.ok(!twice.some(({ type }) => String(type) === 'gauge'))
    const values = twice.find(({ name }) => name === 'http_requests_total') as unknown as { values: { value: number }[] }
    assert.deepEqual(
      values.values.map(({ value }) => value),
      [2],
    )
  })
})

it('gauges of what all processes share are read once for a scrape, and have no value while that fails', async () => {
  const registry = new Registry()
  let [reads, fails] = [0, false]
  watchShared(registry, { waiting: ['waiting', 'Waiting'], age: ['age', 'Age'] }, async () => {
    reads += 1
    if (fails) throw new Error('away')
    return { waiting: 3, age: 7 }
  })
  const text = await registry.metrics()
  assert.deepEqual([lines(text, 'waiting'), lines(text, 'age'), reads], [['waiting 3'], ['age 7'], 1])
  fails = true
  assert.deepEqual(lines(await registry.metrics(), 'waiting'), ['waiting Nan'])
})
