import { type Archive, millions, sizesOf, withArchives } from './history/archives.ts'
import { startListening } from './processes.ts'
import { percentile, timed } from './timing.ts'

const CITIES = 20
const SCOPES = ['current', 'hourly', 'daily', 'minutely']
const ROUNDS = 500
const WARM_UP = 50

/**
 * Twenty warm cities with four scopes each, over archives of 1, 10 and 50 million forecast points (or the sizes given in millions) that are
 * queried in turns. Warm answers never read the archive, so nothing may grow.
 */
export async function run(args: readonly string[]): Promise<void> {
  const simulator = await startListening(['tools/upstream-simulator/main.ts', '--port', '0'])
  const env = {
    WEATHER_PROVIDER_API_KEY: 'bench',
    WEATHER_PROVIDER_BASE_URL: simulator.url,
    SECOND_PROVIDER_BASE_URL: simulator.url,
    NATIONAL_FEED_BASE_URL: simulator.url,
    RATE_LIMITS: 'weather=0,batch=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0,upstream-second=0,upstream-second-day=0',
    UPSTREAM_DAILY_LIMIT: '1000000',
    UPSTREAM_MINUTE_LIMIT: '1000000',
  }
  await withArchives(sizesOf(args), env, async (archives) => {
    // One city after the other: the throwaway server does not have connections for all services at once.
    for (const archive of archives) for (const city of cities) await post(archive, [city])
    await inTurns(archives)
  })
  await simulator.stop()
}

const cities = Array.from({ length: CITIES }, (_, i) => ({ id: String(i), lat: 40 + i / 2, lon: 5, scopes: SCOPES }))

const requestOf = (body: object) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  body: JSON.stringify(body),
})

async function post({ url }: Archive, asked: readonly object[] = cities): Promise<void> {
  const response = await fetch(`${url}/api/weather/batch`, requestOf({ cities: asked }))
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`a batch answered ${response.status}`)
}

async function inTurns(archives: readonly Archive[]): Promise<void> {
  const times = archives.map(() => [] as number[])
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [i, archive] of archives.entries()) {
      const ms = await timed(() => post(archive))
      if (round >= 0) times[i]?.push(ms)
    }
  }
  console.log(
    `\n${CITIES} warm cities with ${SCOPES.length} scopes each, ${ROUNDS} rounds in turns, Node ${process.version}, milliseconds\n`,
  )
  console.log('points     p50    p99   growth p50   p99')
  for (const [i, { points }] of archives.entries()) {
    const own = times[i] ?? []
    const growth = (share: number): string => (percentile(own, share) / percentile(times[0] ?? [], share)).toFixed(2)
    const cells = [
      percentile(own, 0.5).toFixed(1).padStart(6),
      percentile(own, 0.99).toFixed(1).padStart(6),
      growth(0.5).padStart(12),
      growth(0.99).padStart(5),
    ]
    console.log([millions(points).padEnd(7), ...cells].join(' '))
  }
}
