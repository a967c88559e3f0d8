import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { startSimulator } from '../simulator.ts'
import { get, put } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { testSimulator } from '../testing/simulator.ts'
import type { FaultSpec } from './faults.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 23, 41)
const ONECALL = '/data/3.0/onecall?lat=52.52&lon=13.4&appid=k'
const METEO = '/v1/forecast?latitude=1&longitude=1'
const GEO = '/geo/1.0/direct?q=Paris&appid=k'
let clock = NOW
const simulator = testSimulator(() => clock)

afterEach(() => {
  clock = NOW
  simulator.reset()
})

interface Seen {
  status: number | null
  length: number | null
  body: Buffer
  /** `end`: a whole body; `aborted`: cut off; a code for a socket error; `waiting` when the client gave up. */
  outcome: string
}

/** Makes a call with a plain client that gives up after `patience` ms without data, or after `most` bytes. */
function look(path: string, patience = 60_000, most = 1e9): Promise<Seen> {
  return new Promise((resolve) => {
    const seen: Seen = { status: null, length: null, body: Buffer.alloc(0), outcome: 'waiting' }
    const parts: Buffer[] = []
    let size = 0
    const call = request(simulator.url + path, { headers: { 'user-agent': 'test' }, agent: false })
    const finish = (outcome: string): void => {
      clearTimeout(timer)
      call.destroy()
      resolve({ ...seen, body: Buffer.concat(parts), outcome })
    }
    let timer = setTimeout(() => finish('waiting'), patience)
    call.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'error'))
    call.on('response', (answer) => {
      seen.status = answer.statusCode ?? null
      seen.length = answer.headers['content-length'] === undefined ? null : Number(answer.headers['content-length'])
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        clearTimeout(timer)
        timer = setTimeout(() => finish('waiting'), patience)
        if (size >= most) finish('enough')
      })
      answer.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'error'))
      answer.on('end', () => finish(answer.complete ? 'end' : 'aborted'))
    })
    call.end()
  })
}

/** How the connection ends, seen from a bare socket: `end` or the error's code. */
function closing(path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(simulator.port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    socket.on('end', () => resolve('end'))
    socket.resume()
  })
}

const faulty = (fault: FaultSpec): void => simulator.setFaults([fault])

const struck = async (path: string, status: number, reason?: string): Promise<unknown> => {
  faulty({ kind: 'status', status, ...(reason === undefined ? {} : { reason }) })
  const answer = await get(simulator, path)
  assert.equal(answer.status, status)
  assert.equal(answer.headers.get('x-simulated'), 'demo')
  return answer.body
}

const sample = (provider: string, name: string): unknown => recorded(provider, new RegExp(`^${name}`))[0]?.body

const statuses = async (paths: readonly string[]): Promise<number[]> => {
  const found: number[] = []
  for (const path of paths) found.push((await get(simulator, path)).status)
  return found
}

const draw = async (seed: number): Promise<number[]> => {
  simulator.setFaults([{ kind: 'status', status: 503, probability: 0.5 }], seed)
  return statuses(Array.from({ length: 40 }, () => GEO))
}

