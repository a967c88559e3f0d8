import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createTestApp, NO_SHARES, type TestApp } from '../../test/helpers/app.ts'
import { closedAtEnd } from '../../test/helpers/ending.ts'
import { PROCESS_ENV, runService } from '../../test/helpers/service-process.ts'
import { hazardsAt } from '../../tools/upstream-simulator/climate/hazards.ts'
import { archiveFetched } from '../features/weather/history/testing/archive-fetched.ts'
import { putCompared } from '../features/weather/history/testing/compared.ts'
import { buildTestObservation } from '../features/weather/history/testing/fetched.ts'
import { HOUR_MS } from '../time.ts'

const POINT = { lat: 52.52, lon: 13.41 }
/** Not asked for by other tests: its archive has what its test put there, in UTC. */
const ARCHIVED = { lat: 47.38, lon: 8.54 }
const MAIN = fileURLToPath(new URL('../../bin/isobar.js', import.meta.url))

/** The SDK's own client, connected to `isobar mcp` over standard input and output. */
async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', '--url', url], env: { ...PROCESS_ENV } })
  closedAtEnd(() => client.close())
  await client.connect(transport)
  return client
}

describe('isobar mcp', () => {
  let app: TestApp
  let client: Client
  before(async () => {
    app = await createTestApp({ now: new Date().toISOString(), env: { RATE_LIMITS: `weather=0,geocode=0,history=0,${NO_SHARES}` } })
    client = await connect(app.url)
  })
  after(async () => {
    await client.close()
    await app.close()
  })

  /** The client itself checks the answer against the tool's schema. */
  async function call(name: string, given: Record<string, unknown>, by = client) {
    const { content, structuredContent, isError = false } = await by.callTool({ name, arguments: given })
    const [first] = content as { readonly type: string; readonly text: string }[]
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
    return { text: first?.text ?? '', data: structuredContent as any, isError }
  }

  it('offers five tools that only read, with schemas of what they take and answer', async () => {
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['places', 'weather', 'alerts', 'history', 'accuracy'],
    )
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      assert.equal(inputSchema.type, 'object', name)
      assert.ok(`${outputSchema?.required}`.includes('attributions'), name)
      assert.equal(annotations?.readOnlyHint, true, name)
      assert.ok((description ?? '').length > 20, name)
    }
    assert.deepEqual(tools[1]?.inputSchema.required, ['place'])
    assert.match(client.getInstructions() ?? '', /attributions/)
    assert.equal(client.getServerVersion()?.name, 'isobar')
  })

  it('places: finds them by name, in a language, with the credit', async () => {
    const { data, text } = await call('places', { name: 'Wien', lang: 'de' })
    assert.equal(data.places[0].country, 'AT')
    assert.ok(Math.abs(data.places[0].lat - 48.21) < 0.1)
    assert.match(text, /^.*, AT: 48\.\d+,16\.\d+$/m)
    assert.match(text, /GeoNames · CC BY 4\.0/)
    assert.deepEqual((await call('places', { name: 'Qqqqqqqqxyz' })).data.places, [])
  })

  it('weather: by name and coordinates, in units and language, with source, age and credit', async () => {
    const { data, text } = await call('weather', { place: 'Berlin', units: 'imperial', lang: 'de' })
    assert.deepEqual(
      { name: data.place.name, region: data.place.region, timezone: data.timezone },
      { name: 'Berlin', region: 'Deutschland', timezone: 'Europe/Berlin' },
    )
    assert.deepEqual({ temperature: data.units.temperature, windSpeed: data.units.windSpeed }, { temperature: '°F', windSpeed: 'mph' })
    assert.equal(typeof data.current.temperature, 'number')
    assert.deepEqual(
      { source: data.current.provenance.source, freshness: data.current.provenance.freshness },
      { source: 'openweather', freshness: 'fresh' },
    )
    assert.equal(data.hourly.points.length, 48)
    assert.equal(data.daily.points.length, 8)
    assert.deepEqual(Object.keys(data.daily.points[0]), [
      'date',
      'description',
      'precipitation',
      'windSpeed',
      'windGust',
      'windDirection',
      'temperatureMin',
      'temperatureMax',
      'precipitationProbability',
    ])
    assert.deepEqual(
      data.attributions.map(({ license }: { license: string }) => license),
      ['CC BY-SA 4.0'],
    )
    assert.match(text, /^Berlin {2}Deutschland · 52\./)
    assert.match(text, /Lizenz: CC BY-SA 4\.0/)
    const { data: there } = await call('weather', { place: '-33.87, 151.21' })
    assert.deepEqual({ name: there.place.name, temperature: there.units.temperature }, { name: 'Sydney', temperature: '°C' })
  })

  it('weather: names the other places of an ambiguous name', async () => {
    const { data } = await call('weather', { place: 'Springfield' })
    assert.ok(data.namesakes.some(({ label }: { label: string }) => label === 'Springfield, Illinois, US'))
  })

  it('alerts: with level, times and texts; none, or unknown', async () => {
    // The real clock: a simulated sky may have a warning anywhere, but not everywhere.
    const calm = [
      POINT,
      { lat: 38.72, lon: -9.14 },
      { lat: 1.35, lon: 103.82 },
      { lat: -31.95, lon: 115.86 },
      { lat: -1.29, lon: 36.82 },
    ].find(({ lat, lon }) => hazardsAt(lat, lon, app.clock.now()).length === 0)
    assert.ok(calm !== undefined, 'no place is calm')
    const { data, text, isError } = await call('alerts', { place: `${calm.lat},${calm.lon}` })
    assert.deepEqual({ isError, alerts: data.alerts }, { isError: false, alerts: [] })
    assert.match(text, /^No official warnings for this place\./)

    const [start, end] = [-1, 6].map((hours) => new Date(Math.floor(app.clock.now() / HOUR_MS + hours) * HOUR_MS).toISOString())
    const storm = { event: 'Sturmflut', sender: 'BSH', description: 'Three metres above normal.\nStay away.', start, end }
    app.simulator.setConditions([{ lat: 53.55, lon: 9.99, alert: storm }])
    const hamburg = await call('alerts', { place: '53.55,9.99' })
    const found = hamburg.data.alerts.find(({ event }: { event: string }) => event === 'Sturmflut')
    assert.deepEqual(
      { issuer: found.issuer, state: found.state, description: found.description },
      { issuer: 'BSH', state: 'active', description: storm.description },
    )
    assert.equal(Date.parse(found.end), Date.parse(end ?? ''))
    assert.match(hamburg.text, /^\[.+\] Sturmflut\nIn force until .*\nBSH\n(?:.*\n)?Three metres above normal\.\nStay away\.$/m)
    assert.match(hamburg.text, /CC BY-SA 4\.0/)
    assert.equal((await call('weather', { place: '53.55,9.99' })).data.alerts, hamburg.data.alerts.length)
  })

  it('history: the days that are archived, in units, with the credit', async () => {
    const midnight = Temporal.Instant.fromEpochMilliseconds(app.clock.now()).toZonedDateTimeISO('UTC').startOfDay().subtract({ days: 1 })
    for (let hour = 0; hour < 24; hour += 1) {
      const instant = midnight.add({ hours: hour, minutes: 30 }).toInstant().toString()
      await archiveFetched(app, { ...ARCHIVED, instant, parts: { current: buildTestObservation(instant, { temperature: hour }) } })
    }
    const { data, text } = await call('history', { place: '47.38,8.54', units: 'imperial' })
    const yesterday = data.days.find(({ date }: { date: string }) => date === midnight.toPlainDate().toString())
    assert.deepEqual(
      { temperatureMin: yesterday.temperatureMin, temperatureMax: yesterday.temperatureMax, observationCount: yesterday.observationCount },
      { temperatureMin: 32, temperatureMax: 73.4, observationCount: 24 },
    )
    assert.deepEqual(
      { temperature: data.units.temperature, kind: data.kind, source: data.source },
      { temperature: '°F', kind: 'analysis', source: 'openweather' },
    )
    assert.match(text, /32° \/ 73°/)
    assert.match(text, /CC BY-SA 4\.0/)
    const day = midnight.toPlainDate().toString()
    const { data: one } = await call('history', { place: '47.38,8.54', from: day, to: day })
    assert.deepEqual(
      one.days.map(({ date }: { date: string }) => date),
      [day],
    )
    const { isError, text: why } = await call('history', { place: '47.38,8.54', from: '2026-05-02', to: '2026-05-01' })
    assert.equal(isError, true)
    assert.match(why, /from|to/)
  })

  it('accuracy: of a place or everywhere, or that there is too little to compare', async () => {
    const { data: none, text } = await call('accuracy', { lang: 'de' })
    assert.deepEqual(
      { place: none.place, variable: none.variable, scores: none.scores, from: none.from },
      { place: null, variable: 'temperature', scores: [], from: null },
    )
    assert.match(text, /^Noch zu wenige Daten/)
    await putCompared(app, [{ ...POINT, days: 40 }])
    const { data, text: known } = await call('accuracy', { place: '52.52,13.41' })
    assert.deepEqual(
      data.scores
        .filter(({ source }: { source: string }) => source === 'openweather')
        .map((score: Record<string, unknown>) => [score.leadHours, score.days]),
      [
        [3, 40],
        [24, 40],
        [48, 40],
      ],
    )
    assert.equal(data.scores[0].truthKind, 'analysis')
    assert.ok(data.scores.every(({ meanAbsoluteError: error }: { meanAbsoluteError: number }) => error > 0))
    assert.match(known, /°C/)
    assert.deepEqual((await call('accuracy', { place: '52.52,13.41', variable: 'windSpeed' })).data.scores, [])
  })

  it('says what is wrong as the error of a tool', async () => {
    assert.deepEqual(await call('weather', { place: 'Qqqqqqqqxyz' }), {
      text: 'no place called “Qqqqqqqqxyz” was found',
      data: undefined,
      isError: true,
    })
    for (const given of [{}, { place: 'Berlin', units: 'kelvin' }, { place: 'Berlin', lang: 'nl' }, { place: 'x' }]) {
      const { isError, text } = await call('weather', given)
      assert.equal(isError, true, JSON.stringify(given))
      assert.match(text, /place|units|lang/)
    }
  })

  it('says that there were too many requests, and that the service is gone', async (t: TestContext) => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'geocode=1' } })
    const other = await connect(limited.url)
    t.after(() => other.close())
    assert.equal((await call('places', { name: 'Berlin' }, other)).isError, false)
    const often = await call('places', { name: 'Berlin' }, other)
    assert.equal(often.isError, true)
    assert.match(often.text, /^too many requests to http:.*: try again in (?:a second|\d+ seconds)$/)
    await limited.close()
    const gone = await call('places', { name: 'Berlin' }, other)
    assert.deepEqual([gone.isError, /cannot be reached/.test(gone.text)], [true, true])
  })

  it('2: ends with what is wrong about its options', async () => {
    const { status, stdout, stderr } = await runService({}, ['mcp', '--port', '1'])
    assert.deepEqual({ status, stdout }, { status: 2, stdout: '' })
    assert.match(stderr, /^isobar: Unknown option '--port'.*usage: `isobar mcp \[--url URL\]`\n$/)
  })

  it('ends when its input ends', async () => {
    const { status, stderr } = await runService({ ISOBAR_URL: app.url }, ['mcp'])
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  })
})
