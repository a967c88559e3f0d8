import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
// Lifts Open-Meteo's documented limits, which are not what is measured.
import '../bench/scripts/lift-limits.ts'
import { cellOf } from '../../src/domain/cell.ts'
import { freshnessWindows } from '../../src/domain/freshness.ts'
import { playDay, START, viewsOf } from './days.ts'
import { cellsSeen, refreshLaw } from './law.ts'
import { ASSUMED } from './people.ts'
import { lawTable, serviceTable, type SizedDay } from './report.ts'
import { serveDays } from './service.ts'
import { createZipf, type Town, townsBySize } from './towns.ts'

/**
 * `npm run load`: a day of people on a simulated clock: against the whole service, against its gateway in several sizes, and what follows for ten
 * million. `docs/scaling.md` has figures and explains them.
 */
const { values } = parseArgs({
  options: {
    /** Against the whole service. */
    people: { type: 'string', default: '10000' },
    days: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    /** Against the gateway; default: an eighth to ten times `--people`. */
    sizes: { type: 'string' },
    target: { type: 'string', default: '10000000' },
    /** This many of the world's largest towns; a service of one region has few. */
    towns: { type: 'string', default: 'Infinity' },
    /** EUR, the price of OpenWeather's One Call by Call. */
    'price-per-call': { type: 'string', default: '0.0014' },
    'free-per-day': { type: 'string', default: '1000' },
    json: { type: 'string' },
  },
})

const PARTS = [1 / 8, 1 / 4, 1 / 2, 1, 10]
const BUCKET_MS = 600_000

const seed = Number(values.seed)
const started = performance.now()
const result = await load()
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`)
const { user, system } = process.cpuUsage()
console.log(
  `\n${((performance.now() - started) / 1_000).toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of processor time of this process`,
)
process.exit(0)

async function load() {
  const [people, days, target] = [Number(values.people), Number(values.days), Number(values.target)]
  const towns = townsBySize(Number(values.towns))
  const freshSeconds = Math.min(...Object.values(freshnessWindows()).map((window) => window.freshSeconds))
  const sized: SizedDay[] = []
  for (const size of values.sizes?.split(',').map(Number) ?? PARTS.map((part) => part * people)) {
    const day = await gatewayDay(towns, size, freshSeconds)
    sized.push(day)
    console.error(`${size} people at the gateway: ${day.day.calls} calls`)
  }
  const byLaw = refreshLaw(towns, viewsOf(target), freshSeconds)
  console.log(lawTable(sized, { people: target, byLaw }))
  const seen = Math.round(cellsSeen(towns, viewsOf(target)))
  console.log(`${target.toLocaleString('en')} people look at ${seen.toLocaleString('en')} cells a day (extrapolated)\n`)

  const served = await serveDays({ towns, people, seed, days })
  /** Each cell with a subscription costs the same, however many subscribe to it. */
  const jobCalls = (trigger: string, type: string, share: number) => {
    const measured = served.calls.filter(({ product, cause }) => product.startsWith('openweather/') && cause === trigger)
    const calls = measured.reduce((sum, row) => sum + row.calls, 0) / days
    return (calls / Math.max(1, served.subscribedCells[type] ?? 0)) * cellsChosen(towns, target * share)
  }
  const projected = {
    people: target,
    calls: byLaw,
    digestCalls: jobCalls('cron_weekly_digests', 'city_weekly', ASSUMED.digests),
    alertCalls: jobCalls('cron_weather_alerts', 'city_alerts', ASSUMED.alerts),
    cellsSeen: seen,
  }
  const prices = { perCall: Number(values['price-per-call']), freePerDay: Number(values['free-per-day']) }
  console.log(serviceTable(served, days, projected, prices))
  return { seed, people, days, assumed: ASSUMED, sized, projected, served }
}

async function gatewayDay(towns: readonly Town[], people: number, freshSeconds: number): Promise<SizedDay> {
  const viewsPerDay = viewsOf(people)
  const buckets: number[] = []
  const onView = (_: unknown, atMs: number): void => {
    const bucket = Math.floor((atMs - START) / BUCKET_MS)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  const day = await playDay({ towns, viewsPerDay, seed, onView })
  return {
    people,
    day,
    byLaw: refreshLaw(towns, viewsPerDay, freshSeconds),
    peakPerSecond: Math.max(...buckets.filter(Boolean)) / (BUCKET_MS / 1_000),
  }
}

/** How many distinct cells this many subscribers choose, by Zipf's law. */
function cellsChosen(towns: readonly Town[], subscribers: number): number {
  const zipf = createZipf(towns.length, ASSUMED.zipfExponent)
  const missed = new Map<number, number>()
  towns.forEach(({ lat, lon }, rank) => {
    const { id } = cellOf(lat, lon)
    missed.set(id, (missed.get(id) ?? 1) * (1 - zipf.shareOf(rank)) ** subscribers)
  })
  return [...missed.values()].reduce((sum, miss) => sum + 1 - miss, 0)
}
