import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { describe, it } from 'node:test'
import { US_AREAS } from '../places/us-states.ts'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differences, type Shape } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 21, 23, 41)
let now = NOW
const simulator = testSimulator(() => now)

interface Feature {
  id: string
  geometry: { type: string } | null
  properties: Record<string, string> & { references: { identifier: string }[]; parameters: Record<string, string[]> }
}

const features = async (query = ''): Promise<Feature[]> =>
  ((await get(simulator, `/alerts/active${query}`)).body as { features: Feature[] }).features

const sample = (name: string): Shape => addShape(new Map(), recorded('nws', new RegExp(`^${name}`))[0]?.body)

const answer = async (path: string): Promise<Shape> => addShape(new Map(), (await get(simulator, path)).body)

describe('shapes are those of the recorded answers', () => {
  it('alerts', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const expected: Shape = new Map()
    for (const { body } of recorded('nws', /^alerts_(?:point_(?!outside|phoenix)|active)/)) addShape(expected, body)
    const shape: Shape = new Map()
    for (let day = 0; day < 30; day++) {
      now = NOW + day * 12.3 * 86_400_000
      addShape(shape, (await get(simulator, '/alerts/active')).body)
    }
    now = NOW
    assert.deepEqual(
      differences(expected, shape).filter((line) => !line.includes('@context')),
      [],
    )
  })

  it('points and problems', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    assert.deepEqual(
      differences(sample('points_washington'), await answer('/points/38.8894,-77.0352')).filter(
        (line) => !/astronomicalData|nwr/.test(line),
      ),
      [],
    )
    assert.deepEqual(differences(sample('points_nassau'), await answer('/points/25.048,-77.3554')), [])
    assert.deepEqual(differences(sample('alerts_point_outside'), await answer('/alerts/active?point=44.7,-65.3')), [])
    assert.deepEqual(differences(sample('points_precision'), await answer('/points/45.45805556,-122.66361111')), [])
  })
})

describe('rules', () => {
  it('answers 403 to a call without a User-Agent', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest(`${simulator.url}/alerts/active`, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })
    assert.equal(status, 403)
  })

  it('redirects overly precise coordinates and trailing zeros to a relative address', async () => {
    for (const [path, location] of [
      ['/points/45.45805556,-122.66361111', '/points/45.4581,-122.6636'],
      ['/points/45.50,-122.6', '/points/45.5,-122.6'],
    ]) {
      const { status, headers } = await get(simulator, path ?? '')
      assert.deepEqual({ status, location: headers.get('location') }, { status: 301, location })
    }
    const moved = await get(simulator, '/alerts/active?status=actual&point=40.70,-74')
    assert.deepEqual(
      { status: moved.status, location: moved.headers.get('location') },
      { status: 301, location: '/alerts/active?status=actual&point=40.7%2C-74' },
    )
    assert.equal((await get(simulator, moved.headers.get('location') ?? '')).status, 200)
  })

  it('answers 400 for alerts and 404 for points outside the coverage, and 400 for invalid coordinates and parameters', async () => {
    for (const point of ['48.85,2.35', '25.048,-77.3554', '44.7,-65.3', '49.9,-97.1']) {
      const { status, headers, body } = await get(simulator, `/alerts/active?point=${point}`)
      assert.equal(status, 400, point)
      assert.equal(headers.get('content-type'), 'application/problem+json')
      assert.equal((body as { detail: string }).detail, 'Parameter "point" is invalid: out of bounds')
      assert.equal((await get(simulator, `/points/${point}`)).status, 404)
    }
    assert.match(
      ((await get(simulator, '/alerts/active?point=999,999')).body as { detail: string }).detail,
      /does not appear to be a valid coordinate/,
    )
    assert.equal((await get(simulator, '/alerts/active?cache=1')).status, 400)
  })

  it('covers every area that it lists', async () => {
    for (const area of US_AREAS)
      assert.equal(
        (await get(simulator, `/points/${Math.round(area.lat * 1e4) / 1e4},${Math.round(area.lon * 1e4) / 1e4}`)).status,
        200,
        area.city,
      )
  })

  it('answers 304 to a known ETag and to a date no older than the list', async () => {
    const { headers } = await get(simulator, '/alerts/active')
    const etag = headers.get('etag') ?? ''
    const again = await get(simulator, '/alerts/active', { 'if-none-match': etag })
    assert.deepEqual({ status: again.status, text: again.text }, { status: 304, text: '' })
    assert.equal((await get(simulator, '/alerts/active', { 'if-none-match': '"other"' })).status, 200)
    assert.equal((await get(simulator, '/alerts/active', { 'if-modified-since': headers.get('last-modified') ?? '' })).status, 304)
  })
})

/** Office, phenomenon, significance and number: what makes messages one event. */
const identity = (feature: Feature): string | undefined => feature.properties.parameters['VTEC']?.[0]?.slice(7, 22)

describe('warnings', () => {
  it('agree with those of OpenWeather at the same point: title, sender, start and end', async () => {
    let compared = 0
    for (const { lat, lon } of US_AREAS) {
      const national = await features(`?point=${Math.round(lat * 1e4) / 1e4},${Math.round(lon * 1e4) / 1e4}`)
      const onecall = (await get(simulator, `/data/3.0/onecall?lat=${lat}&lon=${lon}&appid=k&exclude=hourly,daily`)).body as {
        alerts?: { event: string; sender_name: string; start: number; end: number }[]
      }
      const running = national.filter(({ properties }) => properties['urgency'] !== 'Past')
      assert.equal(running.length, onecall.alerts?.length ?? 0)
      for (const { properties } of running) {
        const twin = onecall.alerts?.find(
          (alert) =>
            alert.event === properties['event'] &&
            (properties['ends'] === null || alert.end === Date.parse(String(properties['ends'])) / 1000),
        )
        assert.equal(twin?.sender_name, properties['senderName'])
        compared += 1
      }
    }
    assert.ok(compared > 0)
  })

  it('keep their VTEC event across updates, name earlier messages, and outlast their messages', async () => {
    simulator.setConditions([
      { lat: 40.5, lon: -100.5, alert: { event: 'High Wind Warning', severity: 'Severe', start: NOW, end: NOW + 40 * 3_600_000 } },
    ])
    const first = (await features('?point=40.5,-100.5')).find(({ properties }) => properties['event'] === 'High Wind Warning')
    now = NOW + 13 * 3_600_000
    const later = (await features('?point=40.5,-100.5')).find(({ properties }) => properties['event'] === 'High Wind Warning')
    now = NOW
    simulator.reset()
    assert.ok(first !== undefined && later !== undefined)
    assert.equal(later.properties['messageType'], 'Update')
    assert.notEqual(later.id, first.id)
    assert.equal(later.properties.references.at(0)?.identifier, first.properties['id'])
    assert.equal(identity(later), identity(first))
    assert.ok(Date.parse(String(first.properties['expires'])) < Date.parse(String(first.properties['ends'])))
  })
})
