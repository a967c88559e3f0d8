import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { toVariableName } from '@isobar/providers/port'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { closedAtEnd } from '../../../../test/helpers/ending.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
type Body = any

/** What reports of the trade have in place of a temperature, by provider: no value, or one that cannot be. */
const CASES: readonly (readonly [what: string, provider: string, edit: (body: Body) => void])[] = [
  [
    'a running step without air_temperature',
    'met-norway',
    ({ properties }) => properties.timeseries.slice(0, 2).forEach((step: Body) => delete step.data.instant.details.air_temperature),
  ],
  ['null', 'open-meteo', ({ current }) => (current.temperature_2m = null)],
  ['-999', 'open-meteo', ({ current }) => (current.temperature_2m = -999)],
  ['-273.15', 'pirate-weather', ({ currently }) => (currently.temperature = -273.15)],
  ['-999', 'visual-crossing', ({ currentConditions }) => (currentConditions.temp = -999)],
  ['-999', 'bright-sky', ({ weather }) => ((Array.isArray(weather) ? weather[0] : weather).temperature = -999)],
]

describe('GET /api/weather with current weather without a temperature', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** The simulator, with what it answers edited. */
  async function edited(edit: (body: Body) => void): Promise<{ readonly url: string; readonly edits: () => number }> {
    let edits = 0
    const server = createServer(async (request, response) => {
      const answer = await fetch(new URL(request.url ?? '/', app.simulator.url), {
        headers: { 'user-agent': request.headers['user-agent'] ?? '', apikey: String(request.headers['apikey'] ?? '') },
      })
      let text = await answer.text()
      try {
        const body: unknown = JSON.parse(text)
        edit(body)
        edits += 1
        text = JSON.stringify(body)
      } catch {
        // Another answer than the one with current weather.
      }
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => !/^(?:content-(?:length|encoding)|transfer-encoding|connection)$/.test(name)),
      )
      response.writeHead(answer.status, headers).end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closedAtEnd(() => server.close())
    const address = server.address()
    return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, edits: () => edits }
  }

  for (const [index, [what, provider, edit]] of CASES.entries())
    it(`200: that of the next source, whole: ${provider}, ${what}`, async () => {
      const { url, edits } = await edited(edit)
      const node = await createTestApp({
        sharing: app,
        env: {
          WEATHER_PROVIDERS: `${provider},openweather`,
          UPSTREAM_CONTACT: 'ops@weather.example',
          PIRATE_WEATHER_API_KEY: 'k'.repeat(32),
          VISUAL_CROSSING_API_KEY: 'k'.repeat(32),
          [toVariableName(provider, 'baseUrl')]: url,
        },
      })
      try {
        const place = `lat=${50 + index}&lon=10`
        for (let i = 0; i < 2; i++) {
          const { body } = await node.get(`/api/weather?${place}&scope=current`)
          assert.deepEqual(
            { source: body.source, temperature: typeof body.temperature, freshness: body.freshness, sources: body.sources },
            { source: 'openweather', temperature: 'number', freshness: 'fresh', sources: undefined },
          )
        }
        assert.ok(edits() > 0, 'the first source was asked')
        const hourly = (await node.get(`/api/weather?${place}&scope=hourly`)).body
        assert.equal(hourly.source, provider, 'what it has is still its own')
      } finally {
        await node.stop()
      }
    })
})
