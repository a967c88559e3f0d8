import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestCurrent, buildTestDaily, buildTestHourly, NOW, toScopeAnswer } from '../city/testing/weather.ts'
import { Refusal, visitWith } from '../visit/testing/visit.ts'
import { respondInText } from './respond.server.ts'

const WEATHER = {
  scopes: {
    current: toScopeAnswer(buildTestCurrent({ temperature: 4.4, description: 'light rain' })),
    hourly: toScopeAnswer(buildTestHourly(NOW, [{ temperature: 5 }])),
    daily: toScopeAnswer(buildTestDaily([{ date: '2026-11-21', temperatureMax: 6, temperatureMin: 1 }])),
  },
}

/** The answer to a terminal that asks for `/weather/` and this, from a service whose weather is this. */
async function ask(address: string, weather: unknown = WEATHER, headers: Record<string, string> = {}) {
  const { context, asked } = visitWith(
    ({ path }) => {
      if (path.startsWith('/api/location/name')) return { places: [], near: [] }
      if (path.startsWith('/api/location/region')) return { region: null, suggestedUnits: null }
      if (path.startsWith('/api/geocode'))
        return path.includes('nowhere') ? [] : [{ name: 'New York', state: null, country: 'US', lat: 40.71, lon: -74.01, match: 'exact' }]
      return weather
    },
    { now: Date.parse(NOW), primarySources: ['openweather'] },
  )
  const response = await respondInText(new Request(`http://service/weather/${address}`, { headers }), context)
  return { response, text: await response.text(), asked: asked.map(({ path }) => decodeURIComponent(path)) }
}

describe('a place as text', () => {
  it('is plain text in the reader’s language, which caches tell apart', async () => {
    const { response, text } = await ask('52.52,13.41', WEATHER, { 'accept-language': 'de' })
    assert.deepEqual(
      {
        status: response.status,
        contentType: response.headers.get('content-type'),
        contentLanguage: response.headers.get('content-language'),
        vary: response.headers.get('vary'),
      },
      { status: 200, contentType: 'text/plain; charset=utf-8', contentLanguage: 'de', vary: 'accept, accept-language, cookie, user-agent' },
    )
    assert.match(text, /4\s*°/)
  })

  it('is found by a name as addresses have it', async () => {
    for (const name of ['new-york', 'new+york', 'new%20york']) {
      const { response, text, asked } = await ask(name)
      assert.deepEqual([response.status, /New York/.test(text)], [200, true])
      assert.ok(
        asked.some((path) => path.startsWith('/api/geocode?') && /q=new[- +]york/.test(path)),
        asked.join(' '),
      )
    }
  })

  it('is 404 if nothing has that name, and 400 if it cannot be read', async () => {
    assert.equal((await ask('nowhere')).response.status, 404)
    const { response, text } = await ask('%ff')
    assert.deepEqual({ status: response.status, text }, { status: 400, text: 'The address is not valid\n' })
  })

  it('is in the units of the query', async () => {
    for (const units of ['metric', 'imperial', 'uk', 'si'])
      assert.ok((await ask(`52.52,13.41?units=${units}`)).asked.some((path) => path.includes(`units=${units}`)))
    const { response, text } = await ask('52.52,13.41?units=furlongs')
    assert.equal(response.status, 400)
    assert.match(text, /^units must be one of .*metric/)
  })

  it('is as wide as asked, within limits', async () => {
    for (const width of ['', 'wide', '80.5', '1', '100000']) {
      const { response, text } = await ask(`52.52,13.41?width=${width}`)
      assert.deepEqual({ width, status: response.status }, { width, status: 400 })
      assert.match(text, /^width must be a whole number from \d+ to \d+\n$/)
    }
    const widest = ({ text }: { text: string }) => Math.max(...text.split('\n').map((line) => line.length))
    assert.ok(widest(await ask('52.52,13.41?width=40')) <= 40)
  })

  it('has colours if asked to', async () => {
    const isColoured = async (query: string) => (await ask(`52.52,13.41${query}`)).text.includes('\u001B[')
    assert.deepEqual(
      {
        isColoured: await isColoured(''),
        isColouredColorNever: await isColoured('?color=never'),
        isColouredColorAlways: await isColoured('?color=always'),
        isColouredColor: await isColoured('?color'),
      },
      { isColoured: false, isColouredColorNever: false, isColouredColorAlways: true, isColouredColor: true },
    )
    const { response, text } = await ask('52.52,13.41?color=red')
    assert.deepEqual({ status: response.status, text }, { status: 400, text: 'color must be always or never\n' })
  })

  it('says when to ask again if there is no weather', async () => {
    const busy = await ask('52.52,13.41', new Refusal(503, { error: 'service_unavailable', message: 'secret', retryAfterSeconds: 5 }))
    assert.deepEqual([busy.response.status, busy.response.headers.get('retry-after'), busy.text.includes('secret')], [503, '5', false])
    const unknown = await ask('52.52,13.41', new Refusal(503))
    assert.deepEqual(
      { status: unknown.response.status, retryAfter: unknown.response.headers.get('retry-after') },
      { status: 503, retryAfter: null },
    )
    const limited = await ask('52.52,13.41', new Refusal(429, { error: 'rate_limited', message: '', retryAfterSeconds: 7 }))
    assert.equal(limited.response.status, 429)
    assert.match(limited.text, /7/)
    assert.notEqual((await ask('52.52,13.41', new Refusal(429, { error: 'rate_limited', message: '' }))).text, limited.text)
  })

  it('says what is wrong with a request that the service refuses', async () => {
    const { response, text } = await ask('52.52,13.41', new Refusal(400, { error: 'invalid_request', message: 'lat is wrong' }))
    assert.deepEqual({ status: response.status, text }, { status: 400, text: 'lat is wrong\n' })
  })

  it('does not hide defects', async () => {
    await assert.rejects(ask('52.52,13.41', { scopes: { current: { data: null } } }))
  })
})
