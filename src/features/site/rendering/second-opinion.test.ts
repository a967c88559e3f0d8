import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/150.0', 'accept-language': 'en-GB' }
const BERLIN = '/weather/berlin-52.52,13.41'
const OSLO = '/weather/oslo-59.91,10.75'
const DIFFERS = /<details[^>]*><summary>([^<]+ expects up to [^<]+)<\/summary><table>.*?<\/table><p><a href="([^"]+)"/
const CELLS: Readonly<Record<string, ReturnType<typeof toCell>>> = { [BERLIN]: toCell(52.52, 13.41), [OSLO]: toCell(59.91, 10.75) }

describe('a second opinion on a place’s page', () => {
  before(buildPages)

  /** A service on these providers, whose forecasts agree but for the second one’s, which are ten degrees warmer. */
  async function open(t: TestContext, shown: string, other: string): Promise<TestApp> {
    const app = await createTestApp({
      now: '2026-11-21T10:20:00Z',
      env: {
        WEATHER_PROVIDERS: `${shown},${other}`,
        UPSTREAM_CONTACT: 'ops@example.org',
        RATE_LIMITS: `pages=0,weather=0,history=0,${NO_SHARES}`,
      },
    })
    t.after(() => app.close())
    app.simulator.setErrors([{ provider: shown }, { provider: other, bias: 10 }])
    return app
  }

  /** What a job that compares sources reads: the record of one source, whatever people are shown. */
  async function readOther(app: TestApp, path: string, source: string): Promise<void> {
    const requester = { cause: 'job', trigger: 'alerts', requestId: null, client: null, caller: 'job' } as const
    const cell = CELLS[path] ?? assert.fail(path)
    const { scopes } = await app.services.gateway.read({ cell, scopes: ['daily'], sources: [source], requester })
    assert.equal(scopes.daily.record?.source, source)
    await settled(app)
  }
  async function settled({ services: { gateway, history } }: TestApp): Promise<void> {
    await gateway.drain()
    await history.archive.flush()
  }
  const opinion = async (app: TestApp, path: string): Promise<string | null> => {
    const { status, text } = await app.get(path, BROWSER)
    assert.equal(status, 200)
    await settled(app)
    return DIFFERS.exec(text)?.[1] ?? null
  }

  it('is there without scripts once another source’s forecast is stored, and costs no call', async (t) => {
    const app = await open(t, 'openweather', 'met-norway')
    assert.equal(await opinion(app, BERLIN), null)
    await readOther(app, BERLIN, 'met-norway')
    app.clock.advance({ minutes: 1 })
    const before = app.simulator.calls().total
    const { text } = await app.get(BERLIN, BROWSER)
    const [, sentence = '', url] = DIFFERS.exec(text) ?? []
    assert.match(sentence, /^OpenWeather expects up to −?\d+° (?:tomorrow|in \d days), MET Norway up to −?\d+°\.$/)
    assert.equal(url, 'https://www.met.no/en')
    assert.equal(app.simulator.calls().total, before)
  })

  it('is gone when the other forecast is no longer fresh, although a page caches its history', async (t) => {
    const app = await open(t, 'openweather', 'met-norway')
    await opinion(app, BERLIN)
    await readOther(app, BERLIN, 'met-norway')
    app.clock.advance({ minutes: 118 })
    assert.notEqual(await opinion(app, BERLIN), null)
    app.clock.advance({ minutes: 2 })
    assert.equal(await opinion(app, BERLIN), null)
  })

  it('is not that of a provider which passes on the same agency’s forecasts there', async (t) => {
    const app = await open(t, 'met-norway', 'open-meteo')
    for (const path of [BERLIN, OSLO]) {
      await opinion(app, path)
      await readOther(app, path, 'open-meteo')
    }
    app.clock.advance({ minutes: 1 })
    assert.notEqual(await opinion(app, BERLIN), null)
    assert.equal(await opinion(app, OSLO), null)
  })

  it('is not that of a source that agrees', async (t) => {
    const app = await open(t, 'openweather', 'met-norway')
    app.simulator.setErrors([{ provider: 'openweather' }, { provider: 'met-norway', bias: 1 }])
    await opinion(app, BERLIN)
    await readOther(app, BERLIN, 'met-norway')
    assert.equal(await opinion(app, BERLIN), null)
  })
})
