import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { after, before, describe, it, type TestContext } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../test/helpers/app.ts'
import { runService } from '../../test/helpers/service-process.ts'
import { listen } from '../../tools/listen.ts'

const EMPTY = { status: 0, stderr: '' }

/** The address of a server with these answers, which ends with the test. */
async function answering(t: TestContext, listener: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(listener), 0)
  t.after(close)
  return url
}

describe('isobar weather, as a person runs it', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: new Date().toISOString(), env: { RATE_LIMITS: `weather=0,geocode=0,${NO_SHARES}` } })
  })
  after(() => app.close())

  async function run(args: readonly string[], env: Readonly<Record<string, string>> = { ISOBAR_URL: app.url }) {
    const { status, stdout, stderr } = await runService(env, ['weather', ...args])
    return { status, stdout, stderr }
  }

  it('shows the weather of a name, from a running service, in plain text', async () => {
    const { stdout, ...rest } = await run(['Berlin'])
    assert.deepEqual(rest, EMPTY)
    assert.match(stdout, /^Berlin {2}Germany · 52\.5\d*, 13\.\d+\n\n[−\d]+°C · /)
    for (const heading of ['Official warnings', 'The next hour', 'Tomorrow, ', 'The next days', 'Data sources'])
      assert.match(stdout, new RegExp(`^(?:Today, .*)?${heading}`, 'm'))
    assert.match(stdout, /^Now: OpenWeather, now · /m)
    assert.match(stdout, /Licence: CC BY-SA 4\.0/)
    assert.ok(!stdout.includes('\u001b'))
  })

  it('shows it in the language, units and colours that are asked for', async () => {
    const { stdout, ...rest } = await run(['Berlin', '--lang', 'de', '--units', 'imperial', '--color', 'always'])
    assert.deepEqual(rest, EMPTY)
    assert.ok(stdout.startsWith('\u001b[1mBerlin\u001b[0m  \u001b[2mDeutschland · '))
    assert.match(stdout, /°F.* · .* · Gefühlt /)
    assert.match(stdout, / mph aus /)
  })

  it('shows the weather of coordinates as JSON: what the API answers, and the place', async () => {
    const { stdout, ...rest } = await run(['-33.87,151.21', '--json'])
    assert.deepEqual(rest, EMPTY)
    const { place, current, hourly, daily, minutely, alerts } = JSON.parse(stdout)
    assert.deepEqual(place, { name: 'Sydney', region: 'New South Wales, Australia', lat: -33.87, lon: 151.21, namesakes: [] })
    assert.deepEqual(
      [current, hourly, daily, minutely].map(({ scope }) => scope),
      ['current', 'hourly', 'daily', 'minutely'],
    )
    assert.deepEqual(
      { lat: current.lat, temperature: current.units.temperature, license: current.attribution.license },
      { lat: -33.87, temperature: '°C', license: 'CC BY-SA 4.0' },
    )
    assert.ok(Array.isArray(alerts))
  })

  it('lists the other places of an ambiguous name, and takes one of them', async () => {
    const { stdout } = await run(['Springfield'])
    const [, point = ''] = /^Other places with this name\n(?:.*\n)*?Springfield, Illinois, US {2}(\S+)$/m.exec(stdout) ?? []
    assert.match(point, /^39\.\d+,-89\.\d+$/)
    assert.match((await run([point])).stdout, /^Springfield {2}Illinois, United States · 39\./)
    assert.doesNotMatch((await run(['Springfield, Illinois'])).stdout, /^Other places/m)
  })

  it('3: says that there is no such place', async () => {
    assert.deepEqual(await run(['Qqqqqqqqxyz']), {
      status: 3,
      stdout: '',
      stderr: 'isobar: no place called “Qqqqqqqqxyz” was found\n',
    })
  })

  it('5: says when to try again after too many requests', async (t) => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'geocode=1' } })
    t.after(() => limited.close())
    assert.equal((await limited.get('/api/geocode?q=Berlin')).status, 200)
    const { status, stderr } = await run(['Berlin'], { ISOBAR_URL: limited.url })
    assert.equal(status, 5)
    assert.match(stderr, new RegExp(`^isobar: too many requests to ${limited.url}: try again in (?:a second|\\d+ seconds)\\n$`))
  })

  it('4: says that the service cannot be reached, or that somebody else answers', async (t) => {
    const { status, stderr } = await run(['Berlin', '--url', 'http://127.0.0.1:9'], {})
    assert.deepEqual(
      { status, stderr },
      { status: 4, stderr: 'isobar: http://127.0.0.1:9 cannot be reached: the connection failed (ECONNREFUSED)\n' },
    )
    const other = await answering(t, (_request, response) => void response.end('<h1>It works!</h1>'))
    const { status: wrong, stderr: why } = await run(['Berlin'], { ISOBAR_URL: other })
    assert.deepEqual({ wrong, why }, { wrong: 4, why: `isobar: ${other} does not answer as Isobar does: check the address\n` })
  })

  it('2: says which option is wrong', async () => {
    const { status, stdout, stderr } = await run(['Berlin', '--units', 'kelvin'])
    assert.deepEqual({ status, stdout }, { status: 2, stdout: '' })
    assert.match(stderr, /^isobar: --units must be one of metric, uk, imperial, si; usage: /)
  })

  it('sends the client key, and shows no control character of what a service says', async (t) => {
    const keys: unknown[] = []
    const evil = await answering(t, (request, response) => {
      keys.push(request.headers['x-api-key'])
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'service_unavailable', message: 'closed \u001b]0;owned\u0007 today' }))
    })
    const { status, stderr } = await run(['Berlin'], { ISOBAR_URL: evil, ISOBAR_API_KEY: 'test-client-key' })
    assert.deepEqual({ status, stderr }, { status: 4, stderr: `isobar: ${evil} cannot answer: closed  ]0;owned  today\n` })
    assert.deepEqual(keys, ['test-client-key'])
  })
})

