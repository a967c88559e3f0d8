import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Box, toGridBox } from '@isobar/weather'
import { createAviationWeather } from './aviation-weather/index.ts'
import { createBrightSkyObservations } from './bright-sky/observations.ts'
import { createNwsObservations } from './nws/observations.ts'
import { type ObservationCapability, type PaidCalls, ProviderFailure, type ProviderFailureKind, type UpstreamRequest } from './provider.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const BASE = new URL('http://127.0.0.1:9/prefix/')
const BERLIN = { lat: 52.52, lon: 13.41 }
const ALBANY = { lat: 42.745, lon: -73.752 }

interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls that are answered by their path and query, or by an error. */
function answering(answer: (path: string) => Answer): PaidCalls & { readonly asked: UpstreamRequest[] } {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    async get(request) {
      asked.push(request)
      const { status = 200, body = '', headers = {} } = answer(`${request.url.pathname}${request.url.search}`)
      return { status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
    },
  }
}

const METAR = { icaoId: 'EDDB', lat: 52.36, lon: 13.5, elev: 48, obsTime: NOW / 1_000 - 600, temp: 7 }
const CURRENT = {
  weather: { source_id: 1, timestamp: '2026-11-25T11:30:00+00:00', temperature: 7 },
  sources: [{ id: 1, dwd_station_id: '00433', lat: 52.47, lon: 13.4, height: 47.7, station_name: 'Tempelhof' }],
}
const station = (id: string, lon: number) => ({
  geometry: { coordinates: [lon, 42.75] },
  properties: { stationIdentifier: id, name: id, elevation: { unitCode: 'wmoUnit:m', value: 89 } },
})
const observation = (id: string) => ({
  geometry: { coordinates: [-73.8, 42.75] },
  properties: {
    stationId: id,
    timestamp: '2026-11-25T11:51:00Z',
    temperature: { unitCode: 'wmoUnit:degC', value: 7, qualityControl: 'V' },
  },
})

/** The National Weather Service around Albany: four stations within the box, one of them silent, and one outside. */
function nwsAnswer(path: string): Answer {
  if (path.startsWith('/prefix/points/'))
    return { body: { properties: { observationStations: 'https://x.test/gridpoints/ALY/71,67/stations' } } }
  if (path === '/prefix/gridpoints/ALY/71,67/stations')
    return { body: { features: [station('KFAR', -75), station('KONE', -73.76), station('KTWO', -73.7), station('KNOT', -73.6)] } }
  const id = /^\/prefix\/stations\/(\w+)\/observations\?limit=1$/.exec(path)?.[1]
  assert.ok(id !== undefined, path)
  return { body: { type: 'FeatureCollection', features: id === 'KNOT' ? [] : [observation(id)] } }
}

interface Case {
  readonly what: string
  readonly capability: ObservationCapability
  readonly at: Box
  readonly good: (path: string) => Answer
  readonly stations: readonly string[]
  readonly paths: readonly string[]
}

const metar: ObservationCapability = createAviationWeather({ baseUrl: BASE }).observations
const brightSky = createBrightSkyObservations(BASE, 'bright-sky')
const nws = createNwsObservations(BASE, 'nws')

const CASES: readonly Case[] = [
  {
    what: 'METARs',
    capability: metar,
    at: toGridBox(BERLIN, metar.boxDegrees),
    good: () => ({ body: [METAR] }),
    stations: ['EDDB'],
    paths: ['/prefix/api/data/metar?bbox=50,10,55,15&format=json'],
  },
  {
    what: 'Bright Sky',
    capability: brightSky,
    at: toGridBox(BERLIN, brightSky.boxDegrees),
    good: () => ({ body: CURRENT }),
    stations: ['00433'],
    paths: ['/prefix/current_weather?lat=52.75&lon=13.25&max_dist=32520&units=dwd&tz=Etc/UTC'],
  },
  {
    what: 'the National Weather Service',
    capability: nws,
    at: toGridBox(ALBANY, nws.boxDegrees),
    good: nwsAnswer,
    stations: ['KONE', 'KTWO'],
    paths: [
      '/prefix/points/42.75,-73.75',
      '/prefix/gridpoints/ALY/71,67/stations',
      '/prefix/stations/KONE/observations?limit=1',
      '/prefix/stations/KTWO/observations?limit=1',
      '/prefix/stations/KNOT/observations?limit=1',
    ],
  },
]

