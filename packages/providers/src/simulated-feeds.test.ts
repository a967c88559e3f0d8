import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { type Simulator, startSimulator } from '../../../tools/upstream-simulator/simulator.ts'
import { openCapFeed } from './cap-feed/index.ts'
import { assertChanged } from './cap/testing/calls.ts'
import { createDwd } from './dwd/index.ts'
import { createEccc } from './eccc/index.ts'
import { createFetchCalls } from './fetch-calls.ts'
import { createMetNorway } from './met-norway/index.ts'
import { createMeteoAlarm } from './meteoalarm/index.ts'
import { type PaidCalls, ProviderFailure, type WarningFeedCapability } from './provider.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 0, 0)
const HOUR = 3_600_000
/** A warning that no climate produces by chance. */
const EVENT = 'Volcanic ash'

let clock = NOW
let simulator: Simulator
const fetched = createFetchCalls({ userAgent: 'Isobar/test (tests@example.org)', timeoutMs: 60_000 })
/** The simulator is not on the public Internet. */
const calls: PaidCalls = { get: (request) => fetched.get({ ...request, isPublicOnly: false }) }

interface Case {
  readonly product: string
  readonly lat: number
  readonly lon: number
  readonly open: (baseUrl: URL) => WarningFeedCapability
  /** How a warning that was called off appears. */
  readonly over: 'announced' | 'missing'
  readonly hasValidators: boolean
}

const attribution = { name: 'MetService', text: 'Warnings by MetService', url: 'https://metservice.com/', license: 'CC BY 4.0' }
const CASES: readonly Case[] = [
  {
    product: 'meteoalarm/warnings',
    lat: 52.5,
    lon: 13.4,
    open: (baseUrl) => createMeteoAlarm({ baseUrl, countries: ['DE'] }).warningFeed,
    over: 'announced',
    hasValidators: true,
  },
  {
    product: 'dwd/warnings',
    lat: 52.5,
    lon: 13.4,
    open: (baseUrl) => createDwd({ baseUrl, enabled: true }).warningFeed,
    over: 'missing',
    hasValidators: true,
  },
  {
    product: 'met-norway/warnings',
    lat: 59.9,
    lon: 10.75,
    open: (baseUrl) => createMetNorway({ baseUrl, enabled: true }).warningFeed,
    over: 'announced',
    hasValidators: true,
  },
  {
    product: 'eccc/warnings',
    lat: 43.7,
    lon: -79.4,
    open: (baseUrl) => createEccc({ baseUrl, enabled: true }).warningFeed,
    over: 'announced',
    hasValidators: false,
  },
  {
    product: 'metservice/warnings',
    lat: -36.85,
    lon: 174.76,
    open: (baseUrl) => openCapFeed({ id: 'metservice', url: new URL('/cap/rss', baseUrl), attribution }).warningFeed,
    over: 'announced',
    hasValidators: true,
  },
]

before(async () => {
  simulator = await startSimulator({ port: 0, now: () => clock })
})
afterEach(() => {
  clock = NOW
  simulator.reset()
})
after(async () => {
  await simulator.close()
})

for (const { product, lat, lon, open, over, hasValidators } of CASES)
  describe(`${product}, over the wire`, () => {
    const warn = (more: object = {}) =>
      simulator.setConditions([
        { lat, lon, alert: { event: EVENT, severity: 'Severe', start: NOW, end: NOW + 48 * HOUR, tags: [], ...more } },
      ])

    /** Consecutive readings, each with the state of the one before. */
    function reader() {
      const feed = open(new URL(simulator.url))
      let state: unknown = null
      return async () => {
        const reading = await feed.read(feed.parts[0] ?? '', state, calls, clock)
        if (!reading.unchanged) state = JSON.parse(JSON.stringify(reading.state))
        return reading
      }
    }
    const ours = (reading: Awaited<ReturnType<ReturnType<typeof reader>>>) =>
      assertChanged(reading).warnings.filter(({ texts }) => texts.some(({ event }) => event.includes(EVENT)))

    it('a warning appears, is updated under its key, and is called off', async () => {
      const read = reader()
      assert.deepEqual(ours(await read()), [])
      warn()
      clock += 11 * 60_000
      const [first, ...others] = ours(await read())
      assert.equal(others.length, 0)
      assert.deepEqual([first?.ended, first?.severity, first?.level !== null], [false, 'severe', true])
      const ring = first?.areas.flatMap(({ polygons }) => polygons).flat(2) ?? []
      assert.ok(ring.some(([, south]) => south < lat) && ring.some(([, north]) => north > lat) && ring.some(([west]) => west < lon))

      clock += 7 * HOUR
      const [updated] = ours(await read())
      assert.deepEqual({ key: updated?.key, ended: updated?.ended }, { key: first?.key, ended: false })
      assert.ok((updated?.sent ?? '') > (first?.sent ?? ''))

      warn({ cancelledAt: clock - 60_000 })
      clock += 11 * 60_000
      const last = await read()
      assert.equal(assertChanged(last).complete, true)
      assert.deepEqual(
        ours(last).map(({ key, ended }) => [key, ended]),
        over === 'announced' ? [[first?.key, true]] : [],
      )
    })

    it('reports when nothing has changed', async () => {
      warn()
      const read = reader()
      const first = assertChanged(await read())
      assert.deepEqual({ complete: first.complete, simulated: first.simulated }, { complete: true, simulated: true })
      clock += 601_000
      const second = await read()
      assert.equal(second.unchanged, hasValidators)
    })

    it('may be empty, in a good answer but not in a bad one', async () => {
      warn()
      const read = reader()
      assert.equal(ours(await read()).length, 1)
      clock += 601_000
      simulator.setFaults([{ kind: 'empty', match: { product } }])
      const empty = assertChanged(await read())
      assert.deepEqual({ complete: empty.complete, warnings: empty.warnings }, { complete: true, warnings: [] })
      for (const fault of [{ kind: 'truncate' }, { kind: 'status', status: 503 }, { kind: 'html' }, { kind: 'garbage' }] as const) {
        clock += 601_000
        simulator.setFaults([{ ...fault, match: { product } }])
        await assert.rejects(read(), ProviderFailure, fault.kind)
      }
      simulator.setFaults([])
      clock += 601_000
      assert.equal(ours(await read()).length, 1)
    })
  })
