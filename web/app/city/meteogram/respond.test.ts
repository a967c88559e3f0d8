import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal, visitWith } from '../../visit/testing/visit.ts'
import { buildTestDaily, buildTestHourly, NOW } from '../testing/weather.ts'
import { respondWithMeteogram } from './respond.server.ts'

const HOURS = buildTestHourly(NOW, [{ temperature: 5 }, { temperature: 6 }], { expiresAt: '2026-11-21T10:00:00Z' })
const DAYS = buildTestDaily([{ date: '2026-11-21', temperatureMax: 6, temperatureMin: 1 }], { expiresAt: '2026-11-21T09:55:00Z' })
const LATER = new Refusal(503, { error: 'service_unavailable', message: 'Later', retryAfterSeconds: 30 })

/** The answer to a request, by a service that has this of each scope. */
async function ask(address: string, scopes: Readonly<Record<string, unknown>> = { hourly: HOURS, daily: DAYS }) {
  const { context, asked } = visitWith(
    ({ path }) => {
      if (path.startsWith('/api/location/name')) return { places: [], near: [] }
      if (path.startsWith('/api/geocode'))
        return path.includes('berlin') ? [{ name: 'Berlin', state: null, country: 'DE', lat: 52.52, lon: 13.41, match: 'exact' }] : []
      return scopes[new URL(path, 'http://service').searchParams.get('scope') ?? ''] ?? LATER
    },
    { now: Date.parse(NOW) },
  )
  const response = await respondWithMeteogram(new Request(`http://service/weather/${address}`), context)
  return { response, text: await response.text(), queries: asked.map(({ path }) => new URL(path, 'http://service').searchParams) }
}

describe('a meteogram’s address', () => {
  it('is a picture, fresh until the first of its parts is not', async () => {
    const { response, text } = await ask('berlin/meteogram.svg')
    assert.deepEqual(
      { status: response.status, contentType: response.headers.get('content-type'), expires: response.headers.get('expires') },
      { status: 200, contentType: 'image/svg+xml; charset=utf-8', expires: '2026-11-21T09:55:00Z' },
    )
    assert.match(text, /^<svg[^>]*>/)
    assert.match(text, /Berlin/)
  })

  it('names its place in every way that pages do', async () => {
    for (const place of ['berlin', 'berlin+mitte', '52.52,13.41', 'x-52.52,13.41'])
      assert.equal((await ask(`${place}/meteogram.svg`)).response.status, 200, place)
    const { response, text } = await ask('nowhere/meteogram.svg')
    assert.deepEqual([response.status, JSON.parse(text)], [404, { error: 'not_found', message: 'No such place' }])
  })

  it('has the units, width and theme of its query', async () => {
    const { text, queries } = await ask('52.52,13.41/meteogram.svg?units=imperial&width=480&theme=dark')
    assert.deepEqual(
      queries.filter((query) => query.has('scope')).map((query) => `${query.get('scope')} ${query.get('units')} ${query.get('trigger')}`),
      ['hourly imperial meteogram', 'daily imperial meteogram'],
    )
    assert.match(text, /^<svg[^>]* width="480"/)
    const usual = await ask('52.52,13.41/meteogram.svg')
    assert.notEqual(text.match(/<style>.*?<\/style>/s)?.[0], usual.text.match(/<style>.*?<\/style>/s)?.[0])
    assert.ok(usual.queries.filter((query) => query.has('scope')).every((query) => query.get('units') === 'metric'))
  })

  it('has the clock of its query, else that of its language', async () => {
    const hours = buildTestHourly(
      '2026-11-21T09:00:00Z',
      Array.from({ length: 30 }, (_, i) => ({ temperature: i })),
    )
    const isTwelve = async (query: string) =>
      /\b\d+\s?(?:am|pm)\b/i.test((await ask(`52.52,13.41/meteogram.svg${query}`, { hourly: hours })).text)
    assert.deepEqual(
      {
        isTwelveClock12: await isTwelve('?clock=12'),
        isTwelveClock24: await isTwelve('?clock=24'),
        isTwelveLangDe: await isTwelve('?lang=de'),
      },
      { isTwelveClock12: true, isTwelveClock24: false, isTwelveLangDe: false },
    )
  })

  it('asks for the air only if that is wanted: it is a call of its own', async () => {
    const scopesOf = async (query: string) =>
      (await ask(`52.52,13.41/meteogram.svg${query}`)).queries.flatMap((each) => each.get('scope') ?? []).toSorted()
    assert.deepEqual(
      { scopesOf: await scopesOf(''), scopesOfAirTrue: await scopesOf('?air=true') },
      { scopesOf: ['daily', 'hourly'], scopesOfAirTrue: ['air', 'daily', 'hourly'] },
    )
  })

  it('makes do with hours or days', async () => {
    const [hours, days] = await Promise.all([
      ask('52.52,13.41/meteogram.svg', { hourly: HOURS }),
      ask('52.52,13.41/meteogram.svg', { daily: DAYS, hourly: buildTestHourly(NOW, []) }),
    ])
    assert.deepEqual(
      [hours, days].map(({ response }) => [response.status, response.headers.get('expires')]),
      [
        [200, '2026-11-21T10:00:00Z'],
        [200, '2026-11-21T09:55:00Z'],
      ],
    )
  })

  it('is refused as the API refuses, or for want of a forecast', async () => {
    const refused = await ask('52.52,13.41/meteogram.svg', {})
    assert.deepEqual(
      [refused.response.status, JSON.parse(refused.text)],
      [503, { error: 'service_unavailable', message: 'Later', retryAfterSeconds: 30 }],
    )
    const empty = await ask('52.52,13.41/meteogram.svg', { hourly: buildTestHourly(NOW, []), daily: buildTestDaily([]) })
    assert.deepEqual(
      [empty.response.status, JSON.parse(empty.text)],
      [503, { error: 'service_unavailable', message: 'No forecast is available for this place' }],
    )
  })
})