describe('isobar weather --direct', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: new Date().toISOString() })
  })
  after(() => app.close())

  const run = (args: readonly string[], baseUrl = app.simulator.url) =>
    runService({ OPEN_METEO_BASE_URL: baseUrl }, ['weather', '--direct', ...args])

  it('asks Open-Meteo, once, without a service and a database', async () => {
    const before = app.simulator.calls().total
    const { status, stdout, stderr } = await run(['Vienna'])
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    assert.match(stdout, /^Vienna {2}Austria · 48\.2\d*, 16\.37\d*\n\n[−\d]+°C · /)
    assert.match(stdout, /^We cannot tell right now whether there are official warnings for this place\.$/m)
    assert.match(stdout, /^Weather data by Open-Meteo\.com · Licence: CC BY 4\.0/m)
    assert.doesNotMatch(stdout, /^The next hour/m)
    assert.equal(app.simulator.calls().total, before + 1)
  })

  it('names coordinates, in the units that are asked for', async () => {
    const { status, stdout } = await run(['48.21, 16.37', '--units', 'imperial', '--json'])
    assert.equal(status, 0)
    const { place, current, daily, minutely, alerts } = JSON.parse(stdout)
    assert.deepEqual(
      { name: place.name, region: place.region, temperature: current.units.temperature, available: minutely.available, alerts },
      { name: 'Vienna', region: 'Austria', temperature: '°F', available: false, alerts: null },
    )
    assert.ok(daily.points.length >= 7)
  })

  it('3: knows no such place', async () => {
    const { status, stderr } = await run(['Qqqqqqqqxyz'])
    assert.deepEqual({ status, stderr }, { status: 3, stderr: 'isobar: no place called “Qqqqqqqqxyz” was found\n' })
  })

  it('4, 5: says that Open-Meteo cannot be reached, fails, or has been asked too often', async (t) => {
    const { status, stderr } = await run(['Vienna'], 'http://127.0.0.1:9')
    assert.deepEqual(
      { status, stderr },
      { status: 4, stderr: 'isobar: Open-Meteo cannot be reached: the connection failed (ECONNREFUSED)\n' },
    )
    const answers = [500, 429]
    const upstream = await answering(t, (_request, response) => {
      response.writeHead(answers.shift() ?? 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: true, reason: 'Minutely API request limit exceeded. Please try again in one minute.' }))
    })
    const failed = await run(['Vienna'], upstream)
    assert.deepEqual(
      { status: failed.status, stderr: failed.stderr },
      { status: 4, stderr: 'isobar: Open-Meteo cannot answer: Open-Meteo: unavailable, status 500\n' },
    )
    const refused = await run(['Vienna'], upstream)
    assert.deepEqual(
      { status: refused.status, stderr: refused.stderr },
      { status: 5, stderr: 'isobar: too many requests to Open-Meteo: try again in 60 seconds\n' },
    )
  })
})
