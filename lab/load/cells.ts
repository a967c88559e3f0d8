import type { PaidCalls, Product, UpstreamAnswer, UpstreamRequest, WeatherBundle } from '@isobar/providers/port'
import { WEATHER_SCOPES, buildFreshnessWindows, formatInstant, parseInstant, toCalendarDay, toCell } from '@isobar/weather'
import { createOneCall3 } from '../../packages/providers/src/openweather/onecall3.ts'
import { openGateway, type Meter } from '../../src/gateway/index.ts'
import { createFreeMeter } from '../../src/gateway/testing/free-meter.ts'
import type { SecondLevel } from '../../src/platform/cache/second-level.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS } from '../../src/time.ts'
import { startSimulator } from '../../tools/upstream-simulator/simulator.ts'
import { ASSUMED, createPeople, type View } from './people.ts'
import type { Town } from './towns.ts'

/** The bytes of weather that a process keeps in memory. */
const MEMORY_BYTES = 128 * 1024 * 1024
const OPEN_METEO: Product = { id: 'open-meteo/forecast', weight: 1 }
const LIST = ['openweather', 'open-meteo'].map((id) => ({ id, covers: () => true }))

/** A Wednesday. */
const START = Date.parse('2026-06-10T00:00:00Z')
const STEP_SECONDS = 10
const SWEEP_SECONDS = 1_800

/** What was served in a day. */
export interface Day {
  readonly views: number
  /** One for each scope of a view. */
  readonly answers: number
  /** Those that came from memory. */
  readonly memory: number
  /** Of the primary provider, for whatever cause. */
  readonly calls: number
}

/** Views by people in a day, without storm and crawlers. */
export const viewsOf = (people: number): number => people * ASSUMED.visitsPerPersonAndDay * ASSUMED.viewsPerVisit

export interface DayOptions {
  readonly towns: readonly Town[]
  readonly viewsPerDay: number
  readonly seed: number
  readonly isEveryday?: boolean
}

/** Plays a whole day against the gateway. */
export async function playDay({ towns, viewsPerDay, seed, isEveryday = false }: DayOptions): Promise<Day> {
  const cells = await openCells(START)
  const people = createPeople({ towns, viewsPerDay, seed, isEveryday })
  let views = 0
  for (let second = 0; second < DAY_SECONDS; second += STEP_SECONDS) {
    const atMs = START + second * 1_000
    cells.advance(atMs)
    for (const view of people.step(atMs, STEP_SECONDS)) {
      views += 1
      await cells.see(view)
    }
    if (second % SWEEP_SECONDS === 0) await cells.sweep()
  }
  return { ...cells.tally, views }
}

/**
 * The service's own gateway, with its caches, freshness and single flight unchanged, on a simulated clock and an in-memory second level;
 * its providers answer at once, always with the same weather. Counts calls and answers of millions of views, at some 0.2 ms for each call.
 */
async function openCells(startMs: number) {
  let nowMs = startMs
  const clock = { now: () => nowMs }
  const windows = buildFreshnessWindows()
  const whole = await sampleBundle(startMs)
  const small = shortened(whole)
  const tally = { answers: 0, memory: 0, calls: 0 }
  const level = memoryLevel(clock)

  const meter: Meter = {
    ...createFreeMeter(),
    run: (context, work) =>
      work({
        async get({ product }) {
          if (product !== OPEN_METEO) tally.calls += 1
          if (context.cause === 'request') context.spend.calls += 1
          return { status: 200, headers: {}, body: Buffer.alloc(0) }
        },
      }),
  }

  const providerOf = (id: string, product: Product) => ({
    id,
    attribution: { name: id, text: id, url: 'https://example.org', license: 'none' },
    coverage: 'global' as const,
    weather: {
      product,
      groups: [Object.keys(small.scopes) as (keyof WeatherBundle['scopes'])[]],
      configured: () => true,
      async fetch(_cell: unknown, _wanted: unknown, calls: PaidCalls, now: number) {
        await calls.get({ product, url: new URL('http://upstream.invalid/') })
        return { ...small, scopes: movedScopes(small.scopes, now - startMs) }
      },
    },
  })

  const gateway = openGateway({
    weather: [providerOf('openweather', { id: 'openweather/onecall', weight: 1 }), providerOf('open-meteo', OPEN_METEO)],
    list: () => LIST,
    isSwitchedOff: () => false,
    feeds: [],
    level,
    meter,
    clock,
    windows: () => windows,
    upstreamTimeoutMs: 4_000,
    requestTimeoutMs: 6_000,
    databaseTimeoutMs: 1_000,
    // Shortened weather gets less memory, so that as many entries are kept as of whole weather.
    memoryBytes: Math.floor((MEMORY_BYTES * bytesOf(small)) / bytesOf(whole)),
    jobShare: () => 0,
    onError(error) {
      throw error
    },
  })

  return {
    tally,
    advance(toMs: number): void {
      nowMs = toMs
    },
    /** Answers a view as the service does. */
    async see({ lat, lon, isCrawler }: View): Promise<void> {
      const cell = toCell(lat, lon)
      let isCalm = true
      for (const scope of WEATHER_SCOPES) {
        tally.answers += 1
        if (gateway.peekFresh(cell, scope) !== undefined) {
          tally.memory += 1
          continue
        }
        isCalm = false
        const { layer } = await gateway.weather({
          cell,
          scope,
          requester: { cause: 'request', trigger: 'city_detail', requestId: null, client: null, caller: isCrawler ? 'crawler' : 'person' },
        })
        if (layer === 'memory') tally.memory += 1
      }
      if (!isCalm) await gateway.drain()
    },
    /** Removes what has expired. */
    sweep: () => level.sweep(),
  }
}

