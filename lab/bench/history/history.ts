import { cellFromId } from '../../../src/domain/cell.ts'
import { percentile, timed } from '../timing.ts'
import { type Archive, millions, sizesOf, withArchives } from './archives.ts'

const ROUNDS = 500
const WARM_UP = 30

/**
 * One cell's week from archives of 1, 10 and 50 million forecast points, or of the sizes given in millions: through the service (the real
 * queries) and through the route, over HTTP. The archives are queried in turns.
 */
export async function run(args: readonly string[]): Promise<void> {
  await withArchives(sizesOf(args), { RATE_LIMITS: 'history=0' }, measure)
}

async function askService({ services }: Archive, cellId: number): Promise<void> {
  const week = { from: undefined, to: undefined, issues: 'latest', units: 'metric', lang: 'en' } as const
  await services.history.service.answer({ ...cellFromId(cellId), ...week }, 500)
}

async function askRoute({ url }: Archive, cellId: number): Promise<void> {
  const { lat, lon } = cellFromId(cellId)
  const response = await fetch(`${url}/api/weather/history?lat=${lat}&lon=${lon}`)
  const { observations, forecasts } = (await response.json()) as { observations: unknown[]; forecasts: { hourly: unknown[] } }
  if (observations.length === 0 || forecasts.hourly.length < 168) throw new Error('the archive of the cell is not a week long')
}

async function measure(archives: readonly Archive[]): Promise<void> {
  const times = archives.map(() => ({ store: [] as number[], route: [] as number[] }))
  let seed = 1
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [i, archive] of archives.entries()) {
      // Another cell each time, the same sequence in every run (MINSTD).
      seed = (seed * 48_271) % 2_147_483_647
      const cell = archive.cells[seed % archive.cells.length] ?? 0
      const [store, route] = [await timed(() => askService(archive, cell)), await timed(() => askRoute(archive, cell))]
      if (round < 0) continue
      times[i]?.store.push(store)
      times[i]?.route.push(route)
    }
  }
  console.log(`\n${ROUNDS} rounds in turns, a cell at random each, Node ${process.version}, milliseconds\n`)
  console.log('points   database   service p50   p99   growth p50   p99   route p50   p99   growth p50   p99')
  for (const [i, { points, bytes }] of archives.entries()) {
    const cells = (['store', 'route'] as const).flatMap((way) => {
      const own = times[i]?.[way] ?? []
      const first = times[0]?.[way] ?? []
      const growth = (share: number): string => (percentile(own, share) / percentile(first, share)).toFixed(2)
      return [
        percentile(own, 0.5)
          .toFixed(1)
          .padStart(way === 'store' ? 13 : 11),
        percentile(own, 0.99).toFixed(1).padStart(5),
        growth(0.5).padStart(12),
        growth(0.99).padStart(5),
      ]
    })
    console.log([millions(points).padEnd(8), `${(bytes / 2 ** 20).toFixed(0)} MB`.padStart(8), ...cells].join(' '))
  }
}
