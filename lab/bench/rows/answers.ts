import { until } from '../../../test/helpers/until.ts'
import { startListening, startService } from '../processes.ts'
import type { Goal, MeasuredRow, Pace } from '../row.ts'
import { loadSideBySide } from '../side-by-side.ts'

export const PLACE = '/api/weather?lat=52.52&lon=13.41&scope='
export const GZIP = { 'accept-encoding': 'gzip' }
const TILE = '/api/weather/map-tile/clouds/3/4/2.png'
const HOT: Goal = { ratio: 0.85, p99Ratio: 2 }
const NOT_MODIFIED: Goal = { ratio: 0.95, p99Ratio: 2 }
/** Of `/api/weather`, for the same weather through another API. */
const COMPATIBLE: Goal = { ratio: 0.8, p99Ratio: 2 }
const CITIES = 20

interface Answer {
  readonly name: string
  readonly goal: Goal | null
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON to post. */
  readonly body?: string
  /** Request it with its current ETag. */
  readonly isKnown?: true
}

const CASES: readonly (Omit<Answer, 'url'> & { readonly path: string; readonly isInQuick?: true })[] = [
  { name: 'current', path: `${PLACE}current`, goal: HOT, isInQuick: true },
  { name: 'current, gzip', path: `${PLACE}current`, headers: GZIP, goal: HOT },
  { name: 'current, 304', path: `${PLACE}current`, headers: GZIP, isKnown: true, goal: NOT_MODIFIED, isInQuick: true },
  { name: 'hourly', path: `${PLACE}hourly`, goal: HOT },
  { name: 'hourly, gzip', path: `${PLACE}hourly`, headers: GZIP, goal: HOT },
  { name: 'tile', path: TILE, goal: null },
  { name: 'tile, 304', path: TILE, isKnown: true, goal: null },
  { name: '/api/health, by the router', path: '/api/health', goal: null },
]

/** A place and a tile that were requested before, and the least that goes through the router. */
export async function* hot(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(await startService())
  for (const { path, isInQuick, ...each } of CASES)
    if (isInQuick || !pace.isQuick) yield await compareWithBare({ ...each, url: service.url + path }, pace)
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
    if (pace.isQuick && scope !== 'current') continue
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
  for (const { name, path, ours } of pace.isQuick ? COMPATIBLE_CASES.slice(0, 1) : COMPATIBLE_CASES) {
    const asked = (side: string): Answer => ({ name, goal: null, url: url + side, headers: GZIP })
    const [other, own] = [asked(path), asked(PLACE + ours)] as const
    for (const side of [other, own]) await warm(side)
    yield { name, unit: '/s', yardstick: `/api/weather, ${ours}`, goal: COMPATIBLE, rounds: await loadSideBySide(other, own, pace) }
  }
}

/** Twenty warm places in one request, with one scope each and with all four. */
export async function* batch(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(await startService())
  for (const [name, scopes] of [
    ['20 places, current', ['current']],
    ['20 places, four scopes', ['current', 'hourly', 'daily', 'minutely']],
  ] as const) {
    if (pace.isQuick && scopes.length > 1) continue
    const cities = Array.from({ length: CITIES }, (_, i) => ({ id: String(i), lat: 40 + i / 2, lon: 5, scopes }))
    const asked = { url: `${service.url}/api/weather/batch`, headers: GZIP, body: JSON.stringify({ cities }) }
    yield await compareWithBare({ name, goal: null, ...asked }, pace)
  }
}

/** Measures an answer of Isobar beside a bare `node:http` server that sends the same status, headers and bytes. */
export async function compareWithBare(answer: Answer, pace: Pace): Promise<MeasuredRow> {
  const { name, goal, url, body } = answer
  const headers = await warm(answer)
  const args = [url, JSON.stringify(headers), ...(body === undefined ? [] : [body])]
  const bare = await startListening(['lab/bench/scripts/bare-server.ts', ...args])
  const asking = () => (body === undefined ? {} : { body })
  try {
    const rounds = await loadSideBySide({ url, headers, asking }, { url: bare.url, headers, asking }, pace)
    return { name, unit: '/s', yardstick: 'bare node:http, same bytes', goal, rounds }
  } finally {
    await bare.stop()
  }
}

/** Sends the request once. Resolves to the headers to repeat it with. */
async function warm({ url, headers = {}, body, isKnown }: Answer): Promise<Readonly<Record<string, string>>> {
  const posted = body === undefined ? {} : { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
  const response = await fetch(url, { headers, ...posted })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // The ETag of the bytes in this encoding.
  return isKnown ? { ...headers, 'if-none-match': String(response.headers.get('etag')) } : headers
}