for (const { what, capability, at, good, stations, paths } of CASES)
  describe(`stations of ${what}`, () => {
    const failureOf = async (answer: (path: string) => Answer): Promise<ProviderFailureKind> => {
      const failure: unknown = await capability.read(at, null, answering(answer), NOW).catch((error: unknown) => error)
      assert.ok(failure instanceof ProviderFailure)
      assert.doesNotMatch(failure.message, /127\.0\.0\.1|https?:/)
      return failure.kind
    }

    it('are read for a box, each call counted on its product', async () => {
      assert.ok(capability.covers(at) && capability.configured())
      const calls = answering(good)
      const { reports, simulated } = await capability.read(at, null, calls, NOW)
      assert.deepEqual(
        reports.map((report) => [report.station.id, report.reading.temperature]),
        stations.map((id) => [id, 7]),
      )
      assert.equal(simulated, false)
      assert.deepEqual(
        calls.asked.map(({ url }) => `${url.pathname}${url.search}`),
        paths,
      )
      assert.ok(calls.asked.every(({ product }) => product.id === capability.product.id))
      // Every box of the grid at once would still be within the terms.
      assert.ok((capability.product.limits?.perMinute ?? Infinity) <= 120)
    })

    it('may be simulated', async () => {
      const simulated = (path: string) => ({ ...good(path), headers: { 'x-simulated': 'demo' } })
      assert.equal((await capability.read(at, null, answering(simulated), NOW)).simulated, true)
    })

    it('fail in words that say why', async () => {
      for (const [status, kind] of [
        [400, 'rejected'],
        [403, 'refused_key'],
        [429, 'quota'],
        [500, 'unavailable'],
        [503, 'unavailable'],
      ] as const)
        assert.equal(await failureOf(() => ({ status, body: '<html>' })), kind)
      assert.equal(await failureOf(() => ({ body: '<html>' })), 'invalid_body')
    })
  })

it('an answer that has no readings is refused with its status', async () => {
  for (const [capability, box] of [
    [metar, toGridBox(BERLIN, 5)],
    [brightSky, toGridBox(BERLIN, 0.5)],
  ] as const) {
    const none = answering(() => ({ body: {} }))
    await assert.rejects(capability.read(box, null, none, NOW), { kind: 'invalid_body', status: 200 })
  }
})

describe('a box without stations', () => {
  it('has no reports, and is no failure', async () => {
    const nothing = { reports: [], simulated: false, leftOut: {}, state: null }
    assert.deepEqual(
      await metar.read(
        toGridBox(BERLIN, 5),
        null,
        answering(() => ({ status: 204 })),
        NOW,
      ),
      nothing,
    )
    assert.deepEqual(
      await metar.read(
        toGridBox(BERLIN, 5),
        null,
        answering(() => ({ body: [] })),
        NOW,
      ),
      nothing,
    )
    const none = () => ({ status: 404, body: { detail: 'No sources match your criteria' } })
    assert.deepEqual(await brightSky.read(toGridBox(BERLIN, 0.5), null, answering(none), NOW), nothing)
    const outside = await nws.read(toGridBox(ALBANY, 0.5), null, answering(none), NOW)
    assert.deepEqual({ reports: outside.reports, state: outside.state }, { reports: [], state: { listedAt: NOW, stations: [] } })
  })

  it('is one that its source does not cover', () => {
    assert.equal(brightSky.covers(toGridBox(ALBANY, 0.5)), false)
    assert.equal(nws.covers(toGridBox(BERLIN, 0.5)), false)
    assert.equal(metar.covers(toGridBox(ALBANY, 5)), true)
  })
})

describe('the list of stations of the National Weather Service', () => {
  it('is read once a week', async () => {
    const box = toGridBox(ALBANY, 0.5)
    const { state } = await nws.read(box, null, answering(nwsAnswer), NOW)
    const lists = async (now: number) => {
      const calls = answering(nwsAnswer)
      const { leftOut } = await nws.read(box, JSON.parse(JSON.stringify(state)), calls, now)
      assert.deepEqual(leftOut, { silent: 1 })
      return calls.asked.length
    }
    assert.equal(await lists(NOW + 6 * 86_400_000), 3)
    assert.equal(await lists(NOW + 8 * 86_400_000), 5)
  })
})
