import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getDayOfYear, toCell } from '@isobar/weather'
import type { UpstreamRequest } from '../provider.ts'
import { ARCHIVE, createNormalsCapability } from './normals.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const OFFSET = 34_200
const FIRST = Date.UTC(1991, 0, 1) / 1_000
const DAYS = 10_958
const times = Array.from({ length: DAYS }, (_, index) => FIRST + index * 86_400 - OFFSET)

/** An answer in the form of the recorded ones: one offset for all years. */
const answerOf = (daily: Record<string, (number | null)[]>, status = 200) => ({
  timezone: 'Australia/Adelaide',
  utc_offset_seconds: OFFSET,
  latitude: -34.94,
  longitude: 138.52,
  daily_units: { time: 'unixtime', temperature_2m_min: '°C', temperature_2m_max: '°C', precipitation_sum: 'mm' },
  daily: { time: times, ...daily },
  status,
})

async function fetched(body: unknown, status = 200, key: string | null = null) {
  const asked: UpstreamRequest[] = []
  const capability = createNormalsCapability(() => ({
    url: new URL(key === null ? 'https://api.open-meteo.com' : 'https://customer-api.open-meteo.com'),
    key,
  }))
  const calls = {
    async get(request: UpstreamRequest) {
      asked.push(request)
      return { status, headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
    },
  }
  const result = await capability.fetch(toCell(-34.93, 138.6), calls, NOW).catch((error: unknown) => error as { kind: string })
  return { result, asked }
}

const filled = (value: number | null) => Array.from({ length: DAYS }, () => value)

describe('normals of Open-Meteo', () => {
  it('are those of thirty years, asked for in one call that is paid by its weight', async () => {
    // Warm in January: days are those of the place, although its offset is only that of half the year.
    const highs = times.map((time) => (new Date((time + OFFSET) * 1_000).getUTCMonth() === 0 ? 30 : 16))
    const { result, asked } = await fetched(
      answerOf({ temperature_2m_min: filled(8), temperature_2m_max: highs, precipitation_sum: filled(1.4) }),
    )
    assert.ok('normals' in result)
    assert.equal(result.simulated, false)
    assert.deepEqual(
      [result.normals.temperatureMax[getDayOfYear('2026-01-15')], result.normals.temperatureMax[getDayOfYear('2026-07-15')]],
      [30, 16],
    )
    assert.deepEqual([result.normals.temperatureMin[0], result.normals.precipitation[365]], [8, 1.4])
    const [request] = asked
    assert.equal(request?.product, ARCHIVE)
    assert.equal(Math.round(ARCHIVE.weight), 235)
    const { hostname, pathname, searchParams } = request?.url ?? new URL('http://none')
    assert.deepEqual({ hostname, pathname }, { hostname: 'archive-api.open-meteo.com', pathname: '/v1/archive' })
    assert.deepEqual(Object.fromEntries(searchParams), {
      latitude: '-34.93',
      longitude: '138.6',
      daily: 'temperature_2m_min,temperature_2m_max,precipitation_sum',
      start_date: '1991-01-01',
      end_date: '2020-12-31',
      timezone: 'auto',
      timeformat: 'unixtime',
    })
  })

  it('are asked of the customers’ host with a key', async () => {
    const { asked } = await fetched({}, 200, 'secret')
    assert.deepEqual(
      { hostname: asked[0]?.url.hostname, apikey: asked[0]?.url.searchParams.get('apikey') },
      { hostname: 'customer-archive-api.open-meteo.com', apikey: 'secret' },
    )
  })

  it('are none without the whole record', async () => {
    const full = { temperature_2m_min: filled(1), temperature_2m_max: filled(2), precipitation_sum: filled(0) }
    const missing = { ...full, temperature_2m_max: filled(2).map((value, index) => (index % 365 < 40 ? null : value)) }
    for (const body of [
      answerOf({ ...full, time: times.slice(0, 900) } as never),
      answerOf(missing),
      {},
      [],
      'nonsense',
      { daily: null },
    ]) {
      const { result } = await fetched(body)
      assert.equal('kind' in result ? result.kind : null, 'invalid_body')
    }
  })

  it('fail as the other calls do', async () => {
    for (const [status, body, kind] of [
      [429, '{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}', 'quota'],
      [400, '{"error":true,"reason":"The supplied API key is invalid."}', 'refused_key'],
      [502, '<html>', 'unavailable'],
    ] as const) {
      const { result } = await fetched(body, status)
      assert.equal('kind' in result ? result.kind : null, kind)
    }
  })
})
