import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fetchWeatherApi } from 'openmeteo'
import { createTestApp, createTestWorld, type TestApp } from './helpers/app.ts'

interface Place {
  readonly lat: number
  readonly lon: number
}
const PLACES: readonly Place[] = [
  { lat: 52.52, lon: 13.41 },
  { lat: 48.85, lon: 2.35 },
]
/** The provider answers 503 from this minute to the other. */
const OUTAGE = { from: 10, to: 70 }
const MINUTES = 90
const STEP_MINUTES = 2

interface Answer {
  readonly status: number
  readonly freshness: string | null
}
/** Asks for the weather of a place as programs do, each request of them with current weather. Rejects if such a program would fail. */
type Client = (app: TestApp, place: Place) => Promise<Answer>

const query = ({ lat, lon }: Place): string => `lat=${lat}&lon=${lon}`

async function byHeaders(app: TestApp, path: string): Promise<Answer> {
  const { status, headers } = await app.get(path)
  return { status, freshness: headers.get('x-weather-freshness') }
}

const ours: Client = async (app, place) => {
  const { status, body } = await app.get(`/api/weather?${query(place)}&scope=current`)
  return { status, freshness: body.freshness }
}

const batch: Client = async (app, place) => {
  const response = await fetch(`${app.url}/api/weather/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cities: [{ ...place, scopes: ['current'] }] }),
  })
  const { cities } = (await response.json()) as { cities: [{ scopes: { current: { meta: { freshness: string } } } }] }
  return { status: response.status, freshness: cities[0].scopes.current.meta.freshness }
}

const openWeather: Client = async (app, place) => {
  const { body } = await app.get(`/data/3.0/onecall?${query(place)}&appid=aClientsKey0123456789`)
  assert.ok(Number.isFinite(body.current.temp) && body.hourly.length > 40)
  return byHeaders(app, `/data/2.5/weather?${query(place)}`)
}

const openMeteo: Client = async (app, { lat, lon }) => {
  const params = { latitude: lat, longitude: lon, current: 'temperature_2m', hourly: 'temperature_2m', daily: 'temperature_2m_max' }
  const [response] = await fetchWeatherApi(`${app.url}/v1/forecast`, params)
  assert.ok(Number.isFinite(response?.current()?.variables(0)?.value()))
  return byHeaders(app, `/v1/forecast?latitude=${lat}&longitude=${lon}&current=temperature_2m`)
}

/** Plays the minutes: each client asks for each place at both nodes of the service. */
async function play(clients: readonly Client[]) {
  const world = await createTestWorld('2026-06-10T06:00:00Z')
  const env = { WEATHER_PROVIDERS: 'openweather', WARNING_FEEDS: '' }
  const nodes = await Promise.all([1, 2].map(() => createTestApp({ sharing: world, env })))
  const answers: (Answer & { readonly minute: number })[] = []
  let callsBefore = 0
  try {
    for (let minute = 0; minute < MINUTES; minute += STEP_MINUTES) {
      if (minute === OUTAGE.from) {
        callsBefore = world.simulator.calls().total
        world.simulator.setFaults([{ kind: 'status', status: 503 }])
      }
      if (minute === OUTAGE.to) world.simulator.setFaults([])
      for (const client of clients)
        for (const place of PLACES)
          for (const node of nodes) {
            answers.push({ ...(await client(node, place)), minute })
            await node.services.gateway.drain()
          }
      world.clock.advance({ minutes: STEP_MINUTES })
    }
    return { answers, callsBefore, calls: world.simulator.calls().total }
  } finally {
    for (const node of nodes) await node.close()
    await world.close()
  }
}

it('an hour without the provider: four kinds of clients get no error, what is old says so, and they cost the calls of one', async (t) => {
  const alone = await play([openWeather])
  const together = await play([openWeather, ours, batch, openMeteo])
  t.diagnostic(
    `${alone.answers.length} answers for ${alone.calls} calls; with three others, ${together.answers.length} for ${together.calls}`,
  )
  assert.deepEqual(
    together.answers.filter(({ status }) => status !== 200),
    [],
  )
  const within = (from: number, to: number) =>
    new Set(together.answers.flatMap(({ minute, freshness }) => (minute >= from && minute < to ? [freshness] : [])))
  assert.deepEqual(within(0, 5), new Set(['fresh']))
  // Current weather is fresh for ten minutes.
  assert.deepEqual(within(OUTAGE.from + 10, OUTAGE.to), new Set(['acceptable']))
  // A provider that fails is asked again after ten minutes, and a random quarter of that, at the latest.
  assert.deepEqual(within(OUTAGE.to + 14, OUTAGE.to + 16), new Set(['fresh']))
  assert.equal(together.callsBefore, alone.callsBefore)
  assert.ok(Math.abs(together.calls - alone.calls) <= alone.calls / 10)
})
