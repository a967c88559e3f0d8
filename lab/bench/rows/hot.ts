import { startService } from '../processes.ts'
import type { Goal, MeasuredRow, Pace } from '../table/row.ts'
import { besideBare } from './bare.ts'

export const PLACE = '/api/weather?lat=52.52&lon=13.41&scope='
export const GZIP = { 'accept-encoding': 'gzip' }
const TILE = '/api/weather/map-tile/clouds/3/4/2.png'
const HOT: Goal = { ratio: 0.85, p99Ratio: 2 }
const NOT_MODIFIED: Goal = { ratio: 0.95, p99Ratio: 2 }

const CASES: readonly {
  name: string
  path: string
  headers?: Record<string, string>
  isKnown?: true
  goal: Goal | null
  isInQuick?: true
}[] = [
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
    if (isInQuick || !pace.isQuick) yield await besideBare({ ...each, url: service.url + path }, pace)
}
