import { startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../table/row.ts'
import { besideBare } from './bare.ts'
import { GZIP } from './hot.ts'

const CITIES = 20

/** Twenty warm places in one request, with one scope each and with all four. */
export async function* batch(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(await startService())
  for (const [name, scopes] of [
    ['20 places, current', ['current']],
    ['20 places, four scopes', ['current', 'hourly', 'daily', 'minutely']],
  ] as const) {
    if (pace.isQuick && scopes.length > 1) continue
    const cities = Array.from({ length: CITIES }, (_, i) => ({ id: String(i), lat: 40 + i / 2, lon: 5, scopes }))
    yield await besideBare(
      { name, goal: null, url: `${service.url}/api/weather/batch`, headers: GZIP, body: JSON.stringify({ cities }) },
      pace,
    )
  }
}
