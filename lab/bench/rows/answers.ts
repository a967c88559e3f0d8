import { until } from '../../../test/helpers/until.ts'
import { readMetrics } from '../../torture/rig/metrics.ts'
import { loadSideBySide, type Side } from '../load.ts'
import { startListening, startService } from '../processes.ts'
import type { Goal, MeasuredRow, Pace } from '../row.ts'

export const PLACE = '/api/weather?lat=52.52&lon=13.41&scope='
const GZIP = { 'accept-encoding': 'gzip' }
const HOT: Goal = { ratio: 0.85, p99Ratio: 2 }
const NOT_MODIFIED: Goal = { ratio: 0.95, p99Ratio: 2 }
/** Of two workers on one core. */
const SHARED_CORE = 0.8
/** Of `/api/weather`, for the same weather through another API. */
const COMPATIBLE: Goal = { ratio: 0.8, p99Ratio: 2 }

interface Answer extends Side {
  readonly name: string
  readonly goal: Goal | null
  /** Request it with its current ETag. */
  readonly isKnown?: true
}

const CASES: readonly (Omit<Answer, 'url'> & { readonly scope: string })[] = [
  { name: 'current', scope: 'current', goal: HOT },
  { name: 'current, gzip', scope: 'current', headers: GZIP, goal: HOT },
  { name: 'current, 304', scope: 'current', headers: GZIP, isKnown: true, goal: NOT_MODIFIED },
  { name: 'hourly', scope: 'hourly', goal: HOT },
  { name: 'hourly, gzip', scope: 'hourly', headers: GZIP, goal: HOT },
]

/** A place that was requested before. */
export async function* hot(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(await startService())
  for (const { scope, ...each } of CASES) yield await compareWithBare({ ...each, url: service.url + PLACE + scope }, pace)
}

/** The same with the default of two workers, which share the core: what they and their supervisor tell each other about a request. */
export async function* workers(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(await startService({ WORKERS: '2' }))
  await until('both workers run', async () => (await readMetrics(service.url)).get('isobar_workers') === 2)
  for (const { scope, name, goal, ...each } of CASES.slice(0, 3)) {
    const shared = goal && { ...goal, ratio: SHARED_CORE, p99Ratio: 3 }
    yield await compareWithBare({ ...each, name: `${name}, two workers`, goal: shared, url: service.url + PLACE + scope }, pace)
  }
}

/**
 * The same answers where MET Norway comes first: Bright Sky supplies gusts, visibility and the probability, OpenWeather the UV index. To be compared with
 * `hot`, whose only source has everything.
 */
export async function* supplied(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(
    await startService({
      WEATHER_PROVIDERS: 'met-norway,bright-sky,openweather',
      UPSTREAM_CONTACT: 'bench@example.org',
      WARNING_FEEDS: '',
    }),
  )
  for (const scope of ['current', 'hourly']) {
    const url = `${service.url}${PLACE}${scope}`
    await until(`${scope} is supplied by two sources`, async () => (await suppliersOf(url)).length === 2)
    yield await compareWithBare({ name: `${scope}, supplied by two sources`, url, goal: HOT }, pace)
  }
}

async function suppliersOf(url: string): Promise<readonly unknown[]> {
  const { sources = [] } = (await (await fetch(url)).json()) as { readonly sources?: readonly unknown[] }
  return sources
}

const COMPATIBLE_CASES = [
  {
    name: 'hourly, as Open-Meteo',
    path: '/v1/forecast?latitude=52.52&longitude=13.41&timezone=auto&hourly=temperature_2m,precipitation,weather_code,wind_speed_10m,is_day',
    ours: 'hourly',
  },
  { name: 'current, as OpenWeather', path: '/data/2.5/weather?lat=52.52&lon=13.41&appid=0123456789abcdef', ours: 'current' },
  { name: 'One Call', path: '/data/3.0/onecall?lat=52.52&lon=13.41&appid=0123456789abcdef', ours: 'current,minutely,hourly,daily' },
] as const

/** The same place through the compatible APIs, beside `/api/weather` with the same scopes on the same service. */
export async function* compatible(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const { url } = closing.use(await startService())
  for (const { name, path, ours } of COMPATIBLE_CASES) {
    const [other, own]: readonly [Side, Side] = [
      { url: url + path, headers: GZIP },
      { url: url + PLACE + ours, headers: GZIP },
    ]
    for (const side of [other, own]) await warm(side)
    yield { name, unit: '/s', yardstick: `/api/weather, ${ours}`, goal: COMPATIBLE, rounds: await loadSideBySide(other, own, pace) }
  }
}

/** Measures an answer of Isobar beside a bare `node:http` server that sends the same status, headers and bytes. */
export async function compareWithBare(answer: Answer, pace: Pace): Promise<MeasuredRow> {
  const { name, goal, url, isKnown } = answer
  const { etag } = await warm(answer)
  // The ETag of the bytes in this encoding.
  const headers = { ...answer.headers, ...(isKnown && { 'if-none-match': String(etag) }) }
  const bare = await startListening(['lab/bench/scripts/bare-server.ts', url, JSON.stringify(headers)])
  try {
    const rounds = await loadSideBySide({ url, headers }, { url: bare.url, headers }, pace)
    return { name, unit: '/s', yardstick: 'bare node:http, same bytes', goal, rounds }
  } finally {
    await bare.stop()
  }
}

/** Sends the request once. */
async function warm({ url, headers = {} }: Side): Promise<{ readonly etag: string | null }> {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return { etag: response.headers.get('etag') }
}
