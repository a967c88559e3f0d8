import { type ApiLoad, prepareApi } from '../pages.ts'
import { startService } from '../processes.ts'
import type { MeasuredRow, Pace, Sample } from '../table/row.ts'
import { inTurns } from '../table/side-by-side.ts'

async function sample(loading: Promise<ApiLoad>): Promise<Sample> {
  const { perSecond, p99Ms, serverBusy } = await loading
  return { value: perSecond, p99Ms, serverBusy }
}

/** A hot place while pages are requested as fast as they are answered, the whole service on one core, against the same without pages. */
export async function* besidePages({ rounds, seconds, isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  if (isQuick) return
  const service = closing.use(await startService())
  const api = await prepareApi(service.url)
  await api.alone(1)
  for (const [name, beside] of [
    ['the API beside kept pages', api.besideKept],
    ['the API beside 8 crawlers', api.besideCrawlers],
  ] as const) {
    const measured = await inTurns(
      rounds,
      () => sample(beside(seconds)),
      () => sample(api.alone(seconds)),
    )
    yield { name, unit: '/s', yardstick: 'the API alone', goal: { p99Ratio: 1.5 }, rounds: measured }
  }
}
