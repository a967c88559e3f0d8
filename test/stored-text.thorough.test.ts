import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createTestApp, createTestWorld, NO_SHARES, type TestAnswer, type TestWorld } from './helpers/app.ts'
import { type ApiDocument, contentCheck, operationsOf } from './helpers/openapi.ts'
import { APPLE_ENVIRONMENT } from './helpers/weatherkit.ts'

// What the nodes share may have been written by anybody: by an older release, half, or by whoever else has the database. It is parsed like any
// text from outside: what no node can have written counts as not there, and is fetched again.

const PLACES = ['lat=52.52&lon=13.41', 'lat=40.71&lon=-74']
const SCOPES = ['current', 'hourly', 'daily', 'minutely', 'air', 'marine']
const ROUTES = [
  ...PLACES.flatMap((place) => SCOPES.map((scope) => `/api/weather?${place}&scope=${scope}`)),
  '/api/geocode?q=Berlin',
  '/api/geocode?q=Springfield',
  '/api/ads/placeholder-bg?city=Berlin&country=DE&condition=clear',
  '/v1/forecast?latitude=52.52&longitude=13.41&hourly=temperature_2m&past_days=1',
]
/** Two lists, so that each provider that keeps something of its own is the first of one. */
const LISTS = ['openweather,met-norway,open-meteo', 'met-norway,open-meteo', 'nws,met-norway,open-meteo', 'weatherkit,open-meteo']

const NOT_WHAT_WAS_STORED = [
  '',
  'null',
  '0',
  '"text"',
  '[]',
  '{}',
  '{}\n{}',
  '[[]]\n[]',
  'null\nnull',
  '\n',
  `${'['.repeat(20_000)}`,
  '{"shape":4}\n{"points":7}',
]
const OTHER_VALUES = [null, [], {}, -1e300, 1e300, 'text', true, [{}], [null], '\u0000']

describe('text that the nodes share', () => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let check: ReturnType<typeof contentCheck>
  let document: ApiDocument
  const photos = createServer((_request, response) => {
    const links = { html: 'https://photos.example/abc' }
    const photo = { width: 4000, height: 2600, urls: { regular: 'https://images.example/a.jpg' }, links, user: { name: 'Ada Example' } }
    response.end(JSON.stringify({ results: [photo] }))
  })
  before(async () => {
    await once(photos.listen(0, '127.0.0.1'), 'listening')
    world = await createTestWorld()
  })
  after(async () => {
    await world.close()
    photos.closeAllConnections()
    photos.close()
  })

  const open = (list: string) =>
    createTestApp({
      sharing: world satisfies TestWorld,
      env: {
        WEATHER_PROVIDERS: list,
        ...(list.includes('weatherkit') ? APPLE_ENVIRONMENT : {}),
        PHOTO_PROVIDER_API_KEY: 'photo-key-0123456789',
        PHOTO_PROVIDER_BASE_URL: `http://127.0.0.1:${(photos.address() as AddressInfo).port}`,
        UPSTREAM_DAILY_LIMIT: '100000',
        UPSTREAM_MINUTE_LIMIT: '100000',
        RATE_LIMITS: `weather=0,geocode=0,history=0,${NO_SHARES}`,
      },
    })

  function faultOf(path: string, { status, headers, body, text }: TestAnswer): string | null {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`
    const [pathname = ''] = path.split('?')
    const operation = operationsOf(document).find((each) => each.path === pathname && each.method === 'GET')
    return operation === undefined ? null : check(operation, status, headers.get('content-type') ?? '', text === '', body)
  }

  async function askAll(list: string): Promise<string[]> {
    await world.database.pool.query('delete from upstream_window')
    const app = await open(list)
    try {
      document ??= (await app.get('/api/openapi.json')).body as ApiDocument
      check ??= contentCheck(document)
      const answers = await Promise.all(ROUTES.map(async (path) => ({ path, answer: await app.get(path) })))
      await app.services.gateway.drain()
      return answers.flatMap(({ path, answer }) => {
        const fault = faultOf(path, answer)
        return fault === null ? [] : [`${path}: ${fault}`]
      })
    } finally {
      await app.stop()
    }
  }

  type Row = { readonly key: string; readonly value: Buffer }
  const readRows = async (): Promise<Row[]> =>
    (await world.database.pool.query<Row>('select key, value from cache_entry order by key')).rows
  const writeRows = (rows: readonly Row[]) =>
    world.database.pool.query(
      'insert into cache_entry (key, value, expires_at) select *, $3 from unnest($1::text[], $2::bytea[]) on conflict (key) do update set value = excluded.value',
      [rows.map(({ key }) => key), rows.map(({ value }) => value), new Date(world.clock.now() + 3_600_000)],
    )

  for (const list of LISTS)
    it(`is a miss or an answer as documented, whatever it is: ${list}`, async () => {
      await world.database.pool.query('delete from cache_entry')
      assert.deepEqual(await askAll(list), [], 'before anything was changed')
      const rows = await readRows()
      assert.ok(rows.length > 10, `${rows.length} rows`)
      const faults: string[] = []
      for (const [turn, text] of NOT_WHAT_WAS_STORED.entries()) {
        await writeRows(rows.map(({ key, value }) => ({ key, value: isCompressed(value) ? zstdCompressSync(text) : Buffer.from(text) })))
        for (const fault of await askAll(list)) faults.push(`text ${turn}: ${fault}`)
      }
      for (let seed = 1; seed <= 10; seed += 1) {
        const pick = createPicker(seed)
        await writeRows(rows.map(({ key, value }) => ({ key, value: withOtherValue(value, pick) })))
        for (const fault of await askAll(list)) faults.push(`seed ${seed}: ${fault}`)
      }
      assert.deepEqual(faults.slice(0, 20), [])
    })
})

const isCompressed = (value: Buffer): boolean => value.readUInt32LE(0) === 0xfd2fb528

/** Whole numbers below the bound, the same for the same seed. */
function createPicker(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761
  return (bound) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return (state >>> 1) % bound
  }
}

/** The stored bytes with one value of their JSON replaced by another, of whatever kind; or cut off. */
function withOtherValue(value: Buffer, pick: (bound: number) => number): Buffer {
  if (isCompressed(value)) return zstdCompressSync(withOtherValue(zstdDecompressSync(value), pick))
  if (pick(12) === 0) return value.subarray(0, pick(value.length))
  const lines = value.toString().split('\n')
  const line = pick(lines.length)
  const holder = { root: JSON.parse(lines[line] ?? '') as unknown }
  let [parent, name]: [Record<string, unknown>, string] = [holder, 'root']
  // Each step deeper is likely, so that every depth is reached.
  for (;;) {
    const child = parent[name]
    const names = typeof child === 'object' && child !== null ? Object.keys(child) : []
    if (names.length === 0 || pick(8) === 0) break
    parent = child as Record<string, unknown>
    name = names[pick(names.length)] ?? ''
  }
  parent[name] = OTHER_VALUES[pick(OTHER_VALUES.length)]
  lines[line] = JSON.stringify(holder.root)
  return Buffer.from(lines.join('\n'))
}