describe('each fault, seen from a client', () => {
  it('delay', async () => {
    faulty({ kind: 'delay', delayMs: 120, jitterMs: 30 })
    const before = performance.now()
    assert.equal((await look(ONECALL)).outcome, 'end')
    assert.ok(performance.now() - before >= 119)
  })

  it('hang: accepted, counted, never answered', async () => {
    faulty({ kind: 'hang' })
    const seen = await look(ONECALL, 2_000)
    assert.deepEqual({ status: seen.status, outcome: seen.outcome }, { status: null, outcome: 'waiting' })
    assert.deepEqual(
      { total: simulator.calls().total, status: simulator.calls().recent[0]?.status, fault: simulator.calls().recent[0]?.fault },
      { total: 1, status: null, fault: 'hang' },
    )
  })

  it('hang-body: half the body, then silence', async () => {
    faulty({ kind: 'hang-body' })
    const seen = await look(ONECALL, 3_000)
    assert.deepEqual({ status: seen.status, outcome: seen.outcome }, { status: 200, outcome: 'waiting' })
    assert.equal(seen.body.length, Math.floor((seen.length ?? 0) / 2))
  })

  it('reset before the headers, and after half the body', async () => {
    faulty({ kind: 'reset' })
    const early = await look(ONECALL)
    assert.deepEqual({ status: early.status, outcome: early.outcome }, { status: null, outcome: 'ECONNRESET' })
    assert.equal(await closing(ONECALL), 'ECONNRESET', 'a reset, not just the end of the connection')
    faulty({ kind: 'reset', afterHeaders: true })
    const late = await look(ONECALL)
    assert.deepEqual({ status: late.status, outcome: late.outcome }, { status: 200, outcome: 'ECONNRESET' })
  })

  it('garbage: random bytes for a body', async () => {
    faulty({ kind: 'garbage', bytes: 5_000 })
    const seen = await look(ONECALL)
    assert.deepEqual({ status: seen.status, outcome: seen.outcome, body: seen.body.length }, { status: 200, outcome: 'end', body: 5_000 })
    assert.ok(new Set(seen.body).size > 200)
  })

  it('html with 200 and with 502', async () => {
    for (const status of [200, 502]) {
      faulty({ kind: 'html', status })
      const { status: got, headers, text } = await get(simulator, ONECALL)
      assert.equal(got, status)
      assert.equal(headers.get('content-type'), 'text/html')
      assert.match(text, /^<html>/)
    }
  })

  it('truncate: less than announced, then closed', async () => {
    faulty({ kind: 'truncate' })
    const seen = await look(ONECALL)
    assert.equal(seen.status, 200)
    assert.notEqual(seen.outcome, 'end')
    assert.notEqual(seen.outcome, 'waiting')
    assert.equal(seen.body.length, Math.floor((seen.length ?? 0) / 2))
  })

  it('huge: streamed with and without its length, to the end for a patient client', async () => {
    faulty({ kind: 'huge' })
    const endless = await look(ONECALL, 60_000, 5_000_000)
    assert.deepEqual({ outcome: endless.outcome, endless: endless.length }, { outcome: 'enough', endless: null })
    faulty({ kind: 'huge', contentLength: true })
    assert.deepEqual((await look(ONECALL, 60_000, 1_000_000)).length, 200 * 1024 * 1024)
    faulty({ kind: 'huge', bytes: 3_000_001, contentLength: true })
    const whole = await look(ONECALL)
    assert.deepEqual({ outcome: whole.outcome, body: whole.body.length }, { outcome: 'end', body: 3_000_001 })
  })

  it('drip: the right body, slowly', async () => {
    const path = '/geo/1.0/direct?q=Paris&limit=1&appid=k'
    const whole = (await get(simulator, path)).text
    faulty({ kind: 'drip', bytesPerSecond: 2_000 })
    const before = performance.now()
    const seen = await look(path)
    assert.equal(seen.body.toString('utf8'), whole)
    assert.ok(performance.now() - before > (whole.length / 2_000) * 1000 * 0.5)
    faulty({ kind: 'drip', bytesPerSecond: 10 })
    assert.equal((await look(path, 60_000, 2)).outcome, 'enough')
  })

  it("status: with the provider's own body", async (t) => {
    assert.deepEqual(await struck(ONECALL, 500), { cod: '500', message: 'Internal error: 500001' })
    assert.equal(await struck(ONECALL, 502), undefined)
    assert.equal(((await struck('/alerts/active', 500)) as { type: string }).type, 'https://api.weather.gov/problems/UnexpectedProblem')
    assert.deepEqual(await struck(METEO, 429, 'daily'), {
      error: true,
      reason: 'Daily API request limit exceeded. Please try again tomorrow.',
    })
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    assert.deepEqual(await struck(ONECALL, 401), sample('openweather', 'error_401_invalid_key_https'))
    assert.deepEqual(await struck(ONECALL, 401, 'subscription'), sample('openweather', 'error_401_onecall3'))
    assert.deepEqual(await struck(ONECALL, 429), sample('openweather', 'error_429'))
    assert.deepEqual(await struck(METEO, 429), sample('open-meteo', 'error_429_minutely'))
    assert.deepEqual(await struck(METEO, 429, 'hourly'), sample('open-meteo', 'error_429_hourly'))
    assert.deepEqual(await struck(METEO, 503), sample('open-meteo', 'error_503'))
  })
})

describe('faults strike calls', () => {
  it('by provider, product and path', async () => {
    faulty({ kind: 'status', status: 500, match: { provider: 'openweather' } })
    assert.deepEqual(await statuses([ONECALL, GEO, METEO]), [500, 500, 200])
    faulty({ kind: 'status', status: 500, match: { product: 'openweather/geo' } })
    assert.deepEqual(await statuses([ONECALL, GEO, METEO]), [200, 500, 200])
    faulty({ kind: 'status', status: 500, match: { path: '/v1' } })
    assert.deepEqual(await statuses([ONECALL, GEO, METEO]), [200, 200, 500])
  })

  it('the next n times', async () => {
    faulty({ kind: 'status', status: 503, next: 2 })
    assert.deepEqual(await statuses([METEO, METEO, METEO]), [503, 503, 200])
  })

  it('for a while', async () => {
    faulty({ kind: 'status', status: 503, durationMs: 1_000 })
    assert.deepEqual(await statuses([METEO]), [503])
    clock += 1_000
    assert.deepEqual(await statuses([METEO]), [200])
  })

  it('with a probability, and the same calls for the same seed', async () => {
    const first = await draw(7)
    assert.deepEqual(await draw(7), first)
    assert.notDeepEqual(await draw(8), first)
    const hits = first.filter((status) => status === 503).length
    assert.ok(hits > 8 && hits < 32)
  })

  it('with a delay besides another fault', async () => {
    simulator.setFaults([
      { kind: 'delay', delayMs: 60 },
      { kind: 'delay', delayMs: 60 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 500 },
    ])
    const before = performance.now()
    assert.deepEqual(await statuses([METEO]), [503])
    assert.ok(performance.now() - before >= 118)
  })

  it('as set over HTTP; nonsense is refused and changes nothing', async () => {
    assert.equal((await put(simulator, 'faults', { faults: [{ kind: 'status', status: 500, next: 1 }] })).status, 200)
    assert.equal((await put(simulator, 'faults', { faults: [{ kind: 'earthquake' }] })).status, 400)
    assert.equal((await put(simulator, 'faults', { faults: [{ kind: 'delay', delayMs: -1 }] })).status, 400)
    assert.deepEqual(await statuses([METEO, METEO]), [500, 200])
    const { body } = await get(simulator, '/__simulator/faults')
    assert.deepEqual(body, { faults: [{ kind: 'status', match: {}, next: 1, status: 500, hits: 1, remaining: 0 }] })
  })
})

it('closing ends calls that hang', async () => {
  const other = await startSimulator({ port: 0 })
  other.setFaults([{ kind: 'hang' }])
  const hanging = fetch(`${other.url}${ONECALL}`).then(
    () => 'answered',
    () => 'broken off',
  )
  while (other.calls().total === 0) await new Promise((resolve) => setImmediate(resolve))
  await other.close()
  assert.equal(await hanging, 'broken off')
})