async function unpaid({ url }: UpstreamRequest): Promise<UpstreamAnswer> {
  const response = await fetch(url)
  return { status: response.status, headers: {}, body: Buffer.from(await response.arrayBuffer()) }
}

/** One answer of the simulated One Call, as the adapter parses it. */
async function sampleBundle(atMs: number): Promise<WeatherBundle> {
  const simulator = await startSimulator({ port: 0, now: () => atMs })
  const { fetch: fetchBundle } = createOneCall3({ baseUrl: new URL(simulator.url), key: () => 'load' })
  try {
    const { answeredFor: _, ...bundle } = await fetchBundle(toCell(52.52, 13.41), [], { get: unpaid }, atMs)
    return bundle
  } finally {
    await simulator.close()
  }
}

/** The same with two points in each series, so that many places fit into memory. */
function shortened(bundle: WeatherBundle): WeatherBundle {
  const scopes = Object.fromEntries(
    Object.entries(bundle.scopes).map(([scope, data]) => [scope, 'points' in data ? { ...data, points: data.points.slice(0, 2) } : data]),
  )
  return { ...bundle, scopes }
}

/** The same weather so much later; its hours and days begin when hours and days do. */
function movedScopes(scopes: WeatherBundle['scopes'], byMs: number): WeatherBundle['scopes'] {
  const moved = (time: string, stepMs: number): string => formatInstant(parseInstant(time) + Math.floor(byMs / stepMs) * stepMs)
  const { current, hourly, daily, minutely } = scopes
  return {
    ...scopes,
    ...(current && { current: { ...current, observedAt: moved(current.observedAt, 1_000) } }),
    ...(hourly && { hourly: { ...hourly, points: hourly.points.map((point) => ({ ...point, time: moved(point.time, HOUR_MS) })) } }),
    ...(minutely && {
      minutely: { ...minutely, points: minutely.points.map((point) => ({ ...point, time: moved(point.time, MINUTE_MS) })) },
    }),
    ...(daily && {
      daily: {
        ...daily,
        points: daily.points.map((point) => {
          const time = moved(point.time, DAY_MS)
          return { ...point, time, date: toCalendarDay(parseInstant(time), 'Europe/Berlin') }
        }),
      },
    }),
  }
}

const bytesOf = ({ scopes }: WeatherBundle): number => JSON.stringify(scopes).length

function memoryLevel({ now }: { now(): number }): SecondLevel {
  const entries = new Map<string, { readonly value: Buffer; readonly expiresAt: number }>()
  return {
    engine: 'valkey',
    async get(keys) {
      return keys.map((key) => {
        const entry = entries.get(key)
        return entry !== undefined && entry.expiresAt > now() ? entry.value : null
      })
    },
    async put(put) {
      for (const { key, value, expiresAt } of put) entries.set(key, { value, expiresAt })
    },
    lease: async () => ({ isHeld: () => true, release: async () => undefined }),
    async sweep() {
      for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key)
      return 0
    },
    close: async () => undefined,
  }
}
